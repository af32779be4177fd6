"""A bot at a live table bets on as many rounds as asked, however late it hears of them."""

import asyncio
from typing import Any, cast

from pitboss.client import LiveTable, play
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.declare import Command
from pitboss.engine.offers import Offer
from pitboss.wire.protocol import Answer, Status

BET = PlaceWager(box=1, wager="main", amounts=(1_000,))
ROUNDS = 3


def betting(round_: int) -> Status:
    """Somebody may bet on the round after so many."""
    return status("betting", round_, (Offer(do="place_wager", by="ann", box=1, wager="main"),))


def status(phase: str, round_: int, offers: tuple[Offer, ...] = ()) -> Status:
    return Status(0, phase, round_, "player", 10**6, offers, "", 0, ())


class Ahead:
    """A table that has dealt and settled the next round by the time that its last one is told."""

    viewer, view = "ann", None

    def __init__(self) -> None:
        self.status, self.bets = betting(0), 0

    async def change(self) -> Status:
        told = status("playing", self.status.round) if self.bets else self.status
        if self.bets:
            self.status = betting(self.status.round + 1)
        return told

    async def give(self, command: Command) -> Answer:
        assert command is BET
        assert self.bets < ROUNDS, "it bets on a round more"
        self.bets += 1
        self.status = status("playing", self.status.round)
        return Answer("1", ok=True)


class Bets:
    """A bot that always bets."""

    name = "ann"

    def choose(self, seen: object) -> Command:
        del seen
        return BET


def test_no_round_more_is_bet_on_when_the_table_is_ahead() -> None:
    table = Ahead()
    seat: Any = cast(LiveTable, table)
    assert asyncio.run(play(seat, Bets(), rounds=ROUNDS)) == ROUNDS
    assert table.bets == ROUNDS
