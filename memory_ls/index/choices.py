"""Families of values of which a note can hold one: who says one of them does not say another.

Words are compared in lower case and as whole tokens. What only comes in pairs of siblings (client and server, import
and export, left and right) is no family: a store says both.
"""

from __future__ import annotations

_FAMILIES = (
    # attribute, values (spellings of one value joined by "/"), where the family is known from
    ("package manager", "npm pnpm yarn bun", "the managers that Corepack and the Node documentation name"),
    ("python tool", "pip poetry uv pipenv pdm conda rye", "packaging.python.org, tool recommendations"),
    ("indentation", "tabs/tab spaces/space", "EditorConfig, indent_style"),
    ("integration", "merge/merging rebase/rebasing squash/squashing", "merge methods of GitHub and GitLab"),
    ("case", "camelcase snake_case/snakecase kebab-case pascalcase", "naming rules of PEP 8 and ESLint"),
    ("test runner", "jest vitest mocha jasmine ava pytest unittest", "runners that the languages' guides list"),
    ("formatter", "prettier biome dprint black yapf autopep8", "formatters that editors know"),
    ("bundler", "webpack vite rollup parcel esbuild turbopack", "bundlers that web.dev lists"),
    ("database", "postgresql/postgres mysql mariadb sqlite mongodb surrealdb oracle", "DB-Engines, ranking"),
    ("data layer", "prisma drizzle typeorm sequelize knex", "npm, database libraries"),
    ("front end", "react vue svelte angular solidjs", "State of JS, front-end frameworks"),
    ("host", "vercel netlify railway heroku render fly.io", "hosts that deploy a repository"),
    ("code host", "github gitlab bitbucket gitea codeberg", "hosts of git repositories"),
    ("pipeline", "jenkins circleci travis buildkite drone", "services for continuous integration"),
    ("container tool", "docker podman", "command lines of the Open Container Initiative"),
    ("editor", "vim neovim/nvim emacs vscode", "Stack Overflow survey, editors"),
    ("shell", "bash zsh fish powershell", "Stack Overflow survey, shells"),
    ("theme", "dark light", "CSS, prefers-color-scheme"),
    ("system", "ubuntu debian fedora arch alpine centos", "DistroWatch"),
    ("licence", "mit apache-2.0 gpl-3.0 bsd-3-clause mpl-2.0", "SPDX"),
    ("interface", "rest graphql grpc trpc", "styles of remote interfaces"),
    ("line ends", "crlf lf", "gitattributes, eol"),
    (
        "day",
        "monday/mondays/montag/montags/lunes/lundi tuesday/tuesdays/dienstag/dienstags/martes/mardi "
        "wednesday/wednesdays/mittwoch/mittwochs/miércoles/mercredi "
        "thursday/thursdays/donnerstag/donnerstags/jueves/jeudi "
        "friday/fridays/freitag/freitags/viernes/vendredi saturday/saturdays/samstag/samstags/sábado/samedi "
        "sunday/sundays/sonntag/sonntags/domingo/dimanche",
        "days of the week in four languages",
    ),
    ("rhythm", "hourly daily weekly monthly yearly", "crontab, nicknames"),
    ("visibility", "public private", "GitHub, visibility of a repository"),
    ("permission", "allow/allowed deny/denied block/blocked", "lists of permissions"),
    ("demand", "optional required/mandatory", "JSON Schema, required"),
    ("time", "before after", "the order of two steps"),
    ("order", "ascending descending", "SQL, ORDER BY"),
    ("mode", "sync/synchronous async/asynchronous", "modes of a call"),
    ("way", "manual/manually automatic/automatically", "who starts it"),
)

CHOICE: dict[str, tuple[str, str]] = {
    spelling: (attribute, value.split("/")[0])
    for attribute, values, _ in _FAMILIES
    for value in values.split()
    for spelling in value.split("/")
}
"""A word in lower case -> its family, and the value that it is a spelling of."""

REJECTING = frozenset("over than vs from without replaces replaced replacing".split())
"""Words after which a value is the one that was not chosen: "pnpm over npm". Negations do the same."""

AFFIRMING = frozenset("always true yes on enable enabled enables active must use used using allow allowed".split())
"""Words that only say that something is so; a note without them says it as well."""

_STATES = (
    "done complete completed finished landed merged shipped resolved fixed implemented deployed closed approved ✅ "
    "完了 完成 成功",
    "pending open todo unresolved waiting progress wip ongoing unfixed unfinished ⏳ 🚧 進行中 未完了 準備",
)
STATE: dict[str, int] = {word: state for state, row in enumerate(_STATES) for word in row.split()}
"""How far something has come: 0 done, 1 not yet."""

ORDINAL = frozenset(
    "step phase milestone part chapter section stage task day week sprint round lesson item case option level layer "
    "test line issue pr ticket rule adr slice plan row session table figure paso fase etapa passo schritt étape "
    "feature option scenario этап шаг фаза 步骤 阶段 ステップ フェーズ".split()
)
"""Words after which a number tells which one of several is meant: "step 3" is a name, not a value."""

HELD_BY_ONE = frozenset(
    "owner owned owns maintainer maintained lead assigned reports default primary main current currently active model "
    "hosted lives live located stored deployed deploys named called prefers preferred uses use using runs timezone "
    "language name email branch".split()
)
"""Words that say that what follows is the only one of its kind."""
