"""Hosts set up as their READMEs say, and one whole session of each: a start, a prompt, a compaction, an end."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import client_install
from client_world import World

from agents import fake_anthropic, fake_gemini, fake_openai
from agents.codex_app import CodexApp, codex_app
from agents.notes import PROMPT
from agents.running import EDITORS, environment, run
from agents.script import Script

MODEL = "some-model"


def claude_session(world: World, script: Script) -> None:
    """Claude Code with our plugin; the second run compacts what the first one said."""
    program = client_install.claude_code()
    for words in (["marketplace", "add", str(EDITORS / "claude-code")], ["install", "memory-ls@memory-ls"]):
        run(world, [*program, "plugin", *words], environment(world))
    with fake_anthropic.serving(script) as address:
        env = environment(world, ANTHROPIC_BASE_URL=address, ANTHROPIC_API_KEY="dummy")
        run(world, [*program, "-p", PROMPT], env)
        run(world, [*program, "-p", "--continue", "/compact"], env)


@contextmanager
def codex_at_work(world: World, script: Script) -> Iterator[CodexApp]:
    """Codex with our server and hooks, reviewed by its user, against a model that follows a script."""
    program = client_install.codex()
    home = world.home / ".codex"
    home.mkdir(exist_ok=True)
    with fake_openai.serving(script) as address:
        env = environment(world, DUMMY_KEY="dummy")
        (home / "config.toml").unlink(missing_ok=True)
        run(world, [*program, "mcp", "add", "memory", "--", "memory-ls", "mcp"], env)
        shutil.copyfile(EDITORS / "codex" / "hooks.json", home / "hooks.json")
        configuration = home / "config.toml"
        # A server that is still starting when the model is asked would be left out of a test's only turn, and nobody
        # is here to approve a call; this world keeps its state where its variables say.
        ours = 'required = true\ndefault_tools_approval_mode = "approve"\n' + f"env_vars = {json.dumps(_OURS)}\n"
        provider = f'[model_providers.dummy]\nname = "dummy"\nbase_url = "{address}/v1"\nenv_key = "DUMMY_KEY"\n'
        first = f'model = "{MODEL}"\nmodel_provider = "dummy"\n'
        added = configuration.read_text().rstrip()
        configuration.write_text(f'{first}{added}\n{ours}{provider}wire_api = "responses"\n')
        with codex_app(program, world.repository, env) as app:
            app.trust_hooks(configuration)
            yield app


def codex_session(world: World, script: Script) -> None:
    """Three turns of Codex, the second one a compaction."""
    with codex_at_work(world, script) as app:
        thread = app.thread()
        app.turn(thread, PROMPT)
        app.compact(thread)
        app.turn(thread, "go on")


def gemini_session(world: World, script: Script, *options: str) -> str:
    """Gemini CLI with our extension, one prompt; gives what it printed. It says before a turn that it may compress."""
    program = client_install.gemini_cli()
    if not (world.home / ".gemini" / "extensions").exists():
        run(world, [*program, "extensions", "install", str(EDITORS / "gemini"), "--consent"], environment(world))
    chosen = {"security": {"auth": {"selectedType": "gemini-api-key"}}}  # what its first start asks a person
    (world.home / ".gemini" / "settings.json").write_text(json.dumps(chosen))
    with fake_gemini.serving(script) as address:
        env = environment(world, GOOGLE_GEMINI_BASE_URL=address, GEMINI_API_KEY="dummy")
        return run(world, [*program, "-m", "gemini-2.5-pro", *options, "-p", PROMPT], env)


_OURS = ["PYTHONPATH", "PI_CODING_AGENT_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]
