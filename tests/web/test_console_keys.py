"""The dealer's keys mean the same however fast they come: they are read without the table."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from pitboss.cards import parse_card
from tests.web.browsing import Surf

READ = """async (keys) => {
  const { KeyReader } = await import("/js/floor/keys/key_reader.js");
  const reader = new KeyReader();
  const read = keys.map((key) => reader.press(key)).filter((one) => one !== null);
  return JSON.stringify([read, reader.typed, reader.told]);
}"""

QUEUE = """async (script) => {
  const { KeyQueue } = await import("/js/floor/keys/key_queue.js");
  const { KeyReader } = await import("/js/floor/keys/key_reader.js");
  const reader = new KeyReader();
  const given = [], due = [];
  const queue = new KeyQueue({
    next: (keyed) => ({ give: { text: keyed.text } }),
    give: ({ text }) => new Promise((settle) => { given.push(text); due.push(settle); }),
    changed: () => {},
  });
  const acts = {
    answer: () => due.shift()({ ok: true, last: given.length, refused: null }),
    refuse: () => due.shift()({ ok: false, refused: { text: "no", clause: "X-1" } }),
    see: () => queue.see(given.length),
    "answer then see": () => { acts.answer(); acts.see(); },
    "refuse again": () => acts.refuse(),
    "go on": () => queue.goOn(),
    drop: () => queue.drop(),
  };
  const log = [];
  for (const step of script) {
    if (acts[step]) acts[step]();
    else for (const key of step) {
      const keyed = reader.press(key === "<" ? "Backspace" : key);
      if (keyed) queue.add(keyed);
    }
    await new Promise((settle) => setTimeout(settle));
    log.push([given.length, queue.waiting.length, queue.refused?.clause ?? ""]);
  }
  return JSON.stringify([given, log]);
}"""


def read(page: Page, keys: str) -> tuple[list[dict[str, Any]], str, str]:
    """What the keys mean, what is still being typed, and what was said of the last key."""
    names = {"\n": "Enter", "<": "Backspace", ">": "ArrowRight", "^": "Escape"}
    told = page.evaluate(READ, [names.get(key, key) for key in keys])
    meanings, typed, text = json.loads(told)
    return meanings, typed, text


def plain(meanings: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Meanings without their words: the kind, and what belongs to it."""
    left_out = ("kind", "text", "after")
    return [
        (one["kind"], *(value for key, value in one.items() if key not in left_out))
        for one in meanings
    ]


@pytest.fixture
def page(surf: Surf) -> Page:
    return surf.page("nowhere")


def test_keys_are_read_without_the_table(page: Page) -> None:
    cards = ("card", parse_card("Ah")), ("card", parse_card("Th")), ("card", parse_card("2s"))
    for keys, meanings in {
        "Ah10h2s": cards,
        "AH0HtH2S": (*cards[:2], cards[1], cards[2]),
        "Ah\n": (cards[0], ("enter",)),
        "25\n": (("amount", 2_500),),
        "12.50\n\n": (("amount", 1_250), ("enter",)),
        "5p3i": (("marked", 500, "p"), ("marked", 300, "i")),
        " xpr": tuple(("act", act) for act in ("stand", "double", "split", "surrender")),
        "ieny": tuple(("act", act) for act in ("insure", "take_even_money", "no", "yes")),
        "fl": (("act", "refuse_card"), ("act", "repeat")),
        "g200\ng bob 50\ngbob\n": (
            ("guest", "", 20_000), ("guest", "bob", 5_000), ("guest", "bob", 0),
        ),
        "w2\nw bob 50\n12pz": (
            ("bettor", "2", 0), ("bettor", "bob", 5_000), ("marked", 1_200, "p"),
            ("act", "double_alone"),
        ),
        "+100\no\nb3>": (("more", 10_000), ("leaves",), ("box", 3), ("move", 1)),
        "25<0\n<": (("amount", 2_000), ("back",)),
        "A<Kd9^7c": (("card", parse_card("Kd")), ("card", parse_card("7c"))),
    }.items():  # fmt: skip
        told, typed, text = read(page, keys)
        assert plain(told) == list(meanings), keys
        assert (typed, text) == ("", ""), keys


def test_a_key_that_means_nothing_leaves_what_was_typed_and_says_so(page: Page) -> None:
    for keys, typed in {"s": "", "Ax": "a", "A5": "a", "25h": "25", "v": "", "A\n": "a",
                        "1.2.3\n": "1.2.3", "ox": "o", "bx": "b", "g-": "g"}.items():  # fmt: skip
        told, kept, text = read(page, keys)
        assert (told, kept) == ([], typed), keys
        assert text, keys
    # The wrong key is made good, and nothing before it is lost.
    assert plain(read(page, "Ax" + "s")[0]) == [("card", parse_card("As"))]


def test_the_end_of_a_scanned_card_is_known_as_such(page: Page) -> None:
    told, _, _ = read(page, "Ah\n7d\n\n")
    assert [one["after"] for one in told] == ["", "card", "enter", "card", "enter"]


def test_each_is_given_when_the_answer_to_the_one_before_has_come(page: Page) -> None:
    """Both the answer and the state after it are waited for; a refusal holds the rest back."""
    expected = {
        "AhKdQc<9s": (1, 3, ""),
        "answer": (1, 2, ""),
        "see": (2, 2, ""),
        "refuse": (2, 1, "X-1"),
        "2c": (2, 2, "X-1"),
        "go on": (3, 2, ""),
        "answer then see": (4, 1, ""),
        "4c": (4, 2, ""),
        "refuse again": (4, 1, "X-1"),
        "drop": (4, 0, ""),
        "6c": (5, 1, ""),
        "<": (5, 2, ""),
    }
    given, log = json.loads(page.evaluate(QUEUE, list(expected)))
    assert list(zip(expected, map(tuple, log), strict=True)) == list(expected.items())
    assert given == ["A♥", "K♦", "9♠", "2♣", "6♣"]
