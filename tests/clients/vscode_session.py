"""A real VS Code: code-server with the packaged extension, and a browser that is driven by `vscode/drive.mjs`."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from client_install import CodeServer
from client_world import World, until

HERE = Path(__file__).resolve().parent / "vscode"
STEP_MS = 30_000
"""How long the driver waits for one thing."""
SCENARIO_SECONDS = 400
INSTALL_SECONDS = 120


class VsCode:
    """code-server for one user folder with the extension installed."""

    def __init__(
        self, install: CodeServer, vsix: Path, world: World, output: Path, settings: Mapping[str, object]
    ) -> None:
        self._install, self._world, self._output = install, world, output
        # A socket of code-server lies here, and a socket's path has to be short.
        self._user = Path(tempfile.mkdtemp(prefix="mls-"))
        self._arguments = [str(install.node), str(install.entry), "--config", str(self._user / "config.yaml")]
        self._arguments += ["--user-data-dir", str(self._user), "--extensions-dir", str(self._user / "extensions")]
        (self._user / "config.yaml").write_text("cert: false\n")
        # A window on a remote machine takes what names programs from that machine's settings only.
        for folder, kept in (("User", json.loads((HERE / "settings.json").read_text())), ("Machine", settings)):
            (self._user / folder).mkdir()
            (self._user / folder / "settings.json").write_text(json.dumps(kept))
        subprocess.run(
            [*self._arguments, "--install-extension", str(vsix)],
            env=self._environment(),
            check=True,
            capture_output=True,
            timeout=INSTALL_SECONDS,
        )

    def drive(self, scenario: str, file: Path, *options: str) -> dict[str, Any]:
        """Play one scenario on an open file and give what was seen."""
        with self._serving(*options) as address:
            # Beside the modules, so that node finds playwright-core.
            driver = self._user / "drive.mjs"
            shutil.copyfile(HERE / "drive.mjs", driver)
            (self._user / "node_modules").symlink_to(self._install.modules)
            words = [scenario, address, self._world.repository, file, self._output]
            done = subprocess.run(
                [str(self._install.node), str(driver), *map(str, words)],
                env={**self._environment(), "CHROMIUM": str(self._install.chromium), "STEP_MS": str(STEP_MS)},
                capture_output=True,
                text=True,
                timeout=SCENARIO_SECONDS,
            )
        (self._output / "drive.log").write_text(done.stderr)
        shutil.rmtree(self._output / "profile", ignore_errors=True)
        print(done.stderr)
        seen: dict[str, Any] = json.loads(done.stdout)
        assert "error" not in seen, f"{seen.pop('error')}; until then: {seen}"
        return seen

    def remove(self) -> None:
        """Remove the user's folder; a log of the server is kept in the output."""
        shutil.rmtree(self._user, ignore_errors=True)

    @contextlib.contextmanager
    def _serving(self, *options: str) -> Iterator[str]:
        port = _free_port()
        address = f"http://127.0.0.1:{port}"
        quiet = [
            "--auth",
            "none",
            "--disable-telemetry",
            "--disable-update-check",
            "--disable-getting-started-override",
        ]
        with (self._output / "code-server.log").open("wb") as log:
            process = subprocess.Popen(
                [*self._arguments, *quiet, "--bind-addr", f"127.0.0.1:{port}", *options],
                env=self._environment(),
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                until(lambda: process.poll() is not None or _answers(f"{address}/healthz"), "a running code-server")
                yield address
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, 15)
                process.wait(timeout=30)

    def _environment(self) -> dict[str, str]:
        environment = self._world.environment
        return {**environment, "PATH": f"{self._install.node.parent}{os.pathsep}{environment['PATH']}"}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False
