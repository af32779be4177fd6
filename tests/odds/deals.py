"""What the side-wager tests share: every order of a tiny shoe, settled by the engine itself."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import OFFERING, PLAYING, TableState
from pitboss.engine.table import open_table, step
from pitboss.odds.shoe import SuitedShoe
from pitboss.odds.side_wagers.chances import ActPolicy
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.refusals import Rejection
from pitboss.rulebook.rules import Rules
from pitboss.wagers.base import LOSE

BOX = 1
MAIN = 1000
FILL = parse_cards("2s 3h 4d 5c 6s 8h 9d 2c 3s 4h 5d 6c")
"""Cards behind a tiny shoe, for draws that no longer matter to the wager."""

ACTS: dict[str, type[Hit | Stand | Double | Split | Surrender]] = {
    "hit": Hit,
    "stand": Stand,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
}


def shoe_of_cards(cards: Iterable[Card]) -> SuitedShoe:
    """A shoe of exactly these cards."""
    counts = Counter(cards)
    return SuitedShoe(tuple(counts[card] for card in DECK))


def table(rulebook: str, **options: object) -> Rules:
    """The rules of a shipped rulebook with options chosen."""
    return choose(load_rulebook(rulebook), options)


def orders(cards: tuple[Card, ...], length: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Each different way to draw ``length`` of the cards in order, and how often it comes."""
    if length == 0:
        yield (), 1
        return
    for card, copies in Counter(cards).items():
        rest = list(cards)
        rest.remove(card)
        for order, ways in orders(tuple(rest), length - 1):
            yield (card, *order), ways * copies


def opened(rules: Rules, wager: str) -> TableState:
    """A table with a main wager and one side wager on a box, before its cards."""
    side = rules.wagers[wager]
    stake = side.stakes[0] if side.stakes else max(side.stake_min, 100)
    state = play(open_table(rules), BuyIn(player="ann", amount=10**7))[0]
    # Some stakes may not be placed beside one another's limits, so the main wager is ample.
    for name, amount in (("main", max(MAIN, rules.limits.min_bet)), (wager, stake)):
        place = PlaceWager(by="ann", box=BOX, wager=name, amounts=(amount,))
        state = play(state, place)[0]
    return state


def play(state: TableState, command: Command) -> tuple[TableState, tuple[Event, ...]]:
    """Carry out a command that must be allowed."""
    done = step(state, command)
    assert not isinstance(done, Rejection), f"{command}: {done}"
    return done


def category(state: TableState, cards: tuple[Card, ...], wager: str, strategy: ActPolicy) -> str:
    """The line that the engine pays a side wager by, or losing, for this order of cards."""
    state = play(state, LoadShoe(cards=cards, is_shuffle=False))[0]
    state, events = play(state, Deal())
    while True:
        for event in events:
            if isinstance(event, WagerSettled) and event.wager == wager:
                return event.line or LOSE
        if state.phase == OFFERING:
            state, events = play(state, CloseInsurance())
        else:
            assert state.phase == PLAYING
            state, events = play(state, _act(state, strategy))


def _act(state: TableState, strategy: ActPolicy) -> Command:
    box = state.box(BOX)
    assert box is not None
    hand = box.hands[state.turn[1] - 1].hand
    # Split hands stand: by then both cards that a wager can look at have been dealt.
    name = "stand" if box.has_split else strategy.act(hand, state.up)
    return ACTS[name](by="ann", box=BOX)


def engine_law(
    rules: Rules, wager: str, cards: tuple[Card, ...], strategy: ActPolicy, *, length: int
) -> dict[str, Fraction]:
    """How likely each line is, by every order in which the engine can be dealt these cards.

    ``length`` is how many cards can matter; what comes behind them is a filling.
    """
    start = opened(rules, wager)
    ways: Counter[str] = Counter()
    for order, number in orders(cards, length):
        ways[category(start, order + FILL, wager, strategy)] += number
    whole = sum(ways.values())
    return {name: Fraction(number, whole) for name, number in ways.items()}
