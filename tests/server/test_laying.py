"""Chips that are laid out: the server says before they are placed what it would take of them."""

import asyncio

from pitboss.engine import do
from pitboss.engine.betting.limits import PlaceWager
from pitboss.server.http.felt import NEWCOMER, LayOut, laid_out
from tests.server.live import house, serving


def main(box: int, amount: int) -> PlaceWager:
    return PlaceWager(box=box, wager="main", amounts=(amount,))


def test_each_wager_is_judged_behind_those_before_it() -> None:
    async def run() -> None:
        async with house() as lobby:
            actor = lobby.tables["nz"].actor
            assert (await actor.submit("ann", "1", do.BuyIn(player="ann", amount=120_000))).ok
            sides = PlaceWager(box=1, wager="perfect_pairs", amounts=(500,))
            wagers = (sides, main(1, 90_000), sides, main(2, 90_000), main(3, 500))
            told = laid_out(actor.state, "ann", LayOut(wagers))
            # A side wager needs a main wager first, and the chips go from one box to the next.
            assert [one.refused is None for one in told] == [False, True, True, False, True]
            assert told[1].high == 100_000
            assert told[3].high == 29_500
            assert told[4].high == 29_500
            assert laid_out(actor.state, "ann", LayOut((main(1, 150_000),)))[0].high == 100_000
            assert not actor.state.boxes

    asyncio.run(run())


def test_a_newcomer_is_told_before_buying_in_for_a_wager_that_cannot_be_placed() -> None:
    with serving() as live:
        body = {"wagers": [{"do": "place_wager", "box": 1, "wager": "main", "amounts": [500]}]}
        url = "/api/tables/pa-free-bet/lay"
        visitor = live.guest("ann")
        (told,) = visitor.post(url, body)
        assert (told["high"], told["refused"]["code"]) == (0, "unknown")
        (told,) = visitor.post(url, body | {"buy_in": 100_000})
        assert (told["high"], told["refused"]) == (100_000, None)
        too_many = {"wagers": body["wagers"] * 65}
        visitor.post(url, too_many, expect=400)
        state = live.site.lobby.tables["pa-free-bet"].actor.state
        assert not state.chips
        told_new = laid_out(state, NEWCOMER, LayOut((main(1, 500),), buy_in=100_000))
        assert told_new[0].refused is None
