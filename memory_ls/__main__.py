"""`python -m memory_ls`."""

from __future__ import annotations

import sys

from memory_ls.cli import main

sys.exit(main())
