"""Solved games that need not be solved again: shipped with the program, or kept on disk.

Nothing here imports numpy or a compiler before a game must be solved.

Which cards a strategy draws: what wagers on third and fourth cards need to know.

The solved base game in the form that par sheets, charts and commands want.
"""

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

from pitboss.cache import keep, look_up
from pitboss.cards import VALUES, Card
from pitboss.errors import OddsError
from pitboss.hands import Hand, hand_of
from pitboss.odds.advice import HandAdvice, advise_cards
from pitboss.odds.games import CACHED, COMPUTED, BaseGame
from pitboss.odds.known.fingerprints import fingerprint, solver_text
from pitboss.odds.known.records import NO_ACT, ORDER, PAIRS, Figures, Record, pack, rows_of, unpack
from pitboss.odds.known.shipped import shipped_game
from pitboss.odds.shoe import Shoe, card_of
from pitboss.odds.side_wagers.chances import Results
from pitboss.odds.solution import Solution, by_chart, solve
from pitboss.odds.solver.classes import BEST, class_text
from pitboss.odds.suited import SuitedShoe, shoe_of
from pitboss.rulebook.questions.acts import acts_when_doubled, is_complete, split_refused
from pitboss.rulebook.questions.dealing import blackjack_is_paid_after_deal, peeks
from pitboss.rulebook.rules import Rules
from pitboss.strategy import ACTS, SHOWN, UPS, Strategy, shown_number

if TYPE_CHECKING:
    from pitboss.odds.solution import Solution


@dataclass(frozen=True, slots=True)
class NextAct:
    """What the strategy does next with a hand that may still act."""

    act: str
    """As in ``strategy.ACTS``; ``none`` where the hand takes no act."""
    draws: bool
    """Whether the act brings the hand another card: hit, double, or the second card of a split."""


def next_act(
    solution: "Solution",
    cards: tuple[Card, ...],
    up: Card,
    *,
    may_split: bool = True,
    is_doubled: bool = False,
) -> NextAct:
    """The act of a solved game on an unsplit hand of these cards, as ``act_of`` has it."""
    rules, strategy = solution.rules, solution.strategy
    return act_of(rules, strategy, cards, up, may_split=may_split, is_doubled=is_doubled)


def act_of(
    rules: Rules,
    strategy: Strategy,
    cards: tuple[Card, ...],
    up: Card,
    *,
    may_split: bool = True,
    is_doubled: bool = False,
) -> NextAct:
    """The act on an unsplit hand of these cards, once a dealer who looks has no blackjack.

    ``is_doubled``: the last card came by doubling, so that the hand is finished. Given the cards,
    it is certain: the probability of a further card is 0 or 1, and that card is drawn from the
    shoe that is left. Where the dealer looks and has a blackjack no card is drawn at all.
    """
    if rules.deal.hole_card_up:
        raise OddsError(
            "wagers on cards that are drawn in play are not worked out where both dealer cards "
            f"lie face up [{rules.clause('deal.hole_card_up')}]"
        )
    hand = hand_of(cards)
    is_paid = hand.is_blackjack and blackjack_is_paid_after_deal(rules, up)
    if is_doubled or is_paid or is_complete(rules, hand, hands=1):
        return NextAct("none", draws=False)
    is_pair = len(cards) == 2 and VALUES[cards[0]] == VALUES[cards[1]]
    can_split = may_split and is_pair and split_refused(rules, hand, hands=1) is None
    act = strategy.act(hand, up, may_split=can_split)
    return NextAct(act, draws=act in ("hit", "double", "double_half", "split"))


def third_card_p(solution: "Solution", first: Card, second: Card, up: Card) -> float:
    """The probability that a third card comes to the box, given two cards and the up card.

    A split counts: its first hand gets the third card of the box. Where the dealer looks for a
    blackjack before play, it is the probability that he has none.
    """
    if not next_act(solution, (first, second), up).draws:
        return 0.0
    if not peeks(solution.rules, up):
        return 1.0
    left = solution.shoe.without((first, second, up))
    need = 9 if VALUES[up] == 1 else 0
    return 1.0 - left.values[need] / left.size


PART = "results"
"""Of the folder of what is kept."""
_EV = struct.Struct("<d")


@dataclass(frozen=True)
class KnownGame:
    """A game as it was solved before. Values are per unit of the initial wager, off the top."""

    rules: Rules
    record: Record
    source: str = CACHED

    @property
    def _figures(self) -> Figures:
        return self.record.figures

    @property
    def strategy_class(self) -> str:
        """The name of the class of strategies."""
        return BEST

    @property
    def strategy_text(self) -> str:
        """What a strategy of that class may see."""
        return class_text(BEST, self.rules)

    @property
    def player_ev(self) -> float:
        """What the player can expect, insurance and even money taken where they pay."""
        return self._figures.player_ev

    @property
    def house_edge(self) -> float:
        """What the house keeps."""
        return -self._figures.player_ev

    @property
    def learned_ev(self) -> float:
        """What the player can expect by the best chart of totals."""
        return self._figures.learned_ev

    @property
    def standard_deviation(self) -> float:
        """Of the result of a round, insurance left aside."""
        return self._figures.standard_deviation

    @property
    def spread(self) -> str:
        """How the standard deviation was found, a key of ``classes.SPREADS``."""
        return self._figures.spread

    @property
    def spot_deviations(self) -> Mapping[int, float]:
        """By number of dealer hands bet against, the standard deviation of all together."""
        return dict(self._figures.spots)

    @property
    def joint_p(self) -> float:
        """The part of rounds, with three hands or more, whose results are approximate."""
        return self._figures.joint_p

    @property
    def average_wager(self) -> float:
        """Units staked on the main wager, with doubles and splits."""
        return self._figures.average_wager

    @property
    def outcomes(self) -> Mapping[str, float]:
        """How likely each net result of a round is, in units of the initial wager."""
        return {f"{net:g}": p for net, p in self._figures.net}

    @property
    def results(self) -> Results:
        """How likely a round is won, pushed and lost, by more hands won than lost."""
        return Results(self._figures.win_p, self._figures.push_p, self._figures.loss_p)

    @cached_property
    def strategy(self) -> Strategy:
        """The play that has this value."""
        return self.record.strategy(BEST)

    def values(self, hand: Hand, up: Card, hole: Card | None = None) -> Mapping[str, float]:
        """The expectation of every act on two dealt cards, best first; ``hole`` where it shows.

        Given that the dealer has no blackjack, where he looks for one before play.
        """
        first, second = (VALUES[card] - 1 for card in hand.cards)
        shown = shown_number(up, hole) - (0 if hole is None else UPS)
        worth = self.record.acts(first, second, shown)
        if "split" in worth and split_refused(self.rules, hand, hands=1) is not None:
            del worth["split"]
        return dict(sorted(worth.items(), key=lambda item: -item[1]))

    def act(self, hand: Hand, up: Card) -> str:
        """The best act for a hand that has not been split."""
        return act_of(self.rules, self.strategy, hand.cards, up).act


def known_game(rules: Rules, shoe: SuitedShoe | None = None) -> KnownGame | None:
    """A game as it was shipped or kept, for whole decks if no shoe is given; None if it was not."""
    left = Shoe((shoe or shoe_of(rules)).ranks)
    name = fingerprint(rules, left)
    record = shipped_game(rules.rulebook, name)
    if record is None:
        kept = look_up(PART, _entry(name))
        record = None if kept is None else unpack(kept)
    return None if record is None else KnownGame(rules, record)


def game_of(rules: Rules, shoe: SuitedShoe | None = None, *, is_fresh: bool = False) -> BaseGame:
    """A game as it is known, or solved now and kept; ``is_fresh``: solved now in any case."""
    known = None if is_fresh else known_game(rules, shoe)
    if known is not None:
        return known

    game = solve_game(rules, shoe)
    name = fingerprint(rules, game.solution.shoe)
    if not acts_when_doubled(rules):
        keep(PART, _entry(name), pack(record_of(game)))
    return game


def player_ev_of(rules: Rules, shoe: SuitedShoe | None = None, *, is_fresh: bool = False) -> float:
    """What the player can expect, as ``game_of`` would say, without the rest of the figures."""
    known = None if is_fresh else known_game(rules, shoe)
    if known is not None:
        return known.player_ev
    left = Shoe((shoe or shoe_of(rules)).ranks)
    entry = f"ev-{_entry(fingerprint(rules, left))}"
    kept = None if is_fresh else look_up(PART, entry)
    if kept is not None and len(kept) == _EV.size and math.isfinite(_EV.unpack(kept)[0]):
        return float(_EV.unpack(kept)[0])

    worth = solve_game(rules, shoe).player_ev
    keep(PART, entry, _EV.pack(worth))
    return worth


def strategy_of(rules: Rules) -> Strategy:
    """The best play off the top of whole decks, as it is known, or solved now."""
    # Records have no room for what hands do that were doubled.
    known = None if acts_when_doubled(rules) else known_game(rules)
    if known is not None:
        return known.strategy

    return solve_game(rules).solution.strategy


def _entry(name: str) -> str:
    """The name of an entry: of this game, by this very program."""
    return f"{name[:40]}-{solver_text()}"


def record_of(game: "SolvedGame") -> Record:
    """What is kept of a solved game."""
    law, play = game.solution.results, game.solution.strategy
    figures = Figures(
        player_ev=game.player_ev,
        offers_ev=game.solution.offers_ev,
        learned_ev=game.learned_ev,
        standard_deviation=law.standard_deviation,
        spread=law.spread,
        spots=tuple(game.spot_deviations.items()),
        joint_p=law.joint_p,
        average_wager=law.average_wager,
        net=tuple(law.net.items()),
        win_p=law.win_p,
        push_p=law.push_p,
        loss_p=law.loss_p,
        pairs=dict(play.pairs),
        resplits=dict(play.resplits),
        insured=tuple(sorted(play.insured)),
        takes_even_money=play.takes_even_money,
    )
    return Record(figures, rows_of(play), _worth(game))


def _worth(game: "SolvedGame") -> bytes:
    """What every act on two cards is worth, one act after the other."""
    solution = game.solution
    told: list[Mapping[str, float]] = []
    for up in solution.game.ups:
        for first, second in PAIRS:
            is_there = solution.by_up[up] is not None
            cards = (card_of(first), card_of(second), *map(card_of, SHOWN[up]))
            told.append(solution.values_of(*cards) if is_there else {})
    worth = [one.get(ACTS[letter], NO_ACT) for letter in ORDER for one in told]
    return struct.pack(f"<{len(worth)}d", *worth)


WHOLE = 1e-9
"""How far probabilities may come from one by rounding."""


@dataclass(frozen=True)
class SolvedGame:
    """A table with a shoe, solved. Values are per unit of the initial wager, off the top."""

    solution: Solution
    source: str = COMPUTED

    @property
    def strategy_class(self) -> str:
        """The name of the class of strategies."""
        return self.solution.strategy_class

    @property
    def strategy_text(self) -> str:
        """What a strategy of that class may see."""
        return class_text(self.solution.strategy_class, self.solution.rules)

    @property
    def player_ev(self) -> float:
        """What the player can expect, insurance and even money taken where they pay."""
        return self.solution.player_ev

    @property
    def house_edge(self) -> float:
        """What the house keeps."""
        return self.solution.house_edge

    @property
    def standard_deviation(self) -> float:
        """Of the result of a round, insurance left aside."""
        return self.solution.results.standard_deviation

    @property
    def spread(self) -> str:
        """How the standard deviation was found, a key of ``classes.SPREADS``."""
        return self.solution.results.spread

    @cached_property
    def spot_deviations(self) -> Mapping[int, float]:
        """By number of dealer hands bet against, the standard deviation of all together."""
        dealer = self.solution.rules.dealer
        spots = range(max(2, dealer.hands_min), dealer.hands + 1)
        deviations = {count: self.solution.spot_deviation(count) for count in spots}
        return {count: value for count, value in deviations.items() if value is not None}

    @property
    def joint_p(self) -> float:
        """The part of rounds, with three hands or more, whose results are approximate."""
        return self.solution.results.joint_p

    @property
    def average_wager(self) -> float:
        """Units staked on the main wager, with doubles and splits."""
        return self.solution.results.average_wager

    @property
    def outcomes(self) -> Mapping[str, float]:
        """How likely each net result of a round is, in units of the initial wager."""
        return {f"{net:g}": p for net, p in self.solution.results.net.items()}

    @property
    def results(self) -> Results:
        """How likely a round is won, pushed and lost, by more hands won than lost."""
        law = self.solution.results
        return Results(law.win_p, law.push_p, law.loss_p)

    @cached_property
    def learned_ev(self) -> float:
        """What the player can expect by the best chart of totals."""
        return by_chart(self.solution).player_ev

    def values(self, hand: Hand, up: Card, hole: Card | None = None) -> Mapping[str, float]:
        """The expectation of every act on two dealt cards, best first; ``hole`` where it shows.

        Given that the dealer has no blackjack, where he looks for one before play.
        """
        first, second = hand.cards
        return self.solution.values_of(first, second, up, hole)

    def act(self, hand: Hand, up: Card) -> str:
        """The best act for a hand that has not been split."""
        return next_act(self.solution, hand.cards, up).act


def solve_game(rules: Rules, shoe: SuitedShoe | None = None) -> SolvedGame:
    """The base game of a table, solved for a shoe; for whole decks, if none is given."""
    whole = shoe or shoe_of(rules)
    solution = solve(rules, shoe=Shoe(whole.ranks), strategy_class=BEST)
    if abs(sum(start.probability for start in solution.starts) - 1) > WHOLE:
        raise OddsError(
            "the shoe has too few cards for a round", hint="give a shoe with more cards"
        )
    return SolvedGame(solution)


def advise_hand(
    rules: Rules,
    cards: tuple[Card, ...],
    up: Card,
    *,
    shoe: SuitedShoe,
    hole: Card | None = None,
) -> HandAdvice:
    """Value every legal act for a hand; its cards and the dealer's are among those of the shoe."""
    start = perf_counter()
    hand = hand_of(cards)
    if hand.is_bust:
        raise OddsError(f"{hand} is a bust: it makes {hand.total}")
    shoe.without((*cards, up) if hole is None else (*cards, up, hole))
    advice = advise_cards(rules, cards, up, shoe=Shoe(shoe.ranks), hole=hole)
    return HandAdvice(hand, up, advice, perf_counter() - start, hole=hole)
