"""A value that looks like a secret: a token, a key, a password.

Agents send their memory to their model, and memory files are committed and shared, so a secret in one has left its
place. The message names the kind of secret, never its value. "Redact" replaces the value by its kind; version control
and backups still have it, so rotate it. Passwords that stand in prose are a warning, since less sure. A record may be
marked as sensitive instead: then its agent is given it only by its id, and the finding is information.

Source: the providers' own pages on the shape of their tokens, listed in `detect/secret_patterns.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import find_secrets
from memory_ls.edits.redact import span_of
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import Fragment
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit, Severity

code = "secret"
needs: frozenset[Fact] = frozenset()


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    for secret in find_secrets("\n".join(around.rows)):
        noun = secret.kind.split(" ", 1)[1] if secret.kind.startswith(("a ", "an ")) else secret.kind
        span = span_of(around.rows, secret.start, secret.end)
        redact = ("redact", f"Redact the {noun}", not fragment.sensitive)
        if fragment.sensitive:
            message = f"looks like {secret.kind}; the agent is given this record only when it asks for it by its id"
            yield Hit(message, span, (redact,), Severity.INFORMATION)
            continue
        mend = FORMATS[around.store.format].secret_mend
        flag = ((f"mend {mend}", "Mark as sensitive", False),) if mend else ()
        message = f"looks like {secret.kind}; agents send this file to their model"
        yield Hit(message, span, (redact, *flag), None if secret.certain else Severity.WARNING)
