# ruff: noqa: E501 - one pattern a line
"""The words that say that a value is a secret, those that say it is none, and the commands that take one.

Key words stand before a value with ``:``, ``=``, "is" and the like between; the languages are those in which people were
seen to write such notes.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Class(Enum):
    """What a key word promises about its value."""

    PASSWORD = "a password"  # chosen by a person, so it may be short
    TOKEN = "a token"  # made by a machine: long and random
    KEY = "a key"  # a secret only with a word like "api" before it


class Word(NamedTuple):
    """A key word in lower case. `alone`: no letter of the same case may stand before it."""

    word: str
    promises: Class
    kind: str
    alone: bool = False


_P, _T, _K = Class.PASSWORD, Class.TOKEN, Class.KEY

WORDS: tuple[Word, ...] = (
    *(
        Word(word, _P, "a password")
        for word in ("password", "passwords", "passwd", "passwort", "passcode", "kennwort", "pasword")
    ),
    Word("passphrase", _P, "a passphrase"),
    *(Word(word, _P, "a password", alone=True) for word in ("pass", "pwd", "pw", "psw", "pword")),
    Word("api key", _T, "an API key"),
    Word("apikey", _T, "an API key"),
    Word("api_key", _T, "an API key"),
    Word("api-key", _T, "an API key"),
    Word("authkey", _T, "an auth key", alone=True),
    *(Word(word, _T, "a secret") for word in ("secret", "secrets", "credential", "credentials")),
    *(Word(word, _T, "a token") for word in ("token", "tokens")),
    Word("key", _K, "a key", alone=True),
    Word("pat", _T, "a token", alone=True),
)
FOREIGN_WORDS: tuple[Word, ...] = (
    *(Word(word, _P, "a password") for word in ("contrasena", "mot de passe", "senha", "parola", "haslo", "wachtwoord", "adgangskode", "heslo", "parool", "sifre")),
    *(Word(word, _T, "a secret key") for word in ("clave", "jeton", "geheimnis")),
)  # fmt: skip
OTHER_WORDS: tuple[Word, ...] = (
    *(Word(word, _P, "a password") for word in (
        "contraseña", "hasło", "lösenord", "jelszó", "şifre", "пароль", "пароля", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "mật khẩu", "كلمة المرور",
        "סיסמה", "รหัสผ่าน", "पासवर्ड",
    )),
    *(Word(word, _T, "a secret key") for word in (
        "密钥", "密鑰", "秘钥", "令牌", "シークレット", "トークン", "토큰", "токен", "секрет", "ключ", "schlüssel", "clé api",
    )),
)  # fmt: skip

# Words right before "key" with which it is a secret's name.
KEY_BEFORE = (
    r"(?:api|access|secret|private|auth|authentication|authorization|account|signing|encryption|master|role|shared|app|application|admin|license|licence"
    r"|subscription|webhook|deploy|bot|global|server|user|root|management|integration|hmac|jwt|aes|cookie|org|team|agent"
    r"|write|ingest|upload|dev|developer|prod|staging|live|service|storage|django|flask|rails|laravel|nextauth|sdk|x)[ _.\-]?$"
)
# What may follow a key word inside its name without making it the name of something else.
NAME_TAILS = frozenset(
    "prod production stage staging dev live test old new current primary secondary value base64 b64 default admin root master encoded key token secret password base "
    "access ro rw read write 0 1 2 3 4 5 6 7 8 9 v1 v2 v3 v4".split()
)

# Words right before a key word that make it the name of something that is no secret.
HARMLESS_BEFORE = (
    r"(?:public|primary|foreign|sort|cache|partition|idempotency|i18n|translation|locale|object|s3|page|next|prev|previous|sync|continuation|publishable"
    r"|hot|short|shift|arrow|enter|escape|max|min|cancel(?:lation)?|design|composite|unique|surrogate|natural|lookup|hash|map|dict|row|range|shard|group"
    r"|storage|index|config|settings?|registry|host|ssh|gpg|pgp|known|kms|fingerprint|event|message|routing|dedup\w*|metric|feature|flag|label|sentinel"
    r"|node|parent|space|folder|doc|wiki|base|file|reset|stop|pad|eos|bos|special|input|output|prompt|completion|total|context|anon|csrf|by)"
    r"[ _.\-\"'`*]{0,3}$"
)

# Values that stand for a value.
PLACEHOLDER_PARTS = (
    r"example|placeholder|change[ _-]?(?:me|this|it)|(?:your|my|the|our|some)[-_ ]|<|>|redact|dummy|sample|insert|replace|to-?do\b|fixme|xxxx|\*\*\*|•••|●●|###|…|\.\.\."
    r"|\{\{|\$\{|\$\(|%\(|\{%|process\.env|environ|getenv|secrets\.|\benv[.:(\[]|op://|vault:|ref\+|arn:|ssm:|keychain|keyring|1password|bitwarden|lastpass|[-_]here\b"
    r"|foobar|lorem|(?:seu|sua|tu|votre|dein|ihr|mon|ton)[-_]|1234567890|0123456789|abcdefgh|qwerty|deadbeef|not[-_ ]?a[-_ ]?real|fake|masked|hidden|omitted|unset|ENC\[|\bmin[:=]|\bmax[:=]|string\||required|■|█|░"
)
PLACEHOLDERS = frozenset(
    "password passwort passwd pass pwd pw secret token key apikey api_key api-key none null nil true false yes no string str text test admin root user username "
    "guest changeme default empty blank unset undefined required optional here there see tbd n/a na same unknown value postgres mysql mariadb redis rabbitmq mongo "
    "minio minioadmin sa oracle letmein mysecretpassword mypassword topsecret supersecret s3cr3t secret123 pass123 password123 password1 p@ssw0rd p@ssword "
    "passw0rd x-oauth-basic x-token-auth oauth2 oauth2accesstoken bearer basic token123 test123 test1234 admin123 user123 abc123 sha256 "
    "sha512 sha1 md5 base64 utf-8 utf8 hs256 rs256 es256 bcrypt argon2 argon2id scrypt pbkdf2 aes-256 aes256 ed25519 rsa4096 jwt oidc oauth2.0 "
    "session1 localhost development production staging".split()
)


class Place(NamedTuple):
    """Where a secret is told by what surrounds it; the group ``v`` is its value."""

    kind: str
    marks: tuple[str, ...]
    pattern: str
    source: str
    judge: str  # basic, bearer, given (a person gave it to a command), random, hash


_GIVEN = r"(?:'(?P<v>[^'\n]{3,128})'|\"(?P<w>[^\"\n]{3,128})\"|(?P<u>[^\s'\"`<>|]{3,128}))"

PLACES: tuple[Place, ...] = (
    Place("a Basic auth header", ("asic ",), r"\b[Bb]asic\s{1,3}(?P<v>[A-Za-z0-9+/_-]{6,512}={0,2})(?![A-Za-z0-9+/])", "RFC 7617", "basic"),
    Place("a bearer token", ("earer ",), r"\b[Bb]earer\s{1,3}[\"'`]?(?P<v>[A-Za-z0-9._~+/-]{16,2048}={0,2})", "RFC 6750", "bearer"),
    Place("a password before a host", ("@",), r"(?<![\w/.@:+-])[\w.-]{1,40}:(?P<v>[^\s:@/'\"`<>]{6,64})@(?:\d{1,3}(?:\.\d{1,3}){3}\b|localhost\b|[a-z][\w-]{0,62}(?:\.[\w-]{1,62}){0,4}\.[a-z]{2,12}\b)", "ssh(1), SIP", "password"),
    Place("a password of .netrc", ("login ",), r"\blogin\s{1,4}\S{1,80}\s{1,4}password\s{1,4}" + _GIVEN, "GNU inetutils: the .netrc file", "given"),
    Place("a password of .pgpass", (":5432:", ":5433:", ":6432:", ":*:"), r"(?<![\w:.*-])[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,63}:[\w*.-]{1,63}:(?P<v>[^\s:'\"`/]{3,128})", "PostgreSQL: the password file", "given"),
    Place("a password on a command line", ("sshpass",), r"\bsshpass\s{1,3}-p\s{0,3}" + _GIVEN, "sshpass(1)", "given"),
    Place("a password on a command line", ("mysql", "mariadb"), r"\b(?:mysql|mariadb)\w{0,10}\b[^\n`|;]{0,120}?\s-p" + _GIVEN, "MySQL: connection options", "given"),
    Place("a password on a command line", ("curl",), r"\bcurl\b[^\n|;]{0,200}?\s(?:-u|--user|--proxy-user)[ =]{0,2}[\"']?[^\s:'\"`$/]{1,80}:(?P<v>[^\s'\"`]{3,128})", "curl(1)", "given"),
    Place("a password on a command line", ("docker", "podman", "helm", "skopeo", "az ", "oc ", "nerdctl"), r"\b(?:docker|podman|helm|skopeo|az|oc|nerdctl)\b[^\n|;]{0,60}?\blogin\b[^\n|;]{0,160}?\s(?:-p|--password)[ =]" + _GIVEN, "docker login", "given"),
    Place("a password on a command line", ("redis-cli",), r"\bredis-cli\b[^\n|;`]{0,120}?\s-a\s" + _GIVEN, "redis-cli", "given"),
    Place("a password on a command line", ("mongo",), r"\bmongo(?:sh|dump|restore|export|import)?\b[^\n|;`]{0,160}?\s-p\s" + _GIVEN, "mongosh", "given"),
    Place("a password on a command line", ("sqlcmd", "bcp "), r"\b(?:sqlcmd|bcp)\b[^\n|;`]{0,160}?\s-P\s?" + _GIVEN, "sqlcmd", "given"),
    Place("a password on a command line", ("ldap",), r"\bldap(?:search|modify|add|delete|passwd|whoami)\b[^\n|;`]{0,160}?\s-w\s" + _GIVEN, "ldapsearch(1)", "given"),
    Place("a password on a command line", ("htpasswd",), r"\bhtpasswd\s[^\n|;`]{0,80}?-\w{0,6}b\w{0,6}\s(?:\S{1,100}\s){1,2}" + _GIVEN, "htpasswd(1)", "given"),
    Place("a password on a command line", ("pass:",), r"\s-pass(?:in|out)?\spass:" + _GIVEN, "openssl passphrase options", "given"),
    Place("a password on a command line", ("--pass", "--pwd"), r"(?<![\w-])--(?:[a-z-]{1,20}-)?(?:password|passphrase|passwd|pass|pwd)[ =]" + _GIVEN, "long options", "given"),
    Place("a token on a command line", ("--token", "--api-", "--auth", "--secret", "--access", "-token", "-key"), r"(?<![\w-])--(?:[a-z-]{1,20}-)?(?:token|api-?key|auth-?key|authtoken|secret(?:-key)?|access-key|client-secret)[ =][\"']?(?P<v>[^\s'\"`<>|]{12,512})", "long options", "random"),
    Place("a password on a command line", ("smbclient", "rpcclient", "mount", "crackmapexec"), r"\b(?:smb|rpc)client\b[^\n|;`]{0,120}?\s-U\s?[\"']?[^\s%'\"]{1,60}%(?P<v>[^\s'\"`]{3,128})", "smbclient(1)", "given"),
    Place("an ngrok token", ("authtoken",), r"\bauthtoken[:= ]\s{0,3}[\"'`]?(?P<v>[A-Za-z0-9]{20,32}_[A-Za-z0-9]{15,28})", "ngrok: agent configuration", "random"),
    Place("an Azure storage key", ("AccountKey=", "SharedAccessKey="), r"(?:Account|SharedAccess)Key=(?P<v>[A-Za-z0-9+/]{40,90}={0,2})", "Azure: connection strings", "random"),
    Place("an Azure SAS token", ("sig=",), r"[?&;\"'\s]sig=(?P<v>[A-Za-z0-9%+/_-]{32,128}={0,2})", "Azure: shared access signatures", "random"),
    Place("an Azure function key", ("code=",), r"[?&]code=(?P<v>[A-Za-z0-9_/+-]{50,90}={0,2})", "Azure Functions: access keys", "random"),
    Place("a presigned URL", ("X-Amz-Signature=",), r"X-Amz-Signature=(?P<v>[0-9a-f]{64})", "AWS: signature version 4", "expiring"),
    Place("a password hash", ("$2", "$apr1$", "$1$", "$5$", "$6$", "$y$", "$argon2"), r"(?<![\w$])(?P<v>\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|[56]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$(?:[./A-Za-z0-9]{86}|[./A-Za-z0-9]{43})|y\$[./A-Za-z0-9]{2,8}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|argon2id?\$v=\d\d\$[\w=,]{5,40}\$[A-Za-z0-9+/]{16,90}\$[A-Za-z0-9+/]{20,90}))", "crypt(5), htpasswd", "hash"),
    Place("a password hash", ("{SHA}", "{SSHA}"), r"(?P<v>\{SS?HA\}[A-Za-z0-9+/]{27,60}={0,2})", "htpasswd, LDAP", "hash"),
    Place("a Bitcoin private key", ("WIF", "wallet", "itcoin", "BTC", "private key"), r"(?<![A-Za-z0-9])(?P<v>(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51}))(?![A-Za-z0-9])", "Bitcoin: wallet import format", "random"),
)  # fmt: skip
