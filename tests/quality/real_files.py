"""What `check` says of real memory files: `python tests/quality/real_files.py DATA_DIR [FAMILY ...]`.

Runs `check --store-format bullets` over the families of `real/single/`, and prints the number of notes, the findings by
rule and severity, and every finding above hint with its note quoted, so that a person can judge each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ("bullet-memory", "pi-memory-md")


def check(files: list[Path], home: str) -> dict[str, object]:
    """The JSON of one run, in a home of its own."""
    environment = {**os.environ, "HOME": home, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home}
    command = [sys.executable, "-m", "memory_ls", "check", "--store-format", "bullets", "--output-format", "json"]
    done = subprocess.run([*command, *map(str, files)], env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: real_files.py DATA_DIR [FAMILY ...]", file=sys.stderr)
        return 2
    families = sys.argv[2:] or list(FAMILIES)
    single = Path(sys.argv[1]) / "real" / "single"
    files = sorted(path for family in families for path in (single / family).rglob("*.md"))
    with tempfile.TemporaryDirectory() as home:
        report = check(files, home)
    findings = report["findings"]
    assert isinstance(findings, list)
    print(f"{len(files)} files: {json.dumps(report['summary'])}")
    for (rule, severity), count in sorted(Counter((one["rule"], one["severity"]) for one in findings).items()):
        print(f"  {rule:22}{severity:14}{count}")
    for one in findings:
        if one["severity"] == "hint":
            continue
        row = Path(one["path"]).read_text(encoding="utf-8").split("\n")[one["start"]["line"] - 1]
        shown = "" if one["rule"] == "secret" else f"\n      {row.strip()[:160]}"
        print(f"{Path(one['path']).name}:{one['start']['line']} {one['severity']} {one['rule']}: {one['message']}{shown}")
        for other in one["related"] if one["rule"] == "similar" else ():
            print(f"      {other['message'][:160]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
