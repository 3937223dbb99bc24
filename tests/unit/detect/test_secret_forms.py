"""Secrets of providers and in forms that are written down apart from the patterns, and rows that only look like it."""

from __future__ import annotations

import base64
import re
import sys
from pathlib import Path

import pytest

from memory_ls.detect import find_secrets

sys.path.insert(0, str(Path(__file__).parent))
from lookalikes import LOOKALIKES
from made import letters, one_of
from unseen_forms import FORMS
from unseen_providers import NAMED, SHAPED

HEX = "0123456789abcdef"
PASSWORDS = tuple("".join(parts) for parts in (("Tr7!", "kqXz92Lm"), ("zu8Kd", "3mQpw41"), ("x7k2", "m9q4w8")))

AROUND = (
    "{v}",
    "- CI uses {v}.",
    "Dana rotated {v}, ask her",
    "the value (**{v}**) works",
    '> "{v}"',
    "| prod | {v} | live |",
    "```\n{v}\n```",
    "`{v}`",
    "export FOO={v}",
    '{{"x": "{v}", "y": 1}}',
    "curl -H 'X-Thing: {v}' https://a.test",
    "{n} → {v}; old one revoked",
    "使用 {v}。",
)
NAMES = (
    "{n}: {v}",
    "- **{n}:** `{v}`",
    "{n} = {v}",
    "{u}={v}",
    '{{"{l}": "{v}"}}',
    "| {n} | `{v}` |",
    "{l}: {v} # prod",
    "{n} for staging: {v}",
    "{n} → {v}",
    "{n}：{v}",
)


def spans(text: str) -> list[str]:
    return [text[found.start : found.end] for found in find_secrets(text)]


def _forms_with(name: str, pattern: str, forms: tuple[str, ...]) -> list[bool]:
    word = re.sub(r"\W+", "_", name)
    exact = []
    for number, form in enumerate(forms):
        value = one_of(pattern, number)
        text = form.format(v=value, n=name, l=word.lower(), u=word.upper())
        exact.append(value in spans(text) or not (value[-1].isalnum() or value[-1] == "="))
    return exact


@pytest.mark.parametrize(("name", "pattern"), SHAPED, ids=lambda part: part[:20])
def test_a_token_of_a_provider_is_found_by_its_shape_alone(name: str, pattern: str) -> None:
    assert sum(_forms_with(name, pattern, AROUND)) >= len(AROUND) - 2  # a random value may look like words


@pytest.mark.parametrize(("name", "pattern"), NAMED, ids=lambda part: part[:20])
def test_a_value_is_found_by_the_name_that_people_give_it(name: str, pattern: str) -> None:
    assert sum(_forms_with(name, pattern, NAMES)) >= len(NAMES) - 2


def _filled(form: str, seed: int) -> tuple[str, str]:
    password = PASSWORDS[seed % len(PASSWORDS)]
    if "://" in form:
        password = password.replace("!", "")
    values = {"p": password, "t": letters(40, seed=seed), "h": letters(32, HEX, seed=seed)}
    text = form.replace("\\n", "\n").format(**values)
    return text, next((values[name] for name in "pth" if f"{{{name}}}" in form), "")


@pytest.mark.parametrize("form", FORMS)
def test_a_secret_is_found_in_the_forms_that_people_write(form: str) -> None:
    for seed in range(3):
        text, value = _filled(form, seed)
        assert [value in found for found in spans(text)] == [True]
        assert all(len(found) <= 2 * len(value) + 8 for found in spans(text))


@pytest.mark.parametrize("form", LOOKALIKES)
def test_what_looks_like_a_secret_and_is_none_is_left_alone(form: str) -> None:
    for seed in range(3):
        assert spans(_filled(form, seed)[0]) == []


def test_a_column_named_password_is_read_cell_by_cell() -> None:
    rows = ["| host | Password |", "|---|---|", f"| db | `{PASSWORDS[0]}` |", "| old | in the vault |", "| new | - |"]
    assert spans("\n".join(rows)) == [PASSWORDS[0]]
    assert spans("\n".join(rows).replace("Password", "Owner")) == []


@pytest.mark.parametrize(
    "form", ["API key:\n    {}", "## API key\n\n`{}`", "- Token:\n  - {}", "client secret\n```\n{}\n```"]
)
def test_a_value_on_the_row_below_its_name_is_found(form: str) -> None:
    assert spans(form.format(letters(40))) == [letters(40)]


def test_a_private_key_in_base64_or_as_json_is_found() -> None:
    block = "-----BEGIN RSA " + "PRIVATE KEY-----\n" + letters(200)
    encoded = base64.b64encode(block.encode()).decode()
    assert spans(f"client-key-data: {encoded}") == [encoded]
    assert spans(base64.b64encode(block.replace("PRIVATE", "PUBLIC").encode()).decode()) == []
    number = letters(43)
    assert spans(f'{{"kty":"EC","x":"{letters(43, seed=1)}","d":"{number}"}}') == [number]


def test_a_seed_phrase_is_found_and_a_sentence_is_not() -> None:
    words = "legal winner thank year wave sausage worth useful camera winter table yellow"
    assert spans(f"seed phrase: {words}") == [words]
    assert spans("seed phrase: " + words.replace("winner", "the")) == []
    assert spans("seed phrase: " + words.rpartition(" ")[0]) == []


@pytest.mark.parametrize(
    "form",
    [
        "`{}` is the root password",
        "log in as bob with password {}",
        "the password ({}) works",
        "set the password to {}",
    ],
)
def test_a_password_in_a_sentence_is_only_likely(form: str) -> None:
    text = form.format(PASSWORDS[0])
    assert spans(text) == [PASSWORDS[0]]
    assert not find_secrets(text)[0].certain


@pytest.mark.parametrize("value", ["a1b2c3d4", "webdavgenerated" + "password1", "smb-file-server-" + "password"])
def test_a_value_that_says_what_it_is_or_counts_up_is_a_placeholder(value: str) -> None:
    assert spans(f"password: {value}") == []


def test_ids_of_secrets_and_pages_are_no_secrets() -> None:
    assert spans("arn:aws:secretsmanager:us-west-2:123456789012:secret:billing-db-a1b2x3") == []
    for name in ("ClientToken", "NextToken", "LockToken", "change-token", "request_token"):
        assert spans(f'"{name}": "{letters(40)}"') == []
    assert spans("passwords are hashed since [`ed3a7a2`](https://github.com/acme/app/commit/ed3a7a2)") == []
