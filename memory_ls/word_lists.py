"""Words that count in a special way when notes are compared or looked for. Ours, from what stores are written in."""

from __future__ import annotations

STOP = frozenset(
    "a an the is are was were be been being to of in on at for with and or but by from as it its this that these those "
    "we i you he she they them our your their his her has have had do does did will would can could should must may "
    "might into via per so than also just still now if whether only all any each both over up out about there here "
    "which who what how why user users wants want prefers prefer likes like always please my me us note remember "
    "lesson use uses used using make sure keep when whenever where within across between while until during because "
    "since works work working done ok correct valid exists exist currently current etc eg ie i.e e.g more most very "
    "de la le el los las les des du un une una en y et o e em os as do da dos das no na nos nas um uma para por com "
    "que der die das und von im mit den dem ein eine fur auf ist se ou se ao aos и в во на с со по для из к у от до за "
    "это что как при 的 了 在 是 和 与 或 用 用户 を は が の に で と も する した".split()
) - {"no", "not"}
"""Words that say little of what a note is about."""

NEGATION = frozenset(
    "not no never don't dont doesn't doesnt didn't cannot can't cant won't wont without avoid avoids isn't isnt aren't "
    "wasn't shouldn't shouldnt mustn't stop disable disabled disables off false instead neither nor non deprecated "
    "removed fail fails failed failing pending broken wrong incorrect unless except forbidden "
    "nicht kein keine keinen nie niemals ohne ne pas jamais sans sin nunca jamas não nao nem sem не нет никогда нельзя "
    "без nigdy nie bez không khong chưa nunca mai senza niet geen nooit inte aldrig ikke aldri "
    "不要 不 未 没有 禁用 禁止 不能 失败".split()
)
"""Words that turn a statement round."""

WIDE_NEGATION = ("不", "未", "没", "禁", "别", "無", "无", "ない", "なく", "ません", "禁止", "않", "금지", "❌")
"""Pieces that turn a statement round in scripts without blanks, and the sign for "no"."""

ORDER = frozenset(
    "before after then first last next instead over than until followed rather from "
    "into onto > < -> → ← => antes depois luego despues "
    "vor nach dann avant apres puis затем перед после 先 后 再 前 後 之前 之后".split()
)
"""Words and signs that make the order of the others part of the statement."""

OPPOSITES = [
    tuple(pair.split())
    for pair in (
        "always never · enable disable · on off · true false · before after · allow deny · allow block · start stop · "
        "public private · minimum maximum · min max · first last · left right · local remote · client server · "
        "read write · old new · dark light · staging production · dev prod · up down · input output · "
        "frontend backend · request response · success failure · accept reject · add remove · tab space · "
        "open close · internal external · sync async · get set · push pull · encode decode · upload download · "
        "show hide · import export · source target · source destination · manual automatic · daily weekly · "
        "weekly monthly · morning evening · upper lower · horizontal vertical · mobile desktop · male female · "
        "optional required · ascending descending · free paid · warm cold · short long · small large · fast slow"
    ).split(" · ")
]
"""Words that make two statements different facts when one stands where the other does."""

SAME = {
    spelling: family.split()[0]
    for family in (
        "favorite favourite",
        "color colour",
        "repository repo repos repositories",
        "configuration config configs configure configured settings setting",
        "documentation docs doc documented",
        "database databases db dbs",
        "environment env envs",
        "javascript js",
        "typescript ts",
        "python py",
        "kubernetes k8s",
        "directory dir dirs folder folders directories",
        "message msg msgs messages",
        "pullrequest pr prs",
        "authentication auth",
        "application app apps applications",
        "information info",
        "administrator admin admins",
        "dependency dep deps dependencies",
        "package packages pkg pkgs",
        "function functions func fn",
        "parameter parameters param params",
        "argument arguments arg args",
        "specification spec specs",
        "postgresql postgres psql pg",
        "version versions ver",
        "short brief concise terse",
        "reply replies answer answers response responses",
        "global globally",
        "local locally",
        "default defaults",
        "query queries",
        "read reads reading",
        "run runs running execute executes executed",
        "store stores stored storing save saves saved",
        "error errors exception exceptions",
        "change changes changed modify modified modifies",
        "delete deletes deleted",
        "create creates created creating",
        "start starts started launch launches",
        "check checks checked verify verifies verified",
        "websocket websockets ws",
        "maximum max",
        "minimum min",
        "require requires required requiring need needs needed",
        "several multiple many",
        "workflow workflows",
        "identifier identifiers id ids",
        "number numbers num",
        "language languages lang",
        "production prod",
        "development dev",
        "second seconds sec secs",
        "minute minutes mins",
        "hour hours hrs",
        "milliseconds millisecond ms",
        "1 one",
        "2 two",
        "3 three",
        "4 four",
        "5 five",
        "6 six",
        "7 seven",
        "8 eight",
        "9 nine",
        "10 ten",
        "11 eleven",
        "12 twelve",
    )
    for spelling in family.split()
}
"""Other spellings, short forms and near synonyms of the field, by the word they are compared as."""
