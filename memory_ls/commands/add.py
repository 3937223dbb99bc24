"""`memory-ls add`: one more note, unless its store already says so."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.notes import store_of
from memory_ls.commands.scene import Scene, apply
from memory_ls.detect import find_secrets
from memory_ls.edits import Intention
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File, Scope
from memory_ls.text import utf16_length
from memory_ls.workspace.applying import UNTRUSTED


def run(options: Namespace) -> int:
    scene = Scene.current()
    file = store_of(scene, options.scope)
    if file.store.scope is Scope.PROJECT and not scene.trusts(file.store.root):
        raise Failure(UNTRUSTED)
    require_fitting(scene, file, options.text)
    done = apply(scene, Intention("add", file=file.id, text=options.text), scene.view(file))
    console = Console.standard()
    console.line(
        f"added to {scene.said(file.id)}" if done.files else f"{file.store.label} already says so; nothing was added"
    )
    scene.warn()
    return 0


def require_fitting(scene: Scene, file: File, said: str) -> None:
    """Failure for a text that the agent could not keep, or that would give a secret away."""
    text = FORMATS[file.store.format].clean(said)
    limit, length = scene.workspace().limits(file).note, utf16_length(text)
    if length > limit:
        raise Failure(f"{length} characters are too many for a note; its agent takes at most {limit}")
    for secret in find_secrets(text):
        if secret.certain:
            raise Failure(f"the note holds what looks like {secret.kind}; agents send their notes to their model")
