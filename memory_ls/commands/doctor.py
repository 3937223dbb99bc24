"""`memory-ls doctor`: the health of the stores of this repository and user."""

from __future__ import annotations

from argparse import Namespace

from memory_ls import doctor
from memory_ls.commands.console import Console
from memory_ls.commands.scene import Scene
from memory_ls.workspace.checking import examine


def run(options: Namespace) -> int:
    scene = Scene.current()
    workspace = scene.workspace()
    files = scene.files()
    examine(workspace, files)
    text = doctor.markdown(doctor.examine(workspace, files, scene.show))
    scene.warn()
    Console.standard().line(text.removesuffix("\n"))
    return 0
