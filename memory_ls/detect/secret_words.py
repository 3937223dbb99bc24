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
    *(
        Word(word, _P, "a password", alone=True)
        for word in ("pass", "pwd", "pw", "psw", "pword", "sshpass", "psk", "mdp", "clave", "storepass", "keypass")
    ),
    Word("api key", _T, "an API key"),
    Word("apikey", _T, "an API key"),
    Word("api_key", _T, "an API key"),
    Word("api-key", _T, "an API key"),
    *(Word(word, _T, "a private key") for word in ("privatekey", "presharedkey", "signingkey")),
    *(Word(word, _T, "a secret key") for word in ("secretkey", "masterkey", "encryptionkey")),
    Word("accesskey", _T, "an access key"),
    Word("authkey", _T, "an auth key", alone=True),
    *(Word(word, _T, "a secret") for word in ("secret", "secrets", "credential", "credentials")),
    *(Word(word, _T, "a token") for word in ("token", "tokens")),
    Word("key", _K, "a key", alone=True),
    Word("pat", _T, "a token", alone=True),
    Word("tok", _T, "a token", alone=True),
)
FOREIGN_WORDS: tuple[Word, ...] = (
    *(Word(word, _P, "a password") for word in ("contrasena", "mot de passe", "senha", "parola", "haslo", "wachtwoord", "adgangskode", "heslo", "parool", "sifre", "salasana", "kata sandi", "passord", "palavra-passe", "lozinka", "geslo")),
    *(Word(word, _T, "a secret key") for word in ("jeton", "geheimnis", "chave", "chiave", "chave api", "chiave api", "clave de api", "clave secreta")),
)  # fmt: skip
OTHER_WORDS: tuple[Word, ...] = (
    *(Word(word, _P, "a password") for word in (
        "contraseña", "hasło", "lösenord", "jelszó", "şifre", "пароль", "пароля", "密码", "密碼", "口令", "パスワード", "비밀번호", "비번", "암호", "mật khẩu", "كلمة المرور",
        "סיסמה", "รหัสผ่าน", "पासवर्ड",
    )),
    *(Word(word, _T, "a secret key") for word in (
        "密钥", "密鑰", "秘钥", "令牌", "シークレット", "トークン", "토큰", "токен", "секрет", "ключ", "schlüssel", "clé api",
    )),
)  # fmt: skip

# Words right before "key" with which it is a secret's name.
KEY_BEFORE: tuple[str, ...] = tuple(
    (
        "api|access|secret|private|auth|authentication|authorization|account|signing|encryption|master|role|shared|app|application|admin|"
        "license|licence|subscription|webhook|deploy|bot|global|server|user|root|management|integration|hmac|jwt|aes|cookie|org|team|agent|"
        "write|ingest|upload|dev|developer|prod|staging|live|service|storage|django|flask|rails|laravel|nextauth|sdk|x|preshared|"
        "pre-shared|session|cookies|appid|app_id|app id|fernet|consumer|secure|product|cluster|wireguard|wg|vpn|cipher|decryption|hashid|"
        "hash_id|node|bearer|"
        # names of services whose keys have no shape of their own
        "openai|anthropic|claude|gemini|google|mistral|cohere|deepgram|assemblyai|assembly ai|elevenlabs|eleven labs|deepseek|moonshot|"
        "kimi|qwen|dashscope|zhipu|minimax|siliconflow|silicon flow|together|fireworks|algolia|meilisearch|typesense|elastic|elasticsearch|"
        "datadog|newrelic|new relic|honeycomb|pagerduty|pager duty|opsgenie|sentry|mixpanel|amplitude|segment|azure|aws|gcp|cloudflare|"
        "fastly|akamai|stripe|paypal|plaid|twilio|vonage|messagebird|sendgrid|mailgun|mailchimp|postmark|brevo|resend|shodan|virustotal|"
        "censys|hunter|clearbit|apollo|serpapi|serp api|serper|tavily|exa|firecrawl|airtable|notion|linear|jira|confluence|trello|asana|"
        "monday|hubspot|salesforce|zendesk|intercom|freshdesk|shopify|figma|mapbox|here|tomtom|openweather|openweathermap|weather|binance|"
        "kraken|coinbase|alchemy|infura|etherscan|helius|nasdaq|polygon|finnhub|alphavantage|alpha vantage|quandl|newsapi|tmdb|omdb|giphy|"
        "unsplash|pexels|pixabay|youtube|spotify|twitch|discord|telegram|slack|tinypng|cloudinary|uploadcare|imgbb|imgur|deepl|wandb|"
        "huggingface|hugging face|replicate|pinecone|weaviate|qdrant|supabase|firebase|vercel|netlify|render|railway|heroku|linode|vultr|"
        "hetzner|digitalocean"
    ).split("|")
)
# What may follow a key word inside its name without making it the name of something else.
NAME_TAILS = frozenset(
    "prod production stage staging dev live test old new current primary secondary value base64 b64 default admin root master encoded key token secret password base "
    "access ro rw read write 0 1 2 3 4 5 6 7 8 9 v1 v2 v3 v4".split()
)

# Words right before a key word that make it the name of something that is no secret, but for longer words ending so.
HARMLESS_BEFORE: tuple[str, ...] = tuple(
    (
        "public|site|primary|foreign|sort|cache|partition|idempotency|i18n|translation|locale|object|s3|page|next|prev|previous|sync|"
        "continuation|publishable|hot|short|shift|arrow|enter|escape|max|min|cancel|cancellation|design|composite|unique|surrogate|natural|"
        "lookup|hash|map|dict|row|range|shard|group|storage|index|config|setting|settings|registry|host|ssh|gpg|pgp|known|kms|fingerprint|"
        "event|message|routing|dedup|dedupe|deduplication|metric|feature|flag|label|sentinel|node|parent|space|folder|doc|wiki|base|file|"
        "reset|stop|pad|eos|bos|special|input|output|prompt|completion|total|context|anon|csrf|by"
    ).split("|")
)
NOT_HARMLESS = ("admin", "database", "firebase", "supabase")

# Words right before "token" with which it names a request or a page.
HARMLESS_TOKEN = (
    "client",
    "change",
    "lock",
    "request",
    "starting",
    "upload",
    "workunit",
    "work-unit",
    "import",
    "export",
    "idempotent",
)

# Values that stand for a value.
PLACEHOLDER_PARTS = (
    r"example|placeholder|change[ _-]?(?:me|this|it)|(?:your|my|the|our|some)[-_ ]|<|>|redact|dummy|sample|insert|replace|to-?do\b|fixme|xxxx|\*\*\*|•••|●●|###|…|\.\.\."
    r"|\{\{|\$\{|\$\(|%\(|\{%|process\.env|environ|getenv|secrets\.|\benv[.:(\[]|op://|vault:|ref\+|arn:|ssm:|keychain|keyring|keyvault|1password|bitwarden|lastpass|[-_]here\b"
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
    judge: str  # basic, bearer, given (a person gave it to a command), password, likely (prose), odd (a password that is no name), random, phrase, hash


_GIVEN = r"(?:'(?P<v>[^'\n]{3,128})'|\"(?P<w>[^\"\n]{3,128})\"|(?P<u>[^\s'\"`<>|]{3,128}))"

PLACES: tuple[Place, ...] = (
    Place("a Basic auth header", ("asic ",), r"\b[Bb]asic\s{1,3}(?P<v>[A-Za-z0-9+/_-]{6,512}={0,2})(?![A-Za-z0-9+/])", "RFC 7617", "basic"),
    Place("a bearer token", ("earer ",), r"\b[Bb]earer\s{1,3}[\"'`]?(?P<v>[A-Za-z0-9._~+/-]{16,2048}={0,2})", "RFC 6750", "bearer"),
    Place("a password before a host", ("@",), r"(?<![\w/.@:+-])[\w.-]{1,40}:(?P<v>[^\s:/'\"`<>]{6,64})@(?:\d{1,3}(?:\.\d{1,3}){3}\b|localhost\b|[a-z][\w-]{0,62}(?:\.[\w-]{1,62}){0,4}\.[a-z]{2,12}\b)", "ssh(1), SIP", "password"),
    Place("a password of .netrc", ("login ",), r"\blogin\s{1,4}\S{1,80}\s{1,4}password\s{1,4}" + _GIVEN, "GNU inetutils: the .netrc file", "given"),
    Place("a password of .pgpass", (":5432:", ":5433:", ":6432:", ":*:"), r"(?<![\w:.*-])[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,63}:[\w*.-]{1,63}:(?P<v>[^\s:'\"`/]{3,128})", "PostgreSQL: the password file", "given"),
    Place("a password on a command line", ("sshpass",), r"\bsshpass\s{1,3}-p\s{0,3}" + _GIVEN, "sshpass(1)", "given"),
    Place("a password on a command line", ("mysql", "mariadb"), r"\b(?:mysql|mariadb)\w{0,10}\b[^\n`|;]{0,120}?\s-p" + _GIVEN, "MySQL: connection options", "given"),
    Place("a password on a command line", ("curl",), r"\bcurl\b[^\n|;]{0,200}?\s(?:-\w{0,6}u|--user|--proxy-user)[ =]{0,2}[\"']?[^\s:'\"`$/]{1,80}:(?P<v>[^\s'\"`]{3,128})", "curl(1)", "given"),
    Place("a password on a command line", ("docker", "podman", "helm", "skopeo", "az ", "oc ", "nerdctl"), r"\b(?:docker|podman|helm|skopeo|az|oc|nerdctl)\b[^\n|;]{0,60}?\blogin\b[^\n|;]{0,160}?\s(?:-p|--password)[ =]" + _GIVEN, "docker login", "given"),
    Place("a password on a command line", ("redis-cli",), r"\bredis-cli\b[^\n|;`]{0,120}?\s-a\s" + _GIVEN, "redis-cli", "given"),
    Place("a password on a command line", ("mongo",), r"\bmongo(?:sh|dump|restore|export|import)?\b[^\n|;`]{0,160}?\s-p\s" + _GIVEN, "mongosh", "given"),
    Place("a password on a command line", ("sqlcmd", "bcp "), r"\b(?:sqlcmd|bcp)\b[^\n|;`]{0,160}?\s-P\s?" + _GIVEN, "sqlcmd", "given"),
    Place("a password on a command line", ("ldap",), r"\bldap(?:search|modify|add|delete|passwd|whoami)\b[^\n|;`]{0,160}?\s-w\s" + _GIVEN, "ldapsearch(1)", "given"),
    Place("a password on a command line", ("htpasswd",), r"\bhtpasswd\s[^\n|;`]{0,80}?-\w{0,6}b\w{0,6}\s(?:\S{1,100}\s){1,2}" + _GIVEN, "htpasswd(1)", "given"),
    Place("a password on a command line", ("pass:",), r"\s-pass(?:in|out)?\spass:" + _GIVEN, "openssl passphrase options", "given"),
    Place("a password on a command line", ("--pass", "--pwd"), r"(?<![\w-])--(?:[a-z-]{1,20}-)?(?:password|passphrase|passwd|pass|pwd)[ =]" + _GIVEN, "long options", "password"),
    Place("a token on a command line", ("--token", "--api-", "--auth", "--secret", "--access", "-token", "-key"), r"(?<![\w-])--(?!(?:client|next|starting|change|lock|page|continuation|client-request|request|idempotency|work-unit|action|lifecycle-action|copy-product)-)(?:[a-z-]{1,20}-)?(?:token|api-?key|auth-?key|authtoken|secret(?:-key)?|access-key|client-secret)[ =][\"']?(?P<v>[^\s'\"`<>|]{12,512})", "long options", "random"),
    Place("a password on a command line", ("smbclient", "rpcclient", "mount", "crackmapexec"), r"\b(?:smb|rpc)client\b[^\n|;`]{0,120}?\s-U\s?[\"']?[^\s%'\"]{1,60}%(?P<v>[^\s'\"`]{3,128})", "smbclient(1)", "given"),
    Place("a password on a command line", ("cqlsh", "evil-winrm", "influx", "mssqlclient", "arangosh", "couchbase-cli", "cypher-shell", "kinit", "vncpasswd"), r"\b(?:cqlsh|evil-winrm|influx|arangosh|couchbase-cli|cypher-shell)\b[^\n|;`]{0,160}?\s-p(?:assword)?\s" + _GIVEN, "the commands' own pages", "given"),
    Place("a password on a command line", ("http -a", "https -a", "xh -a", "--auth "), r"\b(?:https?|xh)\b[^\n|;`]{0,120}?\s(?:-a|--auth)[ =]{0,2}[\"']?[^\s:'\"`$/]{1,80}:(?P<v>[^\s'\"`]{3,128})", "HTTPie", "given"),
    Place("a password on a command line", ("passwd", "sudo -S", "password-stdin", "sudo --stdin"), r"\b(?:echo|printf)\s(?:-n\s)?[\"']?(?:[\w.-]{1,40}:)?(?P<v>[^\s'\"`|:$]{4,128})[\"']?\s?\|\s?(?:sudo\s)?(?:chpasswd|passwd\b|sudo\s(?:-S|--stdin)|(?:docker|podman|helm|nerdctl|skopeo|gh|az)\b[^\n|]{0,120}-stdin)", "chpasswd(8), sudo(8), docker login", "given"),
    Place("a password on a command line", ("net use", "net user"), r"\bnet\s(?:use\s[^\n|;`]{0,80}?/user:\S{1,60}|user\s(?!/)\S{1,60})\s(?!/)" + _GIVEN, "Windows: net use, net user", "given"),
    Place("a password on a command line", ("freerdp", "rdesktop"), r"\b(?:[xw]l?freerdp3?|rdesktop)\b[^\n|;`]{0,160}?\s[/-]p[: ]" + _GIVEN, "xfreerdp", "given"),
    Place("a password on a command line", ("plink", "pscp", "psftp", "putty"), r"\b(?:plink|pscp|psftp|putty)\b[^\n|;`]{0,120}?\s-pw\s" + _GIVEN, "PuTTY: the command line", "given"),
    Place("a password on a command line", ("ipmitool", "mosquitto_", "zip -", "zip ", "amqp"), r"\b(?:ipmitool|mosquitto_(?:pub|sub|rr)|zip|unzip|zipcloak)\b[^\n|;`]{0,120}?\s-P\s?" + _GIVEN, "ipmitool(1), mosquitto_pub(1), zip(1)", "given"),
    Place("a password on a command line", ("7z", "rar "), r"\b(?:7z[ar]?|unrar|rar)\s[a-z]{1,2}\s[^\n|;`]{0,120}?-h?p" + _GIVEN, "7-Zip, RAR", "given"),
    Place("a password on a command line", ("openssl",), r"\bopenssl\b[^\n|;`]{0,120}?\s-(?:k|passphrase)\s" + _GIVEN, "openssl-enc(1)", "given"),
    Place("a password on a command line", ("keytool", "storepass", "keypass", "jarsigner"), r"\s-(?:dest|src|new)?(?:store|key)pass\s" + _GIVEN, "keytool(1)", "given"),
    Place("a password on a command line", ("ssh-keygen",), r"\bssh-keygen\b[^\n|;`]{0,120}?\s-[NP]\s?" + _GIVEN, "ssh-keygen(1)", "given"),
    Place("a password on a command line", ("rabbitmqctl",), r"\brabbitmqctl\s(?:[-\w]{1,20}\s){0,2}?(?:add_user|change_password|authenticate_user)\s\S{1,60}\s" + _GIVEN, "rabbitmqctl(8)", "given"),
    Place("a password on a command line", ("wpa_passphrase",), r"\bwpa_passphrase\s(?:\"[^\"\n]{1,40}\"|\S{1,40})\s" + _GIVEN, "wpa_passphrase(8)", "given"),
    Place("a password on a command line", ("SecureString",), r"\bConvertTo-SecureString\s(?:-String\s)?" + _GIVEN, "PowerShell", "given"),
    Place("a password on a command line", ("snmp",), r"\bsnmp(?:walk|get|set|bulkwalk)\b[^\n|;`]{0,120}?\s-[AX]\s" + _GIVEN, "snmpwalk(1)", "given"),
    Place("a password on a command line", ("lftp",), r"\blftp\b[^\n|;`]{0,120}?\s-u\s[\"']?[^\s,'\"]{1,60},(?P<v>[^\s'\"`]{3,128})", "lftp(1)", "given"),
    Place("a token on a command line", ("vault login", "service install", "auth login", "add-authtoken", "connector run", "tunnel run", "login --token", "auth:token", "auth add"), r"\b(?:vault\slogin|cloudflared\sservice\sinstall|infisical\slogin|railway\slogin|flyctl\sauth\stoken|ngrok\sconfig\sadd-authtoken)\s[\"']?(?P<v>[^\s'\"`<>|]{16,2048})", "the commands' own pages", "random"),
    Place("a password in SQL", ("dentified", "DENTIFIED"), r"\b(?i:identified\s(?:with\s\w{1,40}\s)?by)\s(?i:password\s)?(?:'(?P<v>[^'\n]{3,128})'|\"(?P<w>[^\"\n]{3,128})\"(?!\)))", "MySQL, Oracle: CREATE USER", "password"),
    Place("a password in SQL", ("PASSWORD", "password"), r"\b(?i:(?:set|for)\b[^\n;]{0,80}=\s?password)\('(?P<v>[^'\n]{3,128})'", "MySQL: SET PASSWORD", "given"),
    Place("a password", ("requirepass", "masterauth", "masteruser"), r"\b(?:requirepass|masterauth)\s{1,3}" + _GIVEN, "Redis: configuration", "password"),
    Place("a password", ("value=",), r"\b(?i:key|name)\s?=\s?[\"'][\w.:-]{0,40}(?i:password|passwd|pwd|secret)[\"']\s{1,3}value\s?=\s?[\"'](?P<v>[^\"'\n<>]{4,128})[\"']", "application settings in XML", "password"),
    Place("a password", ("red", "Red", "ogin", "ccount", "账号", "账户", "用户", "CRED", "LOGIN", "user", "User", "auth"), r"(?i:\b(?:cred(?:ential)?s?|creds|log-?ins?|accounts?|users?|basic[ -]?auth|auth)\b|账号|账户|用户|登录)(?:\s(?:is|are|for\s[\w -]{1,30}))?\s?[:：=]?\s{0,2}[\"'`(*]{0,3}(?!(?:https?|file|git|ssh|s3|npm|docker|urn|arn|sha\d*|md5)\b)[\w.+@-]{2,60}[:：](?!//)(?P<v>[^\s:'\"`<>/,，。；)]{6,64})(?=[\s'\"`.,;)*，。；]|$)", "a login as people write it: user:password", "password"),
    Place("a password", ("@",), r"(?<![\w/.@:+-])(?<!scp )(?<!rsync )(?<!ssh )(?<! [a-z] )[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}:(?![/\d])(?P<v>[^\s:/'\"`<>|,]{8,64})(?=[\s'\"`.,;)]|$)", "a login as people write it: address:password", "odd"),
    Place("a password", ("p:", "P:", "p=", "pw:", "P="), r"(?i:\b(?:u|user|login|usr)\s?[:=]\s?[\"'`]?[\w.@+-]{1,60}[\"'`]?[\s,;/|]{1,3}(?:p|pw|pwd|pass)\s?[:=]\s?)" + _GIVEN, "a login as people write it", "password"),
    Place("a PIN", ("PIN",), r"(?<!GPIO )(?<!gpio )\bPIN\b(?:\s(?:for|of|to|on)\s[^\n:=.,;]{1,40}?)?\s?(?:[:=]|\bis\b)\s?[\"'`*]{0,3}(?P<v>\d{4,8})(?=[`\"'*).,;!]|\s*$|\s*\n)", "as people write it", "expiring"),
    Place("a token in a URL", ("?auth=", "&auth=", "?sig=", "signature=", "?t=", "&hash="), r"[?&](?:auth|signature)=(?P<v>[A-Za-z0-9%._~-]{20,512})", "RFC 6750, section 2.3", "random"),
    Place("a password", ("password", "passphrase", "passwort", "Passwort", " pw", "passcode"), r"(?<![\w`\"'])[`\"'](?P<v>[^\s`\"']{6,64})[`\"'][ ](?:is|as|was|remains|=)[ ](?:(?:the|our|my|your|a|its|their|das)[ ])?(?:[\w-]{1,20}[ ]){0,2}?(?:password|passphrase|passcode|pw|passwort|Passwort)\b", "prose", "likely"),
    Place("a password", ("ifi", "i-Fi", "i-fi", "IFI", "WLAN", "wlan"), r"(?i:\bwi-?fi\b|\bwlan\b)[^\n:|]{0,30}[:=]\s?[^\n/|:]{2,32}\s/\s(?P<v>[^\s`\"']{8,63})(?=\s|[.,;]|$)", "prose", "likely"),
    Place("a seed phrase", ("nemonic", "hrase", "seed"), r"(?i:\b(?:mnemonic|(?:seed|recovery|backup|wallet)[ -](?:phrase|words?|mnemonic)))\b(?:[ ]\([^()\n]{1,30}\))?(?:[ ]?[:=]|[ ]is)[ ]{0,2}[`\"'*]{0,3}(?P<v>(?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8})(?=[`\"'*.,;\n]|$)", "BIP 39", "phrase"),
    Place("registry credentials", ('"auth"', "_auth"), r"(?:\"auth\"\s?:\s?\"|\b_auth\s?=\s?\"?)(?P<v>[A-Za-z0-9+/]{8,512}={0,2})", "docker: config.json; npm: .npmrc", "basic"),
    Place("a private key", ('"kty"',), r"\"[dk]\"\s?:\s?\"(?P<v>[A-Za-z0-9_-]{20,700})\"", "RFC 7517", "random"),
    Place("a session cookie", ("ookie:", "COOKIE="), r"(?:\b(?:[Ss]et-)?[Cc]ookie:|\bCOOKIE=)\s?[^\n]{0,200}?\b[\w.-]{0,24}(?i:sess|sid|auth|token|jwt)[\w.-]{0,12}=(?P<v>[A-Za-z0-9%._~+/-]{16,1024})", "RFC 6265", "random"),
    Place("an Amazon token", ("Atzr|", "Atza|"), r"(?<![A-Za-z0-9])(?P<v>Atz[ar]\|[\w-]{60,1500})", "Amazon: Login with Amazon", "random"),
    Place("an ngrok token", ("authtoken",), r"\bauthtoken[:= ]\s{0,3}[\"'`]?(?P<v>[A-Za-z0-9]{20,32}_[A-Za-z0-9]{15,28})", "ngrok: agent configuration", "random"),
    Place("an Azure storage key", ("AccountKey=", "SharedAccessKey="), r"(?:Account|SharedAccess)Key=(?P<v>[A-Za-z0-9+/]{40,90}={0,2})", "Azure: connection strings", "random"),
    Place("an Azure SAS token", ("sig=",), r"[?&;\"'\s]sig=(?P<v>[A-Za-z0-9%+/_-]{32,128}={0,2})", "Azure: shared access signatures", "random"),
    Place("an Azure function key", ("code=",), r"[?&]code=(?P<v>[A-Za-z0-9_/+-]{50,90}={0,2})", "Azure Functions: access keys", "random"),
    Place("an Alchemy key", (".alchemy.com/v2/",), r"\.alchemy\.com/v2/(?P<v>[\w-]{21,40})", "Alchemy: API keys", "random"),
    Place("an Infura key", (".infura.io/",), r"\.infura\.io/(?:ws/)?v3/(?P<v>[0-9a-f]{32})", "Infura: API keys", "random"),
    Place("a presigned URL", ("X-Amz-Signature=",), r"X-Amz-Signature=(?P<v>[0-9a-f]{64})", "AWS: signature version 4", "expiring"),
    Place("a password hash", ("$2", "$apr1$", "$1$", "$5$", "$6$", "$y$", "$argon2"), r"(?<![\w$])(?P<v>\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|[56]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$(?:[./A-Za-z0-9]{86}|[./A-Za-z0-9]{43})|y\$[./A-Za-z0-9]{2,8}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|argon2id?\$v=\d\d\$[\w=,]{5,40}\$[A-Za-z0-9+/]{16,90}\$[A-Za-z0-9+/]{20,90}))", "crypt(5), htpasswd", "hash"),
    Place("a password hash", ("{SHA}", "{SSHA}"), r"(?P<v>\{SS?HA\}[A-Za-z0-9+/]{27,60}={0,2})", "htpasswd, LDAP", "hash"),
    Place("a Bitcoin private key", ("WIF", "wallet", "itcoin", "BTC", "private key"), r"(?<![A-Za-z0-9])(?P<v>(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51}))(?![A-Za-z0-9])", "Bitcoin: wallet import format", "random"),
)  # fmt: skip
