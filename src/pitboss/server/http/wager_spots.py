"""Side wagers as the felt shows them: name, best price, what wins, an example for each line."""

import msgspec

from pitboss.cards import HIDDEN, Card
from pitboss.money import MONEY_MAX, Cents, show
from pitboss.rulebook.file.payoffs import Prize, net_gain
from pitboss.rulebook.rules import SideWager
from pitboss.wagers.examples import Example, example_of

DOLLAR: Cents = 100


class LineExample(msgspec.Struct, frozen=True):
    """What a round shows when a line pays; what the wager does not look at is left out."""

    cards: tuple[Card, ...]
    """Those of the box, in the order dealt."""
    up: Card
    """The dealer's up card; -1 where the wager does not look at it."""
    dealer: tuple[Card, ...]
    """The dealer's final hand."""
    wins: int
    """Rounds won in a row."""


class PayLine(msgspec.Struct, frozen=True):
    """One paying line of a side wager."""

    category: str
    pays: str
    clause: str
    example: LineExample | None
    """None where no simple hand shows it."""


class WagerSpot(msgspec.Struct, frozen=True):
    """The place of a side wager on every box."""

    name: str
    title: str
    kind: str
    clause: str
    wins_when: str
    """What wins, in one sentence."""
    top: str
    """The most that it pays."""
    lines: tuple[PayLine, ...]
    only: tuple[int, ...]
    """The only stakes that it takes; a range, where empty."""
    low: int
    high: int
    """0 where nothing but the chips limits it."""
    any_box: bool
    """It may lie on a box where somebody else has the main wager."""


def spot_of(wager: SideWager) -> WagerSpot:
    """What is printed on the place of a side wager, and what is told of it."""
    return WagerSpot(
        name=wager.name,
        title=wager.title,
        kind=wager.kind.kind,
        clause=wager.clause,
        wins_when=wager.kind.what_wins(),
        top=top_price(wager),
        lines=tuple(
            PayLine(line.category, str(line.payoff), line.clause, _example(wager, line.category))
            for line in wager.lines.values()
        ),
        only=wager.stakes,
        low=wager.stake_min,
        high=wager.stake_max if wager.stake_max < MONEY_MAX else 0,
        any_box=wager.any_box,
    )


def top_price(wager: SideWager) -> str:
    """The best line in short: ``5000 to 1``, ``$5000``, ``meter``."""
    if wager.feeds_meter:
        return "meter"
    drawn = max((high for _, high in wager.prizes.values()), default=0)
    stake = max((*wager.stakes, DOLLAR))
    best = max(wager.lines.values(), key=lambda line: net_gain(line.payoff, stake, drawn=drawn))
    if not isinstance(best.payoff, Prize):
        return str(best.payoff)
    if best.payoff.per_dollar:
        return f"{drawn // DOLLAR} {'to' if best.payoff.returns_stake else 'for'} 1"
    return f"${show(drawn)}".removesuffix(".00")


def _example(wager: SideWager, category: str) -> LineExample | None:
    example: Example | None = example_of(wager.kind, category)
    if example is None:
        return None
    # The up card is the first of a hand that is shown.
    up = HIDDEN if example.up is None or example.dealer else example.up
    return LineExample(example.cards, up, example.dealer, example.wins)
