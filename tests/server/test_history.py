"""Looking back: every round is found, proofs hold, the log is searched, the books are read."""

import asyncio
import itertools
from collections.abc import Iterator

import msgspec
import pytest

from pitboss.cards import full_shoe
from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.engine.views import TableView
from pitboss.server.feed.round_steps import RoundSteps, round_steps
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.lobby.table import Table
from pitboss.server.log import rounds as history
from pitboss.server.log.audits import Search, list_rulings, read_books, search_log
from pitboss.server.log.proofs import commitment_before, shoe_proof
from pitboss.server.log.replay import Rebuilt, rebuild
from pitboss.server.log.rounds import (
    History,
    RoundSummary,
    events_before,
    find_round,
    list_rounds,
    shoe_of,
)
from pitboss.shuffle import commitment, shuffled
from pitboss.store.memory import MemoryStore
from pitboss.wire.changes import Change, patch
from tests.server.live import BY_DEALER, house, serving
from tests.server.test_coach import Play

ROUNDS = 12
SHOE_OVER_AFTER = 8
"""The round after which the cards are shuffled."""


async def play(lobby: Lobby, id_: str, rounds: int, *, shuffle_after: int) -> None:
    """Rounds of two players, stood on at once, with a shuffle between them."""
    actor = lobby.tables[id_].actor
    await actor.assign("dan", "dealer")
    await actor.assign("sue", "supervisor")
    count = 0

    async def give(name: str, command: Command) -> None:
        nonlocal count
        count += 1
        answer = await actor.submit(name, f"{name}-{count}", command)
        assert answer.ok, answer

    for name in ("ann", "bob"):
        await give(name, do.BuyIn(player=name, amount=100_000))
    for number in range(1, rounds + 1):
        await give("ann", do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
        if number % 2:
            await give("bob", do.PlaceWager(box=2, wager="main", amounts=(500,)))
        await give("dan", do.Deal())
        while actor.state.phase != "betting":
            if actor.state.phase == "offering":
                await give("dan", do.CloseInsurance())
            else:
                box = actor.state.box(actor.state.turn[0])
                assert box is not None
                await give(box.seated, do.Stand(box=box.number))
        if number == shuffle_after:
            before = actor.version
            await give("sue", do.OrderShuffle(reason="test"))
            while actor.version < before + 4:
                await asyncio.sleep(0.005)


@pytest.fixture(scope="module")
def played() -> tuple[MemoryStore, Table]:
    store = MemoryStore()

    async def run() -> Table:
        async with house(store) as lobby:
            await play(lobby, "pa-free-bet", ROUNDS, shuffle_after=SHOE_OVER_AFTER)
            return lobby.tables["pa-free-bet"]

    return store, asyncio.run(run())


def end(table: Table) -> int:
    """Behind the last event."""
    return table.actor.version + 1


@pytest.mark.parametrize("chunk", [3, 50, 1_000])
def test_rounds_are_listed_page_by_page_and_found_by_number(
    played: tuple[MemoryStore, Table], chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "CHUNK", chunk)
    store, table = played
    id_ = table.header.table
    listed: list[RoundSummary] = []
    before = end(table)
    while before:
        page = list_rounds(store, id_, before=before, limit=5)
        listed += page.rounds
        before = page.before
    assert [one.number for one in listed] == list(range(ROUNDS, 0, -1))
    for later, earlier in itertools.pairwise(listed):
        assert earlier.last + 1 == later.first
    assert listed[-1].first == 1
    for one in listed:
        assert find_round(store, id_, one.number, before=end(table)) == one
    assert find_round(store, id_, ROUNDS + 1, before=end(table)) is None
    assert find_round(store, id_, 0, before=end(table)) is None
    total = sum(one.net["ann"] for one in listed)
    assert table.actor.state.chips["ann"] == 100_000 + total


def test_rounds_of_one_player(played: tuple[MemoryStore, Table]) -> None:
    store, table = played
    page = list_rounds(store, table.header.table, before=end(table), limit=100, player="bob")
    assert [one.number for one in page.rounds] == [11, 9, 7, 5, 3, 1]
    assert page.before == 0


def test_a_long_search_goes_on_with_the_next_page(
    played: tuple[MemoryStore, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "READ_MAX", 40)
    store, table = played
    before, listed = end(table), 0
    pages = 0
    while before:
        page = list_rounds(store, table.header.table, before=before, limit=100, player="bob")
        before, listed, pages = page.before, listed + len(page.rounds), pages + 1
    assert listed == 6
    assert pages > 2


def tables_of(seen: RoundSteps) -> Iterator[TableView]:
    """The table after each step, as its viewer sees it."""
    shown = msgspec.json.decode(msgspec.json.encode(seen.view))
    for step in seen.steps:
        patch(shown, msgspec.json.decode(step.message.changes, type=list[Change]))
        yield msgspec.convert(shown, TableView, str_keys=True)


def test_steps_show_what_the_viewer_may_see(played: tuple[MemoryStore, Table]) -> None:
    store, table = played
    third = find_round(store, table.header.table, 3, before=end(table))
    assert third is not None
    seen = round_steps(table.history, store, table.header, third, "ann")
    assert [step.message.n for step in seen.steps] == list(range(third.first, third.last + 1))
    views = list(tables_of(seen))
    assert views[-1].phase == "betting"
    assert any(-1 in shown.dealer for shown in views), "the hole card is hidden at first"
    paid = [step for step in seen.steps if "main" in step.message.told and step.clause]
    assert paid
    assert all(seen.clauses[step.clause].text for step in paid)
    assert all(step.why and step.why.arithmetic and step.why.cards for step in paid)
    # The same from a state that was kept as from the very first event.
    table.history._kept.clear()
    assert round_steps(table.history, store, table.header, third, "ann") == seen


def test_hands_lie_open_to_all_once_the_shoe_is_over() -> None:
    """Under the double-deck rules the first cards are dealt face down."""
    store = MemoryStore()

    async def run() -> None:
        async with house(store) as lobby:
            await play(lobby, "double-deck", 2, shuffle_after=1)
            table = lobby.tables["double-deck"]

            def hidden(number: int, viewer: str, *, is_staff: bool = False) -> bool:
                summary = find_round(store, "double-deck", number, before=end(table))
                assert summary is not None
                seen = round_steps(
                    table.history, store, table.header, summary, viewer, is_staff=is_staff
                )
                for step, shown in zip(seen.steps, tables_of(seen), strict=True):
                    if step.why and step.why.hand:
                        hands = [*shown.boxes[step.why.box].hands.values()]
                        is_down = -1 in hands[step.why.hand - 1].faces
                        assert (step.why.cards, step.why.total) == ("", 0) or not is_down
                        assert step.why.cards or is_down
                return any(
                    -1 in hand.faces
                    for shown in tables_of(seen)
                    for box in shown.boxes.values()
                    for hand in box.hands.values()
                )

            assert not hidden(1, "eve")
            assert hidden(2, "eve")
            assert not hidden(2, "ann")
            assert not hidden(2, "sue", is_staff=True)

    asyncio.run(run())


def test_old_rounds_are_replayed_from_a_state_that_was_kept(
    played: tuple[MemoryStore, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "KEPT_EVERY", 10)
    monkeypatch.setattr(history, "KEPT_MAX", 6)
    store, table = played
    last = table.actor.version
    whole = list(table.history.replayed(store, table.header, first=1, last=last))
    assert 3 <= len(table.history._kept) <= 6
    again = list(table.history.replayed(store, table.header, first=last - 20, last=last))
    assert again == whole[last - 21 :]


def test_the_proof_of_a_shoe_holds_and_one_in_play_has_none(
    played: tuple[MemoryStore, Table],
) -> None:
    store, table = played
    id_, last = table.header.table, table.actor.version
    first = find_round(store, id_, 1, before=last + 1)
    newest = find_round(store, id_, ROUNDS, before=last + 1)
    assert first is not None
    assert newest is not None
    print_ = commitment_before(store, id_, first.last)
    proof = shoe_proof(table.history, store, table.header, print_, last=last)
    assert proof is not None
    seed = bytes.fromhex(proof.seed)
    order = shuffled(full_shoe(proof.decks), seed)
    assert commitment(seed, order) == proof.commitment == print_
    assert proof.cards == order
    assert tuple(one.card for one in proof.left) == order[: len(proof.left)]
    assert proof.committed < proof.loaded < proof.first_wager < proof.revealed
    assert table.history.is_open(first)
    assert shoe_of(store, id_, first) == proof.loaded
    now = commitment_before(store, id_, newest.last)
    assert now != print_
    assert shoe_proof(table.history, store, table.header, now, last=last) is None
    assert not table.history.is_open(newest)
    assert History(rebuild(store, table.header, keep=10)).is_open(first)
    assert shoe_proof(table.history, store, table.header, "none", last=last) is None


def test_round_at_a_double_shoe_is_open_once_both_compartments_are_over() -> None:
    play = Play("tribal", shoe="double")
    history = History(Rebuilt(play.state, 0, 0, (), (), play.memory))
    play.do(do.BuyIn(player="ann", amount=90_000))
    play.load(0)
    play.load(1)
    first = len(play.logged) + 1
    play.deal()
    play.finish()
    played = RoundSummary(1, 0, first, len(play.logged), {})
    for side, is_open in ((1, False), (0, True)):
        play.load(side)
        history.add(play.logged)
        assert history.is_open(played) is is_open


def test_the_log_is_searched_by_kind_person_and_words(played: tuple[MemoryStore, Table]) -> None:
    store, table = played
    id_ = table.header.table

    def lines_of(**search: str) -> list[str]:
        lines = []
        before = end(table)
        while before:
            page = search_log(store, id_, Search(**search), before=before, limit=7)
            lines += [line.text or line.kind for line in page.lines]
            before = page.before
        return lines

    assert lines_of(kind="round_ended") == [f"Round {n} is over." for n in range(ROUNDS, 0, -1)]
    assert len(lines_of(kind="wager_placed", player="bob")) == 6
    assert lines_of(text="SHUFFLE: TEST")[0].startswith("sue orders a shuffle: test")
    assert len(lines_of()) == table.actor.version
    assert lines_of(text="there is no such thing") == []


def test_a_seed_that_is_secret_is_not_in_what_is_found(played: tuple[MemoryStore, Table]) -> None:
    store, table = played
    (secret,) = [shoe.seed for shoe in table.feed.shoes_in_play()]
    page = search_log(store, table.header.table, Search(kind="shoe_committed"),
                      before=end(table), limit=50)  # fmt: skip
    assert len(page.lines) == 2
    assert all(secret.encode() not in bytes(line.event) for line in page.lines)


def test_the_books_sum_to_zero_and_hold_what_the_table_says(
    played: tuple[MemoryStore, Table],
) -> None:
    store, table = played
    books = read_books(store, table.header.table, table.rules)
    assert (books.total, books.faults) == (0, ())
    for name, chips in table.actor.state.chips.items():
        assert books.balances[f"player {name}"] == chips
    of_bob = read_books(store, table.header.table, table.rules, account="player bob").transfers
    assert of_bob
    for posting in of_bob:
        assert "player bob" in (posting.transfer.debit, posting.transfer.credit)


def test_rulings_are_told_with_their_clause(played: tuple[MemoryStore, Table]) -> None:
    store, table = played
    told = list_rulings(store, table.header.table, table.actor.state, before=end(table), eyes="")
    assert [one.text.split(" [")[0] for one in told.rulings] == ["sue orders a shuffle: test"]
    assert told.rulings[0].clause.startswith("PA-")
    assert "shuffle_ordered" in told.kinds


@pytest.mark.parametrize("chunk", [1, 7, 1_000])
def test_events_are_read_backwards_without_a_gap(
    played: tuple[MemoryStore, Table], chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "CHUNK", chunk)
    store, table = played
    for before in (end(table), end(table) - 5, 40, 2, 1):
        numbers = [number for number, _, _ in events_before(store, table.header.table, before)]
        assert numbers == list(range(before - 1, 0, -1))
    # A number behind the last event, and a table that is not there.
    numbers = [number for number, _, _ in events_before(store, table.header.table, end(table) + 9)]
    assert numbers == list(range(table.actor.version, 0, -1))
    assert list(events_before(store, "none", 5_000)) == []


def test_who_has_a_wager_up_is_no_auditor_yet() -> None:
    """The log holds the cards that are still to come."""
    with serving(pace=BY_DEALER) as live:
        boss, eve = live.admin(), live.account("eve")
        wire = eve.socket("nz")
        wire.until("view")
        wire.buy()
        assert wire.give(do.PlaceWager(box=1, wager="main", amounts=(1_000,)))["ok"]
        boss.post("/api/accounts/eve/role", {"role": "auditor"}, verb="PUT")
        for path in ("events", "ledger", "verify"):
            eve.get(f"/api/tables/nz/{path}", expect=403)
            boss.get(f"/api/tables/nz/{path}", expect=403)
        assert b"shoe_loaded" not in eve.http.get("/api/tables/nz/log").content
        assert wire.give(do.WithdrawWager(box=1, wager="main"))["ok"]
        assert eve.get("/api/tables/nz/events?kind=chips_bought")["lines"]
        assert "wager_settled" in eve.get("/api/events")
