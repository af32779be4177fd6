"""A shoe to count down: dealt by the rules of a table, each card as it comes into sight."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import count as numbers

import msgspec

from pitboss.bots.by_strategy import ByStrategy
from pitboss.cards import VALUES, Card
from pitboss.engine.automatic import prepare, shuffle_due, step_on
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import Command, Event, redact
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.shoe.drawing import BurnShown, CardDealt, CardTurnedOver
from pitboss.engine.state import BETTING, OFFERING, ONLINE, ONLOOKER, TableState
from pitboss.engine.table import open_table
from pitboss.engine.views import view
from pitboss.money import MONEY_MAX, Cents
from pitboss.odds.game import strategy_of
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.refusals import Rejection
from pitboss.rulebook.rules import Rules
from pitboss.server.analysis.process import Unanswerable
from pitboss.server.analysis.solver import Options
from pitboss.strategy import NAMES, Strategy

ROUNDS_MAX = 200
"""No shoe has more rounds."""
STEPS_MAX = 400
"""Commands of one round, by which it has ended."""
CHIPS: Cents = 10_000_000
TRUE_RAMP, RUNNING_RAMP = "-100:1 1:2 2:4 3:6 4:8", "-100:1 0:2 2:4 4:8"
"""Default bet ramps for a true and for a running count."""


class SeenCard(msgspec.Struct, frozen=True):
    """A card that came into sight."""

    card: Card
    box: int
    """0 for the dealer's."""
    hand: int
    """The hand of the box that it came to, from the first."""
    running: int
    """The running count with this card."""


class CountedRound(msgspec.Struct, frozen=True):
    """A round of the shoe, with the counts after its last card."""

    cards: tuple[SeenCard, ...]
    cards_left: int
    """Unseen cards of the shoe, as far as a player can tell."""
    running: int
    count: int
    """The count for bets and plays: the true count, rounded down, or the running count."""
    units: int
    """The bet on the next round by the ramp, in units; 0 sits out."""


class CountedShoe(msgspec.Struct, frozen=True):
    """A shoe from its first round to the cutting card."""

    count: str
    title: str
    is_true: bool
    """True if the running count is divided by the decks that are left."""
    tags: dict[str, int]
    """Tag of each value, from ace to ten."""
    decks: int
    deck_size: int
    """Cards of one deck."""
    start: int
    """Initial running count."""
    ramp: tuple[tuple[int, int], ...]
    """Pairs of a count and the bet in units from that count up."""
    players: int
    seed: int
    rounds: tuple[CountedRound, ...]


class ShoeRequest(msgspec.Struct, frozen=True):
    """Request for a counted shoe."""

    count: str
    ramp: str
    """Bet ramp as text; if empty, the default ramp of the count."""
    players: int
    seed: int


def counted_shoe(rulebook: str, options: Options, request: ShoeRequest) -> CountedShoe:
    """Deal a shoe to players who play their best, and count it; runs in the solver's process."""
    from pitboss.errors import SimulationError  # noqa: PLC0415
    from pitboss.sim.counting import Betting, load_count, parse_ramp  # noqa: PLC0415

    rules = choose(load_rulebook(rulebook), dict(options))
    if rules.shoe.shuffler == "continuous":
        raise Unanswerable("a machine shuffles after every round here; there is nothing to count")
    if rules.shoe.compartments == "double":
        raise Unanswerable("a double shoe is not counted down here; choose a single one")
    try:
        count = load_count(request.count)
        usual = TRUE_RAMP if count.is_true else RUNNING_RAMP
        betting = Betting(count, parse_ramp(request.ramp or usual))
    except SimulationError as error:
        raise Unanswerable(str(error)) from None
    tags, start = count.tags, count.start(rules.decks_in_play)
    running = start
    rounds: list[CountedRound] = []
    players = min(request.players, rules.table.boxes)
    strategy = _strategy(rulebook, options)
    for events, left in _rounds(rules, strategy, players=players, seed=request.seed):
        cards: list[SeenCard] = []
        for card, box, hand in seen_in(events):
            running += tags[VALUES[card] - 1]
            cards.append(SeenCard(card, box, hand, running))
        by = running * len(rules.deck) // max(1, left) if count.is_true else running
        rounds.append(CountedRound(tuple(cards), left, running, by, betting.units(by)))
    return CountedShoe(
        request.count,
        count.name,
        count.is_true,
        dict(zip(NAMES, tags, strict=True)),
        rules.decks_in_play,
        len(rules.deck),
        start,
        betting.ramp,
        players,
        request.seed,
        tuple(rounds),
    )


@lru_cache(16)
def _strategy(rulebook: str, options: Options) -> Strategy:
    return strategy_of(choose(load_rulebook(rulebook), dict(options)))


def seen_in(events: tuple[Event, ...]) -> Iterator[tuple[Card, int, int]]:
    """Yield the cards that came into sight in a round, each with its box and hand."""
    for event in events:
        match event:
            case (
                CardDealt(card=card, box=box, hand=hand)
                | CardTurnedOver(card=card, box=box, hand=hand)
            ) if card >= 0:
                yield card, box, hand
            case HoleCardRevealed(card=card) | BurnShown(card=card) if card >= 0:
                yield card, 0, 0
            case _:
                pass


def _rounds(
    rules: Rules, strategy: Strategy, *, players: int, seed: int
) -> Iterator[tuple[tuple[Event, ...], int]]:
    """Yield each round up to the next shuffle: its public events and the number of unseen cards."""
    seeds = (seed.to_bytes(8) + number.to_bytes(24) for number in numbers())
    bots = [ByStrategy(f"player {place + 1}", rules, strategy) for place in range(players)]
    state = open_table(rules, ONLINE)
    state, _ = _done(state, prepare(state, next(seeds)).command)
    for bot in bots:
        state, _ = _done(state, BuyIn(player=bot.name, amount=min(CHIPS, MONEY_MAX)))
    for _ in range(ROUNDS_MAX):
        number, events = state.round, list[Event]()
        for after, happened in _play(state, bots, seeds):
            events += [redact(state, event, ONLOOKER) for event in happened]
            state = after
        if state.round == number:
            return
        yield tuple(events), view(state, ONLOOKER).cards_left
        if shuffle_due(state, 0):
            return


def _play(
    state: TableState, bots: list[ByStrategy], seeds: Iterator[bytes]
) -> Iterator[tuple[TableState, tuple[Event, ...]]]:
    """Play one round; yield the table and the events after each command."""
    number = state.round
    for _ in range(STEPS_MAX):
        command = _next(state, bots)
        outcome = step_on(state, command, lambda: next(seeds))
        if isinstance(outcome, Rejection) and state.phase == BETTING:
            # The cutting card has come before the first card: the shoe is over.
            return
        if isinstance(outcome, Rejection):
            raise Unanswerable(f"this shoe ends in the middle of a round: {outcome.text}")
        state = outcome[0]
        yield outcome
        if state.phase == BETTING and state.round > number:
            return
    raise Unanswerable("a round of this shoe does not end")


def _next(state: TableState, bots: list[ByStrategy]) -> Command:
    for bot in bots:
        command = bot.choose(view(state, bot.name))
        if command is not None:
            return command
    return CloseInsurance() if state.phase == OFFERING else Deal()


def _done(state: TableState, command: Command) -> tuple[TableState, tuple[Event, ...]]:
    outcome = step_on(state, command, bytes)
    assert not isinstance(outcome, Rejection), outcome.text
    return outcome
