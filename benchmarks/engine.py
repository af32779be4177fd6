"""Rounds a second through the full engine, beside two blackjack environments in the same run.

Gymnasium's and RLCard's blackjack only hit and stand and keep no record. Here every round is
wagered, dealt, played, settled and booked, with all its events kept.
"""

import argparse
import cProfile
import json
import pstats
import time
from collections import Counter
from collections.abc import Callable

import numpy

from pitboss.cards import full_shoe
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import insurance_is_open
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import BETTING, PLAYING, TableState
from pitboss.engine.table import open_table, step
from pitboss.ledger.balances import book, opening
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.refusals import Rejection

RESERVE = 120
"""Cards left at which the shoe is shuffled."""
SHOWN = 12
"""Files whose share of the time is shown."""


class Seats:
    """Players who hit below 17 at a six-deck table, every event kept and booked."""

    def __init__(self, seats: int, seed: int = 1) -> None:
        self.rng = numpy.random.default_rng(seed)
        rules = choose(load_rulebook("tribal"), {"boxes_per_player": 7})
        self.state: TableState = open_table(rules)
        self.log: list[Event] = []
        self.books = opening()
        self.seats = seats
        self.cards = numpy.array(full_shoe(6))
        self.send(BuyIn(player="ann", amount=10**12))

    def send(self, command: Command) -> None:
        """Send a command that must be accepted."""
        outcome = step(self.state, command)
        assert not isinstance(outcome, Rejection), str(outcome)
        self.state, events = outcome
        self.log.extend(events)
        book(self.books, events)

    def round(self) -> None:
        """One round: every seat plays until it has 17."""
        if len(self.state.shoe) - self.state.position < RESERVE:
            self.rng.shuffle(self.cards)
            self.send(LoadShoe(cards=tuple(self.cards.tolist())))
        for seat in range(1, self.seats + 1):
            self.send(PlaceWager(by="ann", box=seat, wager="main", amounts=(1000,)))
        self.send(Deal())
        if insurance_is_open(self.state):
            self.send(CloseInsurance())
        while self.state.phase == PLAYING:
            number, hand = self.state.turn
            box = self.state.box(number)
            assert box is not None
            if box.hands[hand - 1].hand.total < 17:
                self.send(Hit(by="ann", box=number))
            else:
                self.send(Stand(by="ann", box=number))
        assert self.state.phase == BETTING
        if len(self.log) > 200_000:
            self.log.clear()


def rate(play: Callable[[], object], seconds: float) -> float:
    """Rounds a second."""
    for _ in range(100):
        play()
    count = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(50):
            play()
        count += 50
    return count / spent


def gymnasium_round() -> Callable[[], object]:
    """One episode of Gymnasium's Blackjack-v1 under the same rule of play."""
    import gymnasium  # noqa: PLC0415 - only where the benchmark runs

    table = gymnasium.make("Blackjack-v1")

    def play() -> None:
        (total, _, _), _ = table.reset()
        is_over = False
        while not is_over:
            (total, _, _), _, ended, cut, _ = table.step(1 if total < 17 else 0)
            is_over = ended or cut

    return play


def rlcard_round() -> Callable[[], object]:
    """One game of RLCard's blackjack under the same rule of play."""
    import rlcard  # noqa: PLC0415 - only where the benchmark runs

    table = rlcard.make("blackjack")

    def play() -> None:
        state, _ = table.reset()
        while not table.is_over():
            total = state["obs"][0]
            state, _ = table.step(0 if total < 17 else 1)

    return play


def where_time_goes(rounds: int = 3_000) -> dict[str, float]:
    """The share of each file in the time of one seat, the largest first."""
    table = Seats(1)
    with cProfile.Profile() as profile:
        for _ in range(rounds):
            table.round()
    spent: Counter[str] = Counter()
    for (path, _, _), (_, _, own_s, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        name = path.partition("pitboss/")[2] if "pitboss/" in path else "Python and msgspec"
        spent[name] += own_s
    total = spent.total()
    return {name: round(own_s / total, 3) for name, own_s in spent.most_common(SHOWN)}


def main() -> None:
    """Measure all, and print the ratios and where the time goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    args = parser.parse_args()
    rates = {
        "pitboss, one seat": rate(Seats(1).round, args.seconds),
        "pitboss, seven seats": rate(Seats(7).round, args.seconds),
        "Gymnasium Blackjack-v1": rate(gymnasium_round(), args.seconds),
        "RLCard blackjack": rate(rlcard_round(), args.seconds),
    }
    gym = rates["Gymnasium Blackjack-v1"]
    report = {
        name: {"rounds_per_second": round(r), "ratio_to_gymnasium": round(r / gym, 2)}
        for name, r in rates.items()
    }
    print(json.dumps({**report, "where the time goes": where_time_goes()}, indent=2))


if __name__ == "__main__":
    main()
