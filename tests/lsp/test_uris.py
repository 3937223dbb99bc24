"""Addresses as clients send them become paths, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.lsp.session import path_to_uri, uri_to_path


@pytest.mark.parametrize(
    "uri",
    ["", "file:", "file://", "file:///a%00b.md", "file://[", "file://other/a.md", "file:a.md", "untitled:a", "\0"],
)
def test_what_names_no_file_of_this_machine_is_none(uri: str) -> None:
    assert uri_to_path(uri) is None


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_a_path_comes_back(name: str) -> None:
    assert uri_to_path(path_to_uri(f"/{name}")) == f"/{name}"


@given(st.text())
def test_any_text_is_a_path_or_none(uri: str) -> None:
    path = uri_to_path(uri)
    assert path is None or path[0] == "/"
