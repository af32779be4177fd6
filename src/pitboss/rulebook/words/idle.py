"""Values and conditions of a file that load, and decide nothing."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product

from msgspec.structs import replace as changed

from pitboss.hands import Hand, hand_of
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.results import result_rows
from pitboss.rulebook.questions.acts import double_refusal, split_refusal, surrender_refusal
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.words.sentences import conditions_of_words

ASKED_FOR = ("deal.hole_card",)
"""Values that are not told under another one, which needs them nevertheless."""
CARDS_TRIED = 5
"""Most cards of the hands that conditions are tried on."""


def idle_values(book: Rulebook, rules: Rules, base: Rules) -> Iterator[tuple[str, str]]:
    """Yield values that the file itself changes without effect, and the value that is the reason.

    A value that an option may bring to life has an effect; one as in the base says nothing new.
    """
    for path, why in conditions_of_words(rules):
        cell = book.cells.get(why)
        is_own = f"rules.{path}" in book.lines and "extends" in book.raw
        is_own &= (
            path not in ASKED_FOR
            and bool(book.cells[path].value)
            and _value(rules, path) != _value(base, path)
        )
        if is_own and cell is not None and cell.option is None and not cell.cases:
            yield path, why


def _value(rules: Rules, path: str) -> object:
    section, _, name = path.partition(".")
    return getattr(getattr(rules, section), name)


def idle_conditions(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield conditions of acts that no hand meets under the other rules, with their paths."""
    for text in rules.double.only:
        double = replace(rules, double=changed(rules.double, only=(text,)))
        if not any(double_refusal(double, hand) is None for hand in _hands()):
            yield "double.only", text
    for text in rules.split.only:
        split = replace(rules, split=changed(rules.split, only=(text,)))
        if not any(split_refusal(split, hand, hands=1) is None for hand in _hands()):
            yield "split.only", text
    for text in rules.surrender.only:
        given_up = replace(rules, surrender=changed(rules.surrender, only=(text,)))
        if not any(surrender_refusal(given_up, hand) is None for hand in _hands()):
            yield "surrender.only", text


def idle_rows(rules: Rules) -> set[str]:
    """Return the rows of results that never decide, as rows before them fit the same hands."""
    rows = result_rows(rules.settlement.results)
    idle = {row.text for row in rows}
    dealers = [Hand((0,) * 3, total) for total in range(17, BUSTS_TRIED)]
    dealers.append(hand_of((0, HIGHEST_CARD)))
    for hand in _kinds() if rows else ():
        met = [row for row in rows if row.hand.holds(hand, None)]
        for dealer in dealers if met else ():
            first = next((row for row in met if row.fits(hand, dealer)), None)
            idle.discard(first.text if first else "")
    return idle


BUSTS_TRIED, LENGTHS_TRIED, HIGHEST_CARD = 27, 11, 51
"""Ends of the dealer's totals and of the lengths of hands that rows are tried on; a king."""


@cache
def _kinds() -> tuple[Hand, ...]:
    """Return a hand of each total, length and history; a soft one has an ace."""
    sizes = product(range(2, LENGTHS_TRIED), range(2, BUSTS_TRIED), (0, 1))
    plain = (Hand((0,) * cards, low, aces) for cards, low, aces in sizes)
    both = (hand for kind in plain for hand in (kind, changed(kind, is_split=True)))
    return tuple(made for hand in both for made in (hand, hand.doubled()))


@cache
def _hands() -> tuple[Hand, ...]:
    """Return a hand of each set of values and each history."""
    made: list[Hand] = []
    for count in range(2, CARDS_TRIED + 1):
        for values in combinations_with_replacement(range(10), count):
            hand = hand_of(4 * value for value in values)
            split = changed(hand, is_split=True, is_split_ace=values[0] == 0)
            made += [hand, split, hand.doubled(), split.doubled()]
    return tuple(made)
