"""Whatever a file holds, it is read or refused: nothing else comes of it."""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.load import Raw, build, merge, parse_toml
from pitboss.rulebook.file.reader import key_lines, line_of
from pitboss.rulebook.words.describe import describe

JUNK = st.recursive(
    st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.sampled_from(["", "off", "decks", "3 to 2", "option:decks", "DD-1", "true"])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["value", "clause", "name", "when", "x"]), inner, max_size=3
        )
    ),
    max_leaves=5,
)


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path in a file's contents."""
    paths = [path] if path else []
    if isinstance(value, dict):
        for key, item in value.items():
            paths += places(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            paths += places(item, (*path, number))
    return paths


def spoil(raw: Raw, path: tuple[Any, ...], junk: object) -> Raw:
    """A copy with something else at a path."""
    spoiled = copy.deepcopy(raw)
    target: Any = spoiled
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = junk
    return spoiled


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SHIPPED), st.data(), JUNK)
def test_a_spoiled_rulebook_is_read_or_refused(
    name: str, data: st.DataObject, junk: object
) -> None:
    book = load_rulebook(name)
    raw = spoil(book.raw, data.draw(st.sampled_from(places(book.raw))), junk)
    try:
        spoiled = build(raw, id_=name, source=name, text="", clauses=book.clauses)
        describe(choose(spoiled, {}))
    except RulebookError:
        return


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(["options", "rules", "wagers", "notices", "clauses"]), JUNK))
def test_a_child_may_hold_anything(child: dict[str, Any]) -> None:
    book = load_rulebook("house")
    try:
        build(merge(book.raw, child), id_="x", source="x", text="", clauses=book.clauses)
    except RulebookError:
        return


@given(st.text(alphabet="[]\"'=.#\n abc1{}", max_size=80))
def test_any_text_has_lines(text: str) -> None:
    lines = key_lines(text)
    assert all(1 <= line <= len(text.splitlines()) for line in lines.values())
    assert line_of(lines, "a.b.c") >= 0
    try:
        parse_toml(text, "x")
    except RulebookError:
        return
