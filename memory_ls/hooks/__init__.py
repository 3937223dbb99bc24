"""The door for agent hosts that run a command at their events: the host's JSON in, the host's JSON out.

Nothing here may hold a host up: a hook always ends with code 0, and loads only what its event needs.
"""

from __future__ import annotations
