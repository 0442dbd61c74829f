"""Which modules are always loaded together."""

from __future__ import annotations

import pytest

from app.assets.import_graph import Graph


def graph(loads: dict[str, str] | None = None, **imports: str) -> Graph:
    """Bundles of one letter, and pages: room="ab" imports a and b, loads={"room": "l"} loads l later."""
    later = {path: [*(loads or {}).get(path, "")] for path in imports}
    pages = [path for path in imports if len(path) > 1]
    return Graph({path: [*imported] for path, imported in imports.items()}, later, pages)


def together(graph: Graph) -> set[str]:
    return {"+".join(sorted(group)) for group in graph.together()}


def test_what_a_page_imports_is_loaded_with_it() -> None:
    assert together(graph(room="ab", a="c", b="c", c="")) == {"a+b+c+room"}


def test_what_two_pages_need_is_apart_from_what_one_needs() -> None:
    assert together(graph(room="ab", replay="bc", a="", b="", c="")) == {"a+room", "b", "c+replay"}


def test_what_several_pages_need_is_together() -> None:
    assert together(graph(room="abc", replay="ab", lobby="a", a="", b="", c="")) == {"a+b", "c+room", "replay", "lobby"}


def test_what_is_loaded_later_is_apart() -> None:
    assert together(graph({"room": "l"}, room="a", a="", l="m", m="")) == {"a+room", "l+m"}


def test_what_a_later_part_finds_loaded_stays_with_the_page() -> None:
    assert together(graph({"room": "l"}, room="a", a="", l="a")) == {"a+room", "l"}


def test_what_only_some_pages_have_loaded_before_a_later_part_is_apart() -> None:
    assert together(graph({"room": "l", "replay": "l"}, room="a", replay="", a="", l="a")) == {
        "room",
        "replay",
        "a",
        "l",
    }


def test_a_part_loaded_by_a_part_finds_what_the_page_had() -> None:
    assert together(graph({"room": "l", "l": "m"}, room="a", a="", l="b", b="", m="ab")) == {"a+room", "b+l", "m"}


def test_what_is_later_for_one_page_and_at_once_for_another_is_apart() -> None:
    assert together(graph({"room": "l"}, room="", replay="l", l="")) == {"room", "replay", "l"}


def test_what_no_page_needs_is_alone_and_parts_nobody() -> None:
    assert together(graph({"x": "l"}, room="ab", a="", b="", x="ay", y="", l="b")) == {"a+b+room", "x", "y", "l"}


def test_each_module_stands_behind_those_it_imports() -> None:
    (group,) = graph(room="ab", a="c", b="ac", c="").together()
    assert group == ["c", "a", "b", "room"]


def test_what_a_module_needs_is_named_once_and_in_order() -> None:
    assert graph(room="ab", a="c", b="c", c="", d="").needs("b", "room") == ["c", "a", "b", "room"]


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="in a circle: a, b, a"):
        graph(room="a", a="b", b="a")
