"""What is known from outside the notes: settings, trust, limits, the day, and the facts that rules may ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from memory_ls.formats import FORMATS
from memory_ls.formats.format import Limits
from memory_ls.formats.notes import File, FileId, Scope, Store
from memory_ls.formats.world import World
from memory_ls.index.instructions import InstructionIndex
from memory_ls.settings import Settings
from memory_ls.stores.agent_config import agent_configs
from memory_ls.stores.instruction_files import instruction_files, project_of, rows_of
from memory_ls.stores.places import Environment
from memory_ls.stores.polling import stamp_of
from memory_ls.stores.reading import Found, Missing, Together, Unreadable, read
from memory_ls.stores.sharing import sharing
from memory_ls.stores.usefulness import usefulness
from memory_ls.workspace.facts import PathKey

Trust = Callable[[str], bool]
_NAMED_AFTER_PROJECTS = frozenset({"topics", "records"})


class Known:
    """`trusted` says of a repository's root whether it is; `settings` gives the settings for a repository (or none)."""

    def __init__(
        self, env: Environment, trusted: Trust, settings: Callable[[str | None], Settings], today: date | None
    ) -> None:
        self.env, self.trusted, self._settings = env, trusted, settings
        self.today = today
        self.known_paths: dict[PathKey, bool | None] = {}
        self.known_ages: dict[FileId, Mapping[str, date]] = {}
        self.known_instructions: dict[Store, InstructionIndex] = {}
        self.known_sharing: Mapping[str, tuple[str, ...]] = {}
        self.roots: list[str] = []
        self.together: Together | None = None
        self._configs: dict[Store, Sequence[Mapping[str, object]]] = {}
        self._instructed: dict[Store, tuple[object, ...]] = {}
        self._shared_looked_at: frozenset[Store] = frozenset()
        self.known_unsearched: dict[Store, frozenset[str]] = {}

    def look_up_sharing(self, stores: Iterable[Store]) -> bool:
        """Find out which projects use the same store; only where one of the user's is named after a project."""
        named = frozenset(one for one in stores if one.format in _NAMED_AFTER_PROJECTS and one.scope is Scope.GLOBAL)
        if not named or named == self._shared_looked_at:  # it reads transcripts: once for the stores in view
            return False
        self._shared_looked_at = named
        known = sharing(self.env, self.roots)
        changed = known != self.known_sharing
        self.known_sharing = known
        return changed

    def shared_by(self, store: Store) -> tuple[str, ...]:
        """The projects that use one store, as a person writes their folders; empty unless there are several."""
        home = self.env.home.rstrip("/") + "/"
        paths = self.known_sharing.get(store.folder, ())
        return tuple(f"~/{path[len(home) :]}" if path.startswith(home) else path for path in paths)

    def look_up_instructions(self, stores: Iterable[Store]) -> bool:
        """Read the instruction files that stand beside some stores, where they changed; whether any did."""
        changed = False
        for store in stores:
            project = store.repository or project_of(store, self.roots)
            paths = instruction_files(self.env, project, of_user=store.scope is Scope.GLOBAL)
            stamps = tuple(stamp_of(path) for path in paths.values())
            if self._instructed.get(store) == stamps or (store not in self._instructed and not any(stamps)):
                continue
            self._instructed[store] = stamps
            self.known_instructions[store] = InstructionIndex({name: rows_of(path) for name, path in paths.items()})
            changed = True
        return changed

    def forget_configuration(self) -> None:
        """The agents' own configuration is read anew when it is needed."""
        self._configs.clear()
        self.known_unsearched.clear()

    def world(self, file: File) -> World:
        return self.world_of(file.store)

    def world_of(self, store: Store) -> World:
        """What is known where a change of a store is planned."""
        settings = self._settings(store.repository)
        unsearched = self._unsearched_of(store) if store.format == "cards" else self.known_unsearched
        return World(self.today, settings, self.known_ages, self.known_paths, self.known_instructions, unsearched)

    def _unsearched_of(self, store: Store) -> Mapping[Store, frozenset[str]]:
        """With the keywords of a cards store that nobody looked up for long; read once between configurations."""
        if store not in self.known_unsearched:
            self.known_unsearched[store] = frozenset(usefulness(self.env, store).all_unsearched())
        return self.known_unsearched

    def settings(self, file: File) -> Settings:
        return self._settings(file.store.repository)

    def limits(self, file: File) -> Limits:
        """A format's limits under the agent's own configuration; a project's counts only if it is trusted."""
        return FORMATS[file.store.format].limits(file, self.configs(file.store))

    def configs(self, store: Store) -> Sequence[Mapping[str, object]]:
        """What the agent of a store was told in its own configuration."""
        if store not in self._configs:
            root = self.root_of(store) if store.scope is Scope.PROJECT else None
            trusted = root is not None and self.trusted(root)
            self._configs[store] = agent_configs(self.env, store, root if trusted else None)
        return self._configs[store]

    def root_of(self, store: Store) -> str:
        """What is trusted or not where a store is a project's."""
        return store.repository or store.root

    def settings_of(self, root: str | None) -> Settings:
        """The settings for a project, or for files of none."""
        return self._settings(root)

    def trusts(self, store: Store) -> bool:
        """Whether a store's notes count and may be written: a user's own always, a project's if it is trusted."""
        return store.scope is not Scope.PROJECT or self.trusted(self.root_of(store))

    def read(self, file: File) -> Found | Missing | Unreadable:
        read_one = self.together.read if self.together is not None else read
        return read_one(file.id, file.store.root)
