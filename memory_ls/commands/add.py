"""`memory-ls add`: one more note, unless its store already says so."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.notes import change_data, living, new, note_data, saying
from memory_ls.commands.scene import Scene, apply
from memory_ls.detect import find_secrets
from memory_ls.edits import Intention
from memory_ls.formats import FORMATS
from memory_ls.text import utf16_length
from memory_ls.workspace.applying import UNTRUSTED
from memory_ls.workspace.reach import Reached, root_to_trust


def run(options: Namespace) -> int:
    scene = Scene.current()
    where = scene.store(options.scope, options.store)
    store = where.store
    root = root_to_trust(store)
    if root is not None and not scene.trusts(root):
        raise Failure(UNTRUSTED)
    require_fitting(scene, where, options.text)
    fields = ("title", "keyword", "description", "kind", "inside")
    more = tuple((name, said) for name in fields if (said := getattr(options, name)))
    before = living(scene, where)
    known = saying(before, where, options.text)
    done = apply(scene, Intention("add", file=where.target, text=options.text, more=more), where)
    console = Console.standard(as_program=options.json)
    if not done.files:
        console.line(f"{store.label} already says so; nothing was added")
    else:
        console.line(f"{'confirmed in' if known else 'added to'} {scene.said(done.files[0])}")
    if options.json:
        outcome = "already there" if not done.files else "confirmed" if known else "added"
        notes = [note_data(scene, one) for one in new(before, living(scene, where)) or known]
        console.data(command="add", outcome=outcome, **change_data(scene, where, done), notes=notes)
    scene.warn()
    return 0


def require_fitting(scene: Scene, where: Reached, said: str) -> None:
    """Failure for a text that the agent could not keep, or that would give a secret away."""
    text = FORMATS[where.store.format].clean(said)
    limit, length = scene.workspace().limits(where.readable[0]).note, utf16_length(text)
    if limit and length > limit:
        raise Failure(f"{length} characters are too many for a note; its agent takes at most {limit}")
    for secret in find_secrets(text):
        if secret.certain:
            raise Failure(f"the note holds what looks like {secret.kind}; agents send their notes to their model")
