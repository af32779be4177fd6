"""Checks a kind of side wager: it says what it is, looks where it says, and never changes its mind.

>>> from pitboss.wagers.kinds.perfect_pairs import PerfectPairs
>>> check_wager(PerfectPairs)
"""

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

from pitboss.arguments import Rounds, Seed, checked
from pitboss.cards import DECK, Card
from pitboss.testing.conformance import conforms
from pitboss.wagers.base import KNOWN_AT, LOSE, OPEN, Sight, Stage, Wager
from pitboss.wagers.sight import FinalHand, final_hand, sight_of

FIELDS = tuple(field.name for field in fields(Sight))
SHOWN = (
    "first",
    "up",
    "second",
    "third",
    "fourth",
    "hole",
    "dealer_blackjack",
    "dealer_cards",
    "dealer_total",
    "dealer_suits",
    "streak",
)
"""The fields of a sight in the order in which a table shows them, the result last."""


@checked
def check_wager(
    kind: type[Wager], /, *, sights: Rounds = 2_000, seed: Seed = 1, **parameters: object
) -> None:
    """Raise ``Nonconforming`` with everything that is wrong with a kind of side wager.

    ``parameters`` are those of the entry that is checked; without them the defaults are taken.
    ``sights`` is how many random rounds it is shown.

    >>> from pitboss.wagers.kinds.over_under import OverUnder
    >>> check_wager(OverUnder, side="under", sights=100)
    """
    faults = list(_said(kind)) or _sorted(kind(**parameters), sights, seed)
    conforms(f"the wager {kind.__name__}", faults)


def _said(kind: type[Wager]) -> Iterator[str]:
    for name in ("kind", "decided", "reads", "categories"):
        if not hasattr(kind, name):
            yield f"it has no {name!r}; see pitboss.wagers.base.Wager"
            return
    if not is_dataclass(kind):
        yield "it is not a dataclass: write @dataclass(frozen=True) above the class"
    if not isinstance(kind.decided, Stage):
        yield f"decided is {kind.decided!r}, where a Stage is expected"
    elif set(kind.reads) <= {*FIELDS}:
        for name in kind.unknown():
            at = KNOWN_AT[name].name
            why = (
                ", and to settle by it would give it away" if KNOWN_AT[name] is Stage.DEALER else ""
            )
            text = f"it reads {name}, which is not shown before Stage.{at}{why}"
            yield f"{text}: raise 'decided' to that"
        if kind.stays_up and kind.decided is not Stage.ROUND:
            yield "it stays up over rounds, so it is decided at Stage.ROUND"
    for name in kind.reads:
        if name not in FIELDS:
            yield f"it reads {name!r}, which a Sight does not have"
    if not kind.categories or len(set(kind.categories)) != len(kind.categories):
        yield "categories are missing or named twice"
    for name in (LOSE, OPEN):
        if name in kind.categories:
            yield f"{name!r} is not a category: it stands for the wager that has lost or is open"


def _sorted(wager: Wager, sights: int, seed: int) -> Iterator[str]:
    if wager.classify(Sight()) != OPEN:
        yield "it is decided before a card is dealt: give OPEN while a field that it reads is None"
    rng = random.Random(seed)
    for _ in range(sights):
        yield from _shown(wager, _sight(rng))


def _shown(wager: Wager, whole: Sight) -> Iterator[str]:
    """Show a wager one thing after another, as a round does."""
    seen, said = Sight(), OPEN
    for name in (*SHOWN, "result"):
        seen = replace(seen, **{name: getattr(whole, name)})
        now = wager.classify(seen)
        if now not in (*wager.categories, LOSE, OPEN):
            yield f"it says {now!r} to {seen}, which is not a category"
        if said not in (OPEN, now):
            yield f"it says {now!r} once {name} is known, where it said {said!r} before"
        said = now
    if said == OPEN and not wager.stays_up:
        yield f"it is open though all that it reads is known: {whole}"
    blind = replace(whole, **dict.fromkeys(set(FIELDS) - set(wager.reads)))
    if wager.classify(blind) != wager.classify(whole):
        hidden = ", ".join(name for name in FIELDS if name not in wager.reads)
        yield f"it looks at something that it does not read: one of {hidden}"


def _sight(rng: random.Random) -> Sight:
    """Return a sight of a whole round, with cards of few ranks so that rare hands come up too."""
    some = rng.sample(range(13), 3)

    def card() -> Card:
        return rng.choice(some) * 4 + rng.randrange(4) if rng.random() < 0.8 else rng.choice(DECK)

    cards = [card() for _ in range(rng.randint(2, 4))]
    up, hole = card(), card()
    dealer = final_hand((up, hole))
    if dealer.total < 17:
        suits = rng.choice(("suited", "coloured", "mixed"))
        dealer = FinalHand(rng.randint(17, 26), suits, rng.randint(3, 9))
    return sight_of(
        cards,
        is_over=True,
        up=up,
        hole=hole,
        dealer=dealer,
        streak=rng.randint(0, 6),
        result=rng.choice(("win", "loss", "push")),
    )
