"""Secrets: every kind is found in prose with its exact span, and what stands for a secret is left alone."""

from __future__ import annotations

import base64
import json
import string
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.detect import Secret, find_secrets
from memory_ls.detect.secret_patterns import SHAPES, Shape
from memory_ls.detect.secret_words import PLACES, WORDS

sys.path.insert(0, str(Path(__file__).parent))
from lengths import grows_linearly
from made import ALNUM, letters, one_of

HEX = "0123456789abcdef"
PASSWORD = letters(5, string.ascii_uppercase) + "!" + letters(7, string.ascii_lowercase + string.digits)
TOKEN = letters(40)

PROSE = (
    "{}",
    "- the key is {}.",
    "(see **{}**), then go on",
    "`{}`; not this",
    '{{"value": "{}"}}',
    "用 {}，好",
    "> {}, kept\nnext row",
    "[{}]",
)


def spans(text: str) -> list[str]:
    return [text[found.start : found.end] for found in find_secrets(text)]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.kind[2:].strip()}-{shape.marks[0][:4]}")
def test_a_token_of_every_shape_is_found_wherever_prose_puts_it(shape: Shape) -> None:
    samples = [sample for seed in range(40) if (sample := one_of(shape.value, seed))[-1].isalnum()]
    found = [sample for sample in samples if all(spans(form.format(sample)) == [sample] for form in PROSE)]
    assert len(found) >= len(samples) * 0.85  # a few random samples look like words


@pytest.mark.parametrize("ending", ["...", "…", "***"])
def test_a_token_that_is_cut_short_is_left_alone(ending: str) -> None:
    assert spans("API key: " + "sk" + "-ant-api03-" + letters(20) + ending) == []


@pytest.mark.parametrize(
    "value",
    [
        "x" * 36,
        "ExampleExampleExampleExampleExample1",
        "1234567890abcdefghij1234567890abcdef",
        "your_token_goes_here_and_nowhere_0000",
    ],
)
def test_a_sample_of_a_token_is_left_alone(value: str) -> None:
    assert spans("gh" + "p_" + value) == []


def test_a_checksum_saves_a_token_that_looks_like_a_sample() -> None:
    body = "your0your0your0your0your0your0"
    number, digits = zlib.crc32(body.encode()), ""
    alphabet = string.digits + string.ascii_uppercase + string.ascii_lowercase
    while number:
        number, digit = divmod(number, 62)
        digits = alphabet[digit] + digits
    token = "gh" + "p_" + body + digits.rjust(6, "0")
    assert spans(f"is {token}.") == [token]


ASSIGNED = (
    "password = {p}",
    'password: "{p}"',
    "DB_PASSWORD={p}",
    "staging.db.password = '{p}'",
    "- **Password:** `{p}`",
    "user=bob, pass={p}",
    "pwd: {p}",
    "dbPassword={p}",
    "| Password | {p} |",
    "<password>{p}</password>",
    "Server=x;Uid=sa;Password={p};Encrypt=True",
    "数据库密码：{p}。",
    "口令是 `{p}`",
    "mot de passe : {p}",
    "La contraseña: {p}",
    "Пароль от базы: {p}",
    "Passwort: {p}",
    "パスワード：{p}",
    "비밀번호: {p}",
    "API key: `{t}`",
    "api_key={t}",
    "apiKey: '{t}',",
    'client_secret: "{t}"',
    "authtoken: {t}",
    "the Azure OpenAI api key for staging is `{t}` (ask first)",
    "Wandb api key (prod) = {t}.",
    "token ({t}) in the header",
    "AWS_SECRET_ACCESS_KEY={t}",
    "X-API-Key: {t}",
    "SECRET_KEY_BASE={t}",
    "https://api.acme.test/v1?api_key={t}&page=2",
    "令牌：{t}",
    '{{"auth_token": "{t}"}}',
    '{{\\"auth_token\\": \\"{t}\\"}}',
)


@pytest.mark.parametrize("form", ASSIGNED)
def test_a_value_behind_a_key_word_is_found_and_the_key_word_is_no_part_of_it(form: str) -> None:
    value = PASSWORD if "{p}" in form else TOKEN
    text = form.format(p=PASSWORD, t=TOKEN)
    assert spans(text) == [value]
    assert find_secrets(text)[0].certain


@pytest.mark.parametrize(
    "form",
    [
        "mysql -uroot -p{} shop",
        "sshpass -p '{}' ssh root@10.0.0.9",
        "curl -u admin:{} https://es.acme.test/_cat",
        "docker login -u me -p {} ghcr.io",
        "machine api.acme.test login ci password {}",
        "db.acme.test:5432:app:svc:{}",
        "redis-cli -h cache -a {} ping",
        "openssl rsa -in key.pem -passin pass:{}",
        "run --password={} now",
        "htpasswd -bc .htpasswd bob {}",
        "ssh root/{} on the box",
        "bob@acme.test/{}",
        "admin:{}@10.0.0.5",
        "postgres://app:{}@db.internal:5432/app",
        "cache: redis://:{}@redis.acme.test:6379/0",
        "mongodb+srv://svc:{}@c0.ab12c.mongodb.test/prod",
    ],
)
def test_a_password_in_a_command_or_a_url_is_found(form: str) -> None:
    value = "Kq" + letters(10) + "7w"
    assert spans(form.format(value)) == [value]


def test_headers_are_judged_by_what_they_carry() -> None:
    basic = base64.b64encode(("svc:" + letters(12)).encode()).decode()
    assert spans(f"`Authorization: Basic {basic}`") == [basic]
    assert spans("Authorization: Basic " + base64.b64encode(b"no colon in here").decode()) == []
    assert spans(f'-H "Authorization: Bearer {TOKEN}"') == [TOKEN]
    assert spans("Bearer authentication-is-implemented-in-the-gateway") == []


def test_azure_strings_and_password_hashes_are_found() -> None:
    key = base64.b64encode(letters(64).encode()).decode()
    assert spans(f"AccountName=a;AccountKey={key};EndpointSuffix=x") == [key]
    signature = letters(43) + "%3D"
    assert spans(f"https://a.blob.core.windows.net/c?sv=2022-11-02&sig={signature}") == [signature]
    hashed = "$apr1$" + letters(8) + "$" + letters(22)
    assert spans(f"admin:{hashed}") == [hashed]


def _token(claims: dict[str, str]) -> str:
    parts = [
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
        for part in ({"alg": "HS256", "typ": "JWT"}, claims)
    ]
    return ".".join([*parts, letters(43)])


def test_a_web_token_is_found_unless_it_is_public_or_the_sample() -> None:
    secret = _token({"sub": "ci", "role": "service_role"})
    assert spans(f"SERVICE_JWT={secret}.") == [secret]
    assert spans(_token({"iss": "supabase", "role": "anon"})) == []
    assert spans(_token({"sub": "1234567890", "name": "John Doe"})) == []


def _block(kind: str, body: str) -> str:
    return f"-----BEGIN {kind}-----\n{body}\n-----END {kind}-----"


@pytest.mark.parametrize("kind", ["RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA ", ""])
def test_a_private_key_is_found_whole_and_a_public_one_is_not(kind: str) -> None:
    body = "\n".join(letters(64, seed=row) for row in range(4))
    block = _block(kind + "PRIVATE" + " KEY", body)
    assert spans(f"key:\n{block}\nafter") == [block]
    assert spans(block.replace("\n", "\\n")) == [block.replace("\n", "\\n")]
    assert spans(_block("PUBLIC KEY", body)) == []
    assert spans(_block("CERTIFICATE", body)) == []


def test_a_private_key_without_its_end_is_found_and_one_without_a_body_is_not() -> None:
    begin = "-----BEGIN " + "PRIVATE" + " KEY-----"
    assert len(spans(begin + "\n" + letters(64) + "\n" + letters(64))) == 1
    assert spans(f"the file starts with {begin} and ends so") == []
    assert spans(_block("PRIVATE" + " KEY", "...")) == []


@pytest.mark.parametrize(
    "text",
    [
        "- The password is {} for the demo box",
        "my sudo password is {}",
        "with the usual password, {}",
        "Wifi in the office: guest / sunflower-42",
    ],
)
def test_a_password_told_in_prose_is_only_likely(text: str) -> None:
    found = find_secrets(text.format("hunt" + "er22&X"))
    assert len(found) == 1
    assert not found[0].certain


def test_a_token_broken_by_a_zero_width_space_is_found_whole() -> None:
    token = "gh" + "p_" + letters(36)
    broken = token[:10] + "\u200b" + token[10:]
    assert spans(f"use {broken} now") == [broken]


SILENT = """
- API keys live in 1Password, item "Stripe prod"
- Never put the password in the memory file
- Auth is OAuth2 with PKCE; access token lives 15 minutes
- token budget = 8192, max_tokens = 4096
- primary_key = user_id, sort_key = created_at
- the secret to fast tests is not touching disk
password = changeme
password: "<password>"
password: ********
api_key: [REDACTED]
token: "REPLACE_ME"
OPENAI_API_KEY=sk-...
"PINECONE_API_KEY": "your-key-here"
secret=<redacted:aws-key>
secret = op://Infra/prod/credential
token: {{ secrets.NPM_TOKEN }}
key: ${{ secrets.AWS_SECRET_ACCESS_KEY }}
token = ${SLACK_BOT_TOKEN}
export NPM_TOKEN=$(pass show infra/worker)
api_key = os.environ["ANTHROPIC_API_KEY"]
password: process.env.DB_PASSWORD
PGPASSWORD="$DB_PASSWORD" psql -h "$DB_HOST"
password = getpass.getpass("Password: ")
DATABASE_URL=postgres://user:password@localhost:5432/db
postgres://postgres:postgres@localhost:5432/postgres
postgres://${DB_USER}:${DB_PASSWORD}@db:5432/app
https://user:$TOKEN@github.com/acme/app
curl -u "$USER:$PASS" https://acme.test
mysql -u root -p shop
docker run -p 8080:80 image
ssh -p 2222 root@host
token_file = /var/run/secrets/kubernetes.io/serviceaccount/token
secret_name = "prod/invoice/db"
cache_key: tenant:249921:v2
s3_key = "backups/2026/deploy-f9db4f8a.tar.zst"
i18n_key: "settings.security.password.reset_title"
password_min_length = 14
password hashing: argon2id with m=65536
api key format: sk-[a-zA-Z0-9]{48}
`ghp_[0-9A-Za-z]{36}` in the scanner
pass `--no-verify` to git
pass@1 = 67.3%, pass@k: 80.1%
PASS: test_login_v2 (0.34s)
user/group1 membership
guest/Dockerfile2
key = "Mod-Shift-Enter"
design token: color-primary-500
password: ENC[AES256_GCM,data:abc]
密码：见1Password
пароль хранится в Vault
パスワードは1Passwordにあります。メモに書かないこと
sk-loading-spinner-container-with-a-long-class-name
npm:react18@18.2.0 is an alias
""".strip().splitlines()


@pytest.mark.parametrize("text", SILENT)
def test_what_stands_for_a_secret_or_talks_of_one_is_left_alone(text: str) -> None:
    assert spans(text) == []


@pytest.mark.parametrize(
    "form",
    [
        "regression since commit {}",
        "sha256: {}{}",
        "FROM python:3.12@sha256:{}{}",
        "content_hash = \"{}{}\"",
        "cache key {} never expires",
        "https://github.com/acme/app/commit/{}",
        "idempotency_key = \"{}\"",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{} dana@laptop",
        "wireguard peer PublicKey = {}=",
        "integrity sha512-{}{}==",
        "deploy key fingerprint SHA256:{}",
    ],
)  # fmt: skip
def test_digests_and_public_keys_are_left_alone(form: str) -> None:
    assert spans(form.format(letters(40, HEX), letters(24, HEX))) == []


def test_publishable_keys_ids_and_uuids_are_left_alone() -> None:
    assert spans("frontend uses " + "pk" + "_live_" + letters(24)) == []
    assert spans("AZURE_TENANT_ID=0f3ef51c-38bd-4180-b957-e15bbcec05d5") == []
    assert spans("Stripe customer cus_" + letters(14)) == []
    assert [found.certain for found in find_secrets("api_key = 0f3ef51c-38bd-4180-b957-e15bbcec05d5")] == [False]


def test_a_secret_never_shows_its_value() -> None:
    token = "gh" + "p_" + letters(36)
    assert token not in repr(find_secrets(token))
    assert repr(find_secrets(token)[0]) == "Secret(start=0, end=40, kind='a GitHub token', certain=True)"


def _assert_sound(text: str, found: tuple[Secret, ...]) -> None:
    end = 0
    for secret in found:
        assert end <= secret.start < secret.end <= len(text)
        end = secret.end


PIECES = [mark for shape in SHAPES for mark in shape.marks] + [mark for place in PLACES for mark in place.marks]
PIECES += [word.word for word in WORDS] + [
    "=",
    ": ",
    " ",
    "`",
    '"',
    "://",
    "@",
    "\n",
    "\u200b",
    "aB3dE5fG7hJ9kL1m",
    "İ",
    "…",
]


@given(st.text())
def test_any_text_gives_ordered_spans_inside_it(text: str) -> None:
    _assert_sound(text, find_secrets(text))


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_mix_of_marks_gives_ordered_spans_inside_it(text: str) -> None:
    _assert_sound(text, find_secrets(text))


@pytest.mark.parametrize(
    "seed",
    [
        "key=",
        "token ",
        "password is ",
        "eyJa.",
        "://a:",
        "-----BEGIN " + "PRIVATE" + " KEY-----",
        "curl -u ",
        "a.b@c.",
        "root/",
        "sk-aB3-",
        "aB3_",
        "login a ",
        "x",
        " ",
    ],
)
def test_near_matches_take_time_in_proportion_to_their_length(seed: str) -> None:
    assert grows_linearly(find_secrets, seed)


def test_the_alphabet_of_made_values_has_no_blank() -> None:
    assert set(TOKEN) <= set(ALNUM)
