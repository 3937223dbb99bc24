"""Days told from the day of writing, and the many other uses of such words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.detect.relative_dates import find_relative_dates


@pytest.mark.parametrize(
    ("text", "said", "days"),
    [
        ("- User decided yesterday to drop Redis", "yesterday", -1),
        ("- Yesterday's deploy broke the login", "Yesterday's", -1),
        ("- We moved to pnpm last week", "last week", None),
        ("- Two days ago the vendor changed the API", "Two days ago", -2),
        ("- the user asked 3 days ago for shorter answers", "3 days ago", -3),
        ("- A few weeks ago the repo moved", "A few weeks ago", None),
        ("- CI has been red since yesterday", "yesterday", -1),
        ("- Fixed the flaky test today", "today", 0),
        ("- As of today staging runs Kubernetes 1.31", "today", 0),
        ("- In today's session the user asked for dark mode", "today's", 0),
        ("- The demo is tomorrow", "tomorrow", 1),
        ("- Release is planned for next week", "next week", None),
        ("- This morning the database was migrated", "This morning", 0),
        ("- Gestern wurde der Server umgezogen", "Gestern", -1),
        ("- Vor drei Tagen ist das Zertifikat abgelaufen", "Vor drei Tagen", -3),
        ("- Вчера перенесли базу", "Вчера", -1),
        ("- 昨天把数据库迁移到了新服务器", "昨天", -1),
        ("- 上周切换到了 pnpm", "上周", None),
        ("- Ayer se migró la base de datos", "Ayer", -1),
        ("- Hier nous avons migré la base", "Hier", -1),
        ("- Il y a deux jours le déploiement a échoué", "Il y a deux jours", -2),
    ],
)
def test_a_day_told_from_the_day_of_writing_is_found(text: str, said: str, days: int | None) -> None:
    assert [(text[one.start : one.end], one.days) for one in find_relative_dates(text)] == [(said, days)]


@pytest.mark.parametrize(
    "text",
    [
        "- The Today view lists open tasks",
        "- `git log --since=yesterday` shows recent work",
        "- Report compares today with yesterday",
        "- Read memory/today.md and yesterday's log at session start",
        "- The cron job runs every night and exports yesterday's orders",
        "- No WebSocket layer exists today",
        '- The parser handles "yesterday" and "2 days ago"',
        "- Posts older than 3 days ago are archived",
        "- The last week of each month is frozen",
        "- The API returns orders of the last week",
        "- as of today's standard API",
        "- .is-today marks the current day",
        "- Tomorrow theme is used in Vim",
        "- Deployed yesterday (2026-03-01)",
        "- 2026-03-01: fixed the login yesterday",
        "## 2026-03-01\n\n- fixed the login yesterday",
        "## Today\n",
        "- What did you decide yesterday?",
        "- If the user says tomorrow, use their timezone",
        "- Summarize what was accomplished today.",
        "- hier liegt die Konfiguration",
        "- jeden Morgen läuft der Export",
        "- 每天备份",
        "- cada mañana se ejecuta el job",
        "```\nyesterday we moved\n```",
    ],
)
def test_views_habits_features_quotes_and_named_days_are_left_alone(text: str) -> None:
    assert find_relative_dates(text) == ()


_PIECES = ["yesterday ", "last week ", "2 days ago", "was fixed today", ". ", "\n", '"', "`", "# 2026-01-01\n", "昨天", "İ", "vor 3 Tagen ", "hier nous "]  # fmt: skip


@given(st.text() | st.lists(st.sampled_from(_PIECES)).map("".join))
def test_any_text_gives_ordered_spans_inside_it(text: str) -> None:
    end = 0
    for found in find_relative_dates(text):
        assert end <= found.start < found.end <= len(text)
        end = found.end
