"""One of several writers: adds notes one by one and says each number as soon as it is acknowledged.

`python -m tests.agent.writer TOP NAME COUNT`, run from the repository.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    from tests.agent.user import User

    user, name, count = User(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
    for number in range(count):
        answer = user.call("memory", action="add", text=f"writer {name} says {number}")
        if answer.failed:
            print(f"failed {answer.text.splitlines()[0]}", flush=True)
            continue
        print(number, flush=True)


if __name__ == "__main__":
    main()
