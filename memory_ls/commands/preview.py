"""`memory-ls preview`: what the agent is given at the start of its work, note for note."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.scene import Scene
from memory_ls.rules.over_budget import size
from memory_ls.workspace.given import given


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard()
    said = given(scene.workspace(), scene.files(options.scope))
    for file in said.untrusted:
        console.line((f"{scene.said(file.id)} is left out: the project is not trusted (memory-ls trust .)", "warning"))
    if not said.limits.inject:
        console.line("recall is switched off in the agent's configuration: it is given nothing")
    elif not said.text:
        console.line("nothing: there are no notes that it can read")
    else:
        console.line((f"{said.plan.fit} of {said.plan.total} notes, within {size(said.limits.budget)}:", "frame"))
        console.line(said.text)
    scene.warn()
    return 0
