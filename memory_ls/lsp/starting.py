"""What a client passes when it starts the server, and the workspace that follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory_ls.rules.names import NAMES
from memory_ls.settings import Problem, Settings
from memory_ls.stores.configuration import read_settings
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.places import Environment
from memory_ls.stores.trust import is_trusted, trust
from memory_ls.workspace.recognise import project_root


@dataclass(frozen=True, slots=True)
class Options:
    """`trusted`: the editor vouches for its open folders. `shows_documents`: the client itself shows what a command
    returns. `asks_text`: it answers `memoryLs/ask`. `settings`: the editor's settings, by name.
    """

    trusted: bool = False
    shows_documents: bool = False
    asks_text: bool = False
    settings: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def parse(cls, said: object) -> Options:
        """From initializationOptions; what is missing or of another type counts as not said."""
        if not isinstance(said, Mapping):
            return cls()
        settings = said.get("settings")
        return cls(
            said.get("trusted") is True,
            said.get("showsDocuments") is True,
            said.get("asksText") is True,
            settings if isinstance(settings, Mapping) else {},
        )


class Control:
    """Trust and settings of one session: the user's lists, and what the editor adds to them."""

    def __init__(self, options: Options, folders: Sequence[str]) -> None:
        self.env = Environment.current()
        self._editor: Mapping[str, object] = options.settings
        self._vouched: set[str] = set()
        self._known: dict[str | None, Settings] = {}
        self._unsaid: dict[Problem, None] = {}
        self._said: set[Problem] = set()
        if options.trusted:
            self.trust_folders(folders)

    def is_trusted(self, root: str) -> bool:
        return root in self._vouched or is_trusted(self.env, root)

    def trust_folders(self, folders: Sequence[str]) -> None:
        """The editor vouches for folders, as long as it runs."""
        self._vouched.update(project_root(folder) for folder in folders)

    def trust(self, root: str) -> None:
        """A person trusts a project from now on."""
        try:
            trust(self.env, root)
        except StoreFailure:
            self._vouched.add(root)  # for as long as the editor runs

    def configure(self, settings: object) -> None:
        """The editor's settings, as `workspace/didChangeConfiguration` brings them."""
        if isinstance(settings, Mapping):
            own = settings.get("memoryLs", settings)
            self._editor = own if isinstance(own, Mapping) else self._editor

    def settings(self, root: str | None) -> Settings:
        """The settings for a project, or for files of none."""
        if root not in self._known:
            trusted = root is not None and self.is_trusted(root)
            self._known[root], problems = read_settings(self.env, root, trusted, self._editor, NAMES)
            self._unsaid.update(dict.fromkeys(problem for problem in problems if problem not in self._said))
        return self._known[root]

    def unsaid(self) -> list[Problem]:
        """What of the configuration was passed over and the person was not told yet."""
        problems = list(self._unsaid)
        self._unsaid.clear()
        self._said.update(problems)
        return problems

    def reread(self) -> None:
        """Forget what was read, so that it is read anew."""
        self._known.clear()
