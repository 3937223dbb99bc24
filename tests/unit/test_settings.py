"""How layers of configuration become settings."""

from __future__ import annotations

import pytest

from memory_ls.settings import OPTIONS, SECURITY, Layer, Origin, Settings, Silence, StoreEntry, parse_settings


def parsed(said: dict[str, object], origin: Origin = Origin.USER) -> tuple[Settings, list[str]]:
    settings, problems = parse_settings([Layer(origin, said, "here")])
    assert all(problem.layer == "here" for problem in problems)
    return settings, [problem.message for problem in problems]


def test_every_option_is_a_setting_and_every_setting_an_option() -> None:
    assert [option.attribute for option in OPTIONS] == list(Settings.__dataclass_fields__)
    assert len({option.key for option in OPTIONS}) == len(OPTIONS)


def test_nothing_said_is_the_defaults() -> None:
    assert parse_settings([]) == (Settings(), ())
    assert parsed({"stale-days": None}) == (Settings(), [])


def test_all_options_are_read() -> None:
    settings, problems = parsed(
        {
            "select": ["stale"],
            "ignore": ["similar"],
            "per-path-ignore": {"docs/*": ["stale"]},
            "silence": [{"rule": "stale", "note": "use pnpm"}],
            "exclude": ["examples"],
            "stale-days": 30,
            "max-diagnostics": 5,
            "stores": [{"path": "a", "format": "bullets", "scope": "global"}],
        }
    )
    assert problems == []
    assert settings == Settings(
        select=("stale",),
        ignore=("similar",),
        per_path=(("docs/*", ("stale",)),),
        silenced=(Silence("stale", "use pnpm"),),
        exclude=("examples",),
        stale_days=30,
        max_diagnostics=5,
        stores=(StoreEntry("a", "bullets", "global"),),
    )


def test_later_origins_win_in_whatever_order_they_come() -> None:
    layers = [Layer(origin, {"stale-days": int(origin)}) for origin in reversed(Origin)]
    assert parse_settings(layers)[0].stale_days == Origin.EDITOR


def test_an_editors_spelling_and_its_own_keys_are_taken() -> None:
    said: dict[str, object] = {"staleDays": 9, "maxDiagnostics": 8, "server": {"path": "x"}, "trace": "off"}
    assert parsed(said, Origin.EDITOR) == (Settings(stale_days=9, max_diagnostics=8), [])


def test_a_project_cannot_set_what_belongs_to_clients() -> None:
    for origin in (Origin.PROJECT, Origin.TRUSTED_PROJECT):
        settings, problems = parsed({"server": {"path": "x"}, "trust": True, "runner": "x"}, origin)
        assert settings == Settings()
        assert problems == [f"there is no option {key}" for key in ("server", "trust", "runner")]


@pytest.mark.parametrize("said", [0, -1, 36501, 1.5, True, "180", [], {}])
def test_a_wrong_value_is_named_and_the_default_used(said: object) -> None:
    settings, (problem,) = parsed({"stale-days": said})
    assert settings == Settings()
    assert "must be a whole number from 1 to 36500; 180 is used" in problem
    assert problem.startswith("stale-days ")


def test_a_wrong_value_is_quoted() -> None:
    assert parsed({"stale-days": "ten"})[1] == [
        'stale-days is "ten" but must be a whole number from 1 to 36500; 180 is used'
    ]
    assert parsed({"ignore": True})[1] == ["ignore is true but must be a list of strings; none is used"]


def test_a_wrong_value_leaves_what_was_set_before() -> None:
    layers = [Layer(Origin.USER, {"stale-days": 9}), Layer(Origin.PROJECT, {"stale-days": "x"}, "project")]
    settings, (problem,) = parse_settings(layers)
    assert settings.stale_days == 9
    assert problem.message.endswith("what was set before is used")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ignore", "stale"),
        ("ignore", ["stale", 1]),
        ("select", {"stale": True}),
        ("per-path-ignore", ["stale"]),
        ("per-path-ignore", {"docs/*": "stale"}),
        ("silence", {"rule": "stale"}),
        ("silence", [{"rule": "stale"}]),
        ("silence", [{"rule": "stale", "note": 1}]),
        ("silence", [{"rule": "stale", "note": "a", "more": "b"}]),
        ("stores", [{"path": "a"}]),
        ("stores", [{"path": "", "format": "bullets"}]),
        ("stores", [{"path": "a", "format": "bullets", "scope": "all"}]),
        ("stores", ["a"]),
    ],
)
def test_other_shapes_are_named(key: str, said: object) -> None:
    settings, (problem,) = parsed({key: said})
    assert settings == Settings()
    assert problem.startswith(f"{key} ")
    assert " must " in problem


@pytest.mark.parametrize(
    ("key", "near"), [("stale-day", "stale-days"), ("Ignore", "ignore"), ("ignores", "ignore"), ("store", "stores")]
)
def test_an_unknown_option_is_named_with_the_nearest(key: str, near: str) -> None:
    settings, (problem,) = parsed({key: 1})
    assert settings == Settings()
    assert problem.startswith(f"there is no option {key}")
    assert problem.endswith(f"; do you mean {near}?")


NAMES = {"rule": ["stale", "secret", "similar"], "format": ["bullets", "cards"]}


@pytest.mark.parametrize(
    ("said", "left", "problem"),
    [
        (
            {"select": ["stale", "simlar"]},
            Settings(select=("stale",)),
            "select: there is no rule simlar; do you mean similar?",
        ),
        ({"select": ["stal"]}, Settings(), "select: there is no rule stal; do you mean stale?"),
        ({"ignore": ["x", "stale"]}, Settings(ignore=("stale",)), "ignore: there is no rule x"),
        (
            {"per-path-ignore": {"a": ["stal"]}},
            Settings(per_path=(("a", ()),)),
            "per-path-ignore: there is no rule stal; do you mean stale?",
        ),
        (
            {"silence": [{"rule": "Stale", "note": "n"}]},
            Settings(),
            "silence: there is no rule Stale; do you mean stale?",
        ),
        (
            {"stores": [{"path": "a", "format": "card"}]},
            Settings(),
            "stores: there is no format card; do you mean cards?",
        ),
    ],
)
def test_rules_and_formats_that_there_are_not_are_named_and_passed_over(
    said: dict[str, object], left: Settings, problem: str
) -> None:
    settings, problems = parse_settings([Layer(Origin.USER, said, "here")], names=NAMES)
    assert settings == left
    assert [one.message for one in problems] == [problem]


def test_names_are_not_looked_at_where_nobody_knows_them() -> None:
    settings, problems = parsed({"ignore": ["of-a-later-version"]})
    assert settings.ignore == ("of-a-later-version",)
    assert problems == []


def test_an_unknown_option_like_no_other_is_only_named() -> None:
    assert parsed({"zzzzzz": 1})[1] == ["there is no option zzzzzz"]
    assert len(parsed({"z" * 10_000: 1})[1][0]) < 100
    assert "\x1b" not in parsed({"\x1b[31m": 1})[1][0]


def test_an_untrusted_project_leaves_rules_about_security_on() -> None:
    rule = min(SECURITY)
    settings, problems = parsed(
        {
            "ignore": ["stale", rule],
            "per-path-ignore": {"*": [rule, "stale"]},
            "silence": [{"rule": rule, "note": "a"}, {"rule": "stale", "note": "a"}],
        },
        Origin.PROJECT,
    )
    assert settings.ignore == ("stale",)
    assert settings.per_path == (("*", ("stale",)),)
    assert settings.silenced == (Silence("stale", "a"),)
    assert problems == [
        f"{key}: {rule} stays on in a project that is not trusted" for key in ("ignore", "per-path-ignore", "silence")
    ]
    assert not settings.is_quiet(rule, "memory.md", "a")


def test_an_untrusted_project_that_selects_does_not_deselect_security() -> None:
    settings, problems = parsed({"select": ["stale"]}, Origin.PROJECT)
    assert set(settings.select or ()) == {"stale"} | SECURITY
    assert problems == []


def test_a_person_or_a_trusted_project_may_quieten_any_rule() -> None:
    for origin in (Origin.USER, Origin.TRUSTED_PROJECT, Origin.EDITOR):
        said: dict[str, object] = {"ignore": sorted(SECURITY), "silence": [{"rule": "secret", "note": "a"}]}
        settings, problems = parsed(said, origin)
        assert set(settings.ignore) == SECURITY
        assert settings.silenced == (Silence("secret", "a"),)
        assert problems == []


def test_an_untrusted_project_cannot_add_stores_or_hide_findings_behind_a_small_number() -> None:
    said: dict[str, object] = {"stores": [{"path": "a", "format": "bullets"}], "max-diagnostics": 1, "stale-days": 7}
    settings, problems = parsed(said, Origin.PROJECT)
    assert settings == Settings(stale_days=7)
    assert problems == [f"{key} counts only in a trusted project" for key in ("stores", "max-diagnostics")]


def test_a_trusted_project_names_no_global_places() -> None:
    said: dict[str, object] = {
        "stores": [{"path": "a", "format": "bullets", "scope": "global"}, {"path": "b", "format": "bullets"}]
    }
    settings, problems = parsed(said, Origin.TRUSTED_PROJECT)
    assert settings.stores == (StoreEntry("b", "bullets", origin=Origin.TRUSTED_PROJECT),)
    assert problems == ["stores: a project cannot name global places"]


def test_rules_are_quiet_by_selection_path_and_note() -> None:
    settings = Settings(
        ignore=("a",), per_path=(("docs/*.md", ("b",)),), silenced=(Silence("c", "use pnpm"),), select=None
    )
    assert settings.is_quiet("a", "memory.md", None)
    assert settings.is_quiet("b", "docs/memory.md", None)
    assert not settings.is_quiet("b", "memory.md", None)
    assert settings.is_quiet("c", "memory.md", "use pnpm")
    assert not settings.is_quiet("c", "memory.md", "use npm")
    assert not settings.is_quiet("c", "memory.md", None)
    assert Settings(select=("a",)).is_quiet("b", "memory.md", None)
    assert not Settings(select=("a",)).is_quiet("a", "memory.md", None)


def test_what_was_said_is_not_in_the_repr_of_a_layer() -> None:
    assert "hush" not in repr(Layer(Origin.USER, {"ignore": ["hush"]}))
