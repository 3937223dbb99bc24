"""The memory tool of the Anthropic API over a folder of notes: `MemoryFolderTool(folder)` goes into `run_tools`.

It answers as the SDK's own tool over local files does, and loses nothing: see `memory_folder`. Needs the package
`anthropic`, which only this module imports.
"""

from __future__ import annotations

from collections.abc import Callable

try:
    from anthropic.tools import BetaAbstractMemoryTool, ToolError
    from anthropic.types.beta import (
        BetaMemoryTool20250818CreateCommand,
        BetaMemoryTool20250818DeleteCommand,
        BetaMemoryTool20250818InsertCommand,
        BetaMemoryTool20250818RenameCommand,
        BetaMemoryTool20250818StrReplaceCommand,
        BetaMemoryTool20250818ViewCommand,
    )
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "anthropic":
        raise
    raise ModuleNotFoundError(
        "the package `anthropic` is not installed; run `pip install '.[anthropic]'` in the folder of memory-ls",
        name=error.name,
    ) from None

from memory_ls.agent.memory_folder import MemoryFolder, NotDone
from memory_ls.stores.places import Environment


class MemoryFolderTool(BetaAbstractMemoryTool):
    """The tool over one folder, which stands for ``/memories`` and is made where it is missing.

    What the model asked for and cannot have comes as the SDK's `ToolError`, which its tool runner hands to the model.
    """

    def __init__(self, folder: str, *, env: Environment | None = None) -> None:
        super().__init__()
        self._folder = MemoryFolder(folder, env or Environment.current())

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return _told(lambda: self._folder.view(command.path, command.view_range))

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return _told(lambda: self._folder.create(command.path, command.file_text))

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return _told(lambda: self._folder.str_replace(command.path, command.old_str, command.new_str))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return _told(lambda: self._folder.insert(command.path, command.insert_line, command.insert_text))

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return _told(lambda: self._folder.delete(command.path))

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return _told(lambda: self._folder.rename(command.old_path, command.new_path))

    def clear_all_memory(self) -> str:
        return _told(self._folder.clear)


def _told(act: Callable[[], str]) -> str:
    try:
        return act()
    except NotDone as error:
        raise ToolError(str(error)) from None
