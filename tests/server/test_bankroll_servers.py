"""One bankroll on two servers that race for it: PostgreSQL keeps every cent once."""

import asyncio
import random

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.declare import Command
from pitboss.proof.money import count_money
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.security.witness import open_store
from pitboss.server.settings import Pace, PlayMoney, Settings
from pitboss.wire.protocol import Answer
from tests.server.database import Database
from tests.server.live import TABLES, house
from tests.server.players import NAMES, play_everywhere

RACES = 40
BRISK = Pace(betting_ms=1, turn_ms=3, insurance_ms=1, prize_ms=1, cut_ms=0)


async def give(lobby: Lobby, table: str, id_: str, command: Command) -> Answer:
    """Have a command judged, however often its table changes hands meanwhile."""
    while True:
        answer = await lobby.tables[table].actor.submit("ann", id_, command)
        if answer.refused is None or answer.refused.code != "store":
            return answer


def test_two_servers_that_race_for_one_bankroll_pay_one_buy_in(postgres: Database) -> None:
    stores = [open_store(Settings(database=postgres.url)) for _ in range(2)]
    terms = PlayMoney(opening=10_000, top_up=0)

    async def run() -> None:
        async with (
            house(stores[0], play_money=terms) as one,
            house(stores[1], play_money=terms) as two,
        ):
            assert one.cluster is not None
            assert two.cluster is not None
            await one.cluster.take("nz")
            await two.cluster.take("house")
            for race in range(RACES):
                buy = BuyIn(player="ann", amount=6_000)
                places = ((one, "nz"), (two, "house"))
                answers = await asyncio.gather(
                    *(give(lobby, table, f"b{race}", buy) for lobby, table in places)
                )
                assert sorted(answer.ok for answer in answers) == [False, True]
                lobby, table = places[0 if answers[0].ok else 1]
                back = CashOut(by="ann", amount=6_000)
                assert (await give(lobby, table, f"c{race}", back)).ok

    asyncio.run(run())
    money = count_money(stores[0])
    assert money.faults == ()
    assert (money.issued, money.bankrolls, money.chips) == (10_000, 10_000, 0)
    for store in stores:
        store.close()


def test_every_cent_is_somewhere_after_play_on_two_servers(postgres: Database) -> None:
    """Tables change hands and connections are cut while the same people play on both."""
    stores = [open_store(Settings(database=postgres.url)) for _ in range(2)]
    terms = PlayMoney(opening=50_000, top_up=5_000)
    rng = random.Random(3)

    async def fight(lobby: Lobby) -> None:
        assert lobby.cluster is not None
        for _ in range(6):
            await asyncio.sleep(0.2)
            await lobby.cluster.take(rng.choice(TABLES))

    async def run() -> None:
        async with (
            house(stores[0], pace=BRISK, play_money=terms) as one,
            house(stores[1], pace=BRISK, play_money=terms) as two,
        ):
            await asyncio.gather(
                play_everywhere(one, rng, steps=25), play_everywhere(two, rng, steps=25),
                fight(one), fight(two), asyncio.to_thread(postgres.cut),
            )  # fmt: skip

    asyncio.run(run())
    money = count_money(stores[0])
    assert money.faults == ()
    assert money.issued >= len(NAMES) * terms.opening
    assert money.chips > 0
    for store in stores:
        store.close()
