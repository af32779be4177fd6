"""Counts every way in which a round can go, as chess programs count moves (perft).

A ply is a card that leaves the shoe, told by its rank, or a decision of the player. For each depth:
how many sequences of so many plies there are, how likely a round is to last that long when every
decision is made evenly among what is allowed, and what the rounds that end there bring.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

import msgspec

from pitboss.cards import RANKS, Card
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.insurance import CloseInsurance, Insure, TakeEvenMoney
from pitboss.engine.legal import insurance_is_open, legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.table import open_table, step
from pitboss.money import Cents
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules
from tests.perft.plain_round import begin

STAKE: Cents = 1000
"""The main wager; results are given in units of it."""
PLAYER = "ann"


class Position(Protocol):
    """A round at one moment: it has ended, or a card is due, or a decision."""

    @property
    def key(self) -> object:
        """What the rest of the round can depend on."""

    @property
    def needs_card(self) -> bool:
        """Whether the next card of the shoe is due."""

    @property
    def acts(self) -> tuple[str, ...]:
        """What the player may do, where he has to decide."""

    @property
    def net(self) -> Cents | None:
        """What the round has come to; nothing while it goes on."""

    def with_card(self, card: Card) -> "Position":
        """The round after the next card of the shoe."""

    def with_act(self, act: str) -> "Position":
        """The round after a decision."""


@dataclass(frozen=True, slots=True)
class Depth:
    """What there is at one depth."""

    sequences: int
    chance: Fraction
    """That a round lasts so many plies, each decision made evenly."""
    gain: Fraction
    """What rounds that end with exactly this ply bring, times how likely they are, in units."""


def perft(position: Position, shoe: Sequence[int], depth: int) -> tuple[Depth, ...]:
    """The depths from 1 up to ``depth``, from a shoe with so many cards of each rank."""
    whole = _walk(position, tuple(shoe), depth, {})
    return whole[1:]


def plain(rules: Rules) -> Position:
    """A round before its first card, told by the rulebook alone."""
    return begin(rules, STAKE)


def engine(rules: Rules) -> Position:
    """A round before its first card, played by the engine."""
    state = open_table(rules)
    for command in (
        BuyIn(player=PLAYER, amount=1000 * STAKE),
        PlaceWager(by=PLAYER, box=1, wager="main", amounts=(STAKE,)),
    ):
        outcome = step(state, command)
        assert not isinstance(outcome, Rejection), str(outcome)
        state = outcome[0]
    return EnginePosition(state, Deal()).settled()


Known = dict[tuple[object, int], tuple[Depth, ...]]
NONE = Fraction(0)
NOTHING = Depth(0, NONE, NONE)


def _walk(position: Position, left: tuple[int, ...], depth: int, known: Known) -> tuple[Depth, ...]:
    net = position.net
    here = Depth(1, Fraction(1), Fraction(net or 0, STAKE))
    if net is not None or depth == 0:
        return (here, *[NOTHING] * depth)
    key = position.key, depth
    if key in known:
        return known[key]
    sequences = [0] * depth
    chances, gains = [NONE] * depth, [NONE] * depth
    branches = _branches(position, left)
    whole = sum(weight for weight, _, _ in branches)
    for weight, after, rest in branches:
        for place, part in enumerate(_walk(after, rest, depth - 1, known)):
            if part.sequences:
                sequences[place] += part.sequences
                chances[place] += weight * part.chance
            if part.gain:
                gains[place] += weight * part.gain
    known[key] = (
        here,
        *(
            Depth(count, chance / whole, gain / whole if gain else NONE) if count else NOTHING
            for count, chance, gain in zip(sequences, chances, gains, strict=True)
        ),
    )
    return known[key]


def _branches(
    position: Position, left: tuple[int, ...]
) -> list[tuple[int, Position, tuple[int, ...]]]:
    """Every ply that may come next, with its weight and what the shoe then holds."""
    if not position.needs_card:
        return [(1, position.with_act(act), left) for act in position.acts]
    return [
        (count, position.with_card(rank * 4), (*left[:rank], count - 1, *left[rank + 1 :]))
        for rank, count in enumerate(left)
        if count
    ]


@dataclass
class EnginePosition:
    """A table with a command on its way: it is tried again with each card that it draws."""

    state: TableState
    command: Command | None
    gained: Cents = 0
    needs_card: bool = field(default=False, init=False)

    def settled(self) -> "EnginePosition":
        """Carry the command out, as far as there are cards."""
        if self.command is None:
            return self
        outcome = step(self.state, self.command)
        if isinstance(outcome, Rejection):
            assert outcome.code is Code.SHOE_EMPTY, str(outcome)
            self.needs_card = True
            return self
        state, events = outcome
        net = sum(event.net for event in events if isinstance(event, WagerSettled))
        after = EnginePosition(state, None, self.gained + net)
        is_answered = isinstance(self.command, Insure | TakeEvenMoney)
        if is_answered and insurance_is_open(state):
            after.command = CloseInsurance()
            return after.settled()
        return after

    @property
    def key(self) -> object:
        """The layout, the command and the cards that it has drawn so far."""
        state = self.state
        hands = tuple(
            (played.hand.cards[0], *sorted(played.hand.cards[1:]), played.how, played.bets)
            for played in (state.boxes[0].hands if state.boxes else ())
        )
        return (
            str(hands), str(state.dealer.cards), state.hole, state.turn, str(state.insured),
            state.phase, str(self.command), state.shoe[state.position :], self.gained,
        )  # fmt: skip

    @property
    def net(self) -> Cents | None:
        """What the round has come to; nothing while it goes on."""
        return self.gained if self.state.phase == BETTING and not self.command else None

    @property
    def acts(self) -> tuple[str, ...]:
        """The offers of the engine, and declining those that may be left."""
        left = ["decline"] if insurance_is_open(self.state) else []
        names = {"take_even_money": "even_money"}
        offers = legal(self.state, PLAYER)
        return (*left, *(names.get(offer.do, offer.do) for offer in offers))

    def with_card(self, card: Card) -> "EnginePosition":
        """One more card in the shoe."""
        more = msgspec.structs.replace(self.state, shoe=(*self.state.shoe, card))
        return EnginePosition(more, self.command, self.gained).settled()

    def with_act(self, act: str) -> "EnginePosition":
        """The command of an act, for all that is permitted."""
        return EnginePosition(self.state, self._command(act), self.gained).settled()

    def _command(self, act: str) -> Command:
        match act:
            case "decline":
                return CloseInsurance()
            case "insure":
                offer = next(o for o in legal(self.state, PLAYER) if o.do == "insure")
                return Insure(by=PLAYER, box=1, amounts=(offer.high,))
            case "even_money":
                return TakeEvenMoney(by=PLAYER, box=1)
            case "double":
                return Double(by=PLAYER, box=1)
        kinds: dict[str, type[Hit | Stand | Split | Surrender]] = {
            "hit": Hit, "stand": Stand, "split": Split, "surrender": Surrender,
        }  # fmt: skip
        return kinds[act](by=PLAYER, box=1)


def show_shoe(shoe: Sequence[int]) -> str:
    """A shoe as ``Ax2 8x4 Kx3``: the cards of each rank that there are."""
    return " ".join(f"{name}x{n}" for name, n in zip(RANKS, shoe, strict=True) if n)


def parse_shoe(text: str) -> tuple[int, ...]:
    """Read what ``show_shoe`` writes."""
    counts = dict.fromkeys(RANKS, 0)
    for word in text.split():
        name, _, number = word.partition("x")
        counts[name] += int(number)
    return tuple(counts.values())
