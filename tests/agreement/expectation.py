"""The exact expectation of a round played by the real engine from a small shoe of unknown order.

Cards are drawn one at a time: whenever the engine runs out of cards, the round goes on once for
each card that could come next, weighed by how likely it is. No order of the shoe is left out.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import msgspec

from pitboss.cards import Card, rank
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.betting.placing import AnteTaken
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.insurance import (
    CloseInsurance,
    Insure,
    KeepHand,
    TakeEvenMoney,
    may_surrender_early,
)
from pitboss.engine.legal import insurance_is_open
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.state import BETTING, OFFERING, TableState
from pitboss.engine.table import open_table, step
from pitboss.rulebook.questions.acts import even_money_refusal, insurance_refusal, split_refusal
from pitboss.rulebook.questions.stakes import ante_due, insurance_stakes
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules
from pitboss.strategy import Strategy, key_of

BET = 1000
PLAYER = "ann"


Key = tuple[object, ...]


def _key(state: TableState) -> Key:
    """The table as far as the rest of the round can depend on it."""
    hands = tuple(
        (
            sorted(played.hand.cards),
            played.hand.cards[:1],
            played.hand.is_split,
            played.bets,
            played.how,
        )
        for played in state.boxes[0].hands
    )
    return (
        str(hands), state.dealer.cards, state.hole, state.turn, state.insured, state.phase,
        state.boxes[0].is_kept,
    )  # fmt: skip


def _by_suit(cards: tuple[Card, ...]) -> Counter[Card]:
    return Counter(cards)


def _by_rank(cards: tuple[Card, ...]) -> Counter[Card]:
    # Suits are no part of most games: one card of each rank stands for all four.
    return Counter(rank(card) * 4 for card in cards)


@dataclass
class Walk:
    """All rounds that a strategy can lead to, with how likely each is."""

    rules: Rules
    strategy: Strategy
    spots: int = 1
    has_suits: bool = False
    """Whether what a hand pays may depend on its suits."""
    known: dict[Key, float] = field(default_factory=dict)
    """What the rest of a round gains, by the cards on the table when somebody has to decide."""

    def expectation(self, cards: tuple[Card, ...]) -> float:
        """Units of the initial wager that a round gains on average."""
        left = _by_suit(cards) if self.has_suits else _by_rank(cards)
        return self._after(self._start(), Deal(), left) / (BET * self.spots)

    def law(self, cards: tuple[Card, ...]) -> dict[float, float]:
        """How likely each result of the main wager is, in units."""
        law: dict[float, float] = defaultdict(float)
        self._follow(self._start(), Deal(), _by_rank(cards), 1.0, 0, law)
        return law

    def _start(self) -> TableState:
        start = open_table(self.rules)
        commands: list[Command] = [
            BuyIn(player=PLAYER, amount=10**9),
            PlaceWager(by=PLAYER, box=1, wager="main", amounts=(BET,) * self.spots),
        ]
        if due := ante_due(self.rules, BET):
            commands.append(PlaceWager(by=PLAYER, box=1, wager="ante", amounts=(due,)))
        for command in commands:
            start = self._must(start, command)
        return start

    def _follow(
        self,
        state: TableState,
        command: Command,
        left: Counter[Card],
        chance: float,
        net: int,
        law: dict[float, float],
    ) -> None:
        outcome = step(state, command)
        if isinstance(outcome, Rejection):
            assert outcome.code is Code.SHOE_EMPTY, str(outcome)
            size = sum(left.values())
            assert size, "the shoe is too small for this game"
            for card, count in tuple(left.items()):
                if count:
                    left[card] -= 1
                    more = msgspec.structs.replace(state, shoe=(*state.shoe, card))
                    self._follow(more, command, left, chance * count / size, net, law)
                    left[card] += 1
            return
        after, events = outcome
        net += sum(e.net for e in events if isinstance(e, WagerSettled) and e.wager == "main")
        if after.phase == BETTING:
            law[self._result(after, net)] += chance
        else:
            self._follow(after, self._next(after), left, chance, net, law)

    def _result(self, after: TableState, net: int) -> float:
        """What a law says of a round that is over."""
        del after
        return net / BET

    def _must(self, state: TableState, command: Command) -> TableState:
        outcome = step(state, command)
        assert not isinstance(outcome, Rejection), str(outcome)
        return outcome[0]

    def _after(self, state: TableState, command: Command, left: Counter[Card]) -> float:
        """What is gained from a command on; ``left`` are the cards that it may draw from."""
        outcome = step(state, command)
        if isinstance(outcome, Rejection):
            assert outcome.code is Code.SHOE_EMPTY, str(outcome)
            size = sum(left.values())
            assert size, "the shoe is too small for this game"
            total = 0.0
            for card, count in tuple(left.items()):
                if count:
                    left[card] -= 1
                    more = msgspec.structs.replace(state, shoe=(*state.shoe, card))
                    total += count / size * self._after(more, command, left)
                    left[card] += 1
            return total
        after, events = outcome
        net = sum(event.net for event in events if isinstance(event, WagerSettled))
        net -= sum(event.amount for event in events if isinstance(event, AnteTaken))
        if after.phase == BETTING:
            return float(net)
        key = _key(after)
        if key not in self.known:
            self.known[key] = self._after(after, self._next(after), left)
        return net + self.known[key]

    def _next(self, state: TableState) -> Command:
        box = state.boxes[0]
        if insurance_is_open(state):
            return self._answer(state)
        assert state.phase != OFFERING
        played = box.hands[state.turn[1] - 1]
        act = self.strategy.act(
            played.hand,
            state.up,
            may_split=split_refusal(self.rules, played.hand, state.up, hands=len(box.hands))
            is None,
            is_added=not played.bets[0].is_original,
            hole=state.dealer.cards[1] if self.rules.deal.hole_card_up else None,
        )
        match act:
            case "hit":
                return Hit(by=PLAYER, box=1)
            case "stand":
                return Stand(by=PLAYER, box=1)
            case "double":
                return Double(by=PLAYER, box=1)
            case "double_half":
                half = tuple(stake // 2 for stake in box.main(PLAYER))
                return Double(by=PLAYER, box=1, stakes={PLAYER: half})
            case "split":
                return Split(by=PLAYER, box=1)
            case _:
                assert act == "surrender"
                return Surrender(by=PLAYER, box=1)

    def _answer(self, state: TableState) -> Command:
        box = state.boxes[0]
        hand = box.hands[0].hand
        can_take = even_money_refusal(self.rules, hand, state.up) is None
        can_insure = insurance_refusal(self.rules, hand, state.up) is None and not state.insured
        if can_take and self.strategy.takes_even_money and not state.insured:
            if box.hands[0].is_open:
                return TakeEvenMoney(by=PLAYER, box=1)
        elif key_of(hand.cards) in self.strategy.insured and can_insure:
            amounts = tuple(insurance_stakes(self.rules, m).high for m in box.main(PLAYER))
            return Insure(by=PLAYER, box=1, amounts=amounts)
        if may_surrender_early(state, box):
            may_split = split_refusal(self.rules, hand, state.up, hands=1) is None
            is_given = self.strategy.act(hand, state.up, may_split=may_split) == "surrender"
            return Surrender(by=PLAYER, box=1) if is_given else KeepHand(by=PLAYER, box=1)
        return CloseInsurance()


class StreakWalk(Walk):
    """The law says what a round does to a streak: 1 moves it on, -1 ends it, 0 leaves it."""

    def _start(self) -> TableState:
        placed = PlaceWager(by=PLAYER, box=1, wager="streak_2", amounts=(BET,))
        return self._must(super()._start(), placed)

    def _result(self, after: TableState, net: int) -> float:
        del net
        return after.sides[0].wins if after.sides else -1
