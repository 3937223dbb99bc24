"""Our own folders in the user's state folder: for the user alone, made when something is kept there."""

from __future__ import annotations

import os

from memory_ls.stores.places import Environment

KEYWORDS = "keywords"
"""Where it is counted how useful keywords were."""


def private_folder(env: Environment, *names: str) -> str:
    """A folder inside the state folder, created with mode 0700. Raises OSError."""
    folder = env.state_dir
    os.makedirs(folder, 0o700, exist_ok=True)
    for name in names:
        folder = os.path.join(folder, name)
        os.makedirs(folder, 0o700, exist_ok=True)
    return folder
