"""The witness under attack: forgeries while servers run, full and damaged copies outside."""

import errno
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.server.people.entries import GuestNamed
from pitboss.server.people.register import Register
from pitboss.server.people.register_copy import REGISTER
from pitboss.store.bankrolls import bankroll_log, chained_movements
from pitboss.store.chain import genesis, link
from pitboss.store.port import (
    Movement,
    Record,
    StoreUnavailable,
    TableHeader,
)
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.witness.checking import LISTS
from pitboss.store.witness.opening import begin
from pitboss.store.witness.signing import Forged
from pitboss.store.witness.statements import load_key
from tests.store.conftest import Place
from tests.store.records import records
from tests.store.witnessed import House, fill, house

__all__ = ["house"]


def rechained(house: House, table: str, text: str) -> None:
    """Rewrite the log of a table from its second record on, with right chain values."""
    store = house.place.open()
    one, *rest = store.read(table)
    opened = next(header for header in store.headers() if header.table == table)
    store.close()
    chain = link(genesis(opened), one)
    for old in rest:
        new = replace(old, body=old.body.replace(b"test", text.encode()), chain="")
        chain = link(chain, new)
        house.sql(
            f"UPDATE records SET body = '{new.body.decode()}', chain = '{chain}'"
            f" WHERE table_id = '{table}' AND version = {old.version}"
        )


def test_a_log_rewritten_under_a_running_server_is_not_gone_on_with(house: House) -> None:
    """Somebody who can write to the database, and waits for the server to sign it."""
    with house.open() as (store, _):
        rechained(house, "t1", "best")
        with pytest.raises(Forged, match="t1 ends at 5, and nobody has signed that"):
            store.append("t1", 5, records(5, 1))
        store.append("t2", 2, records(2, 1))
    (text,) = house.faults().values()
    assert text.startswith("t1 has a different past from the one signed")


def test_a_bankroll_raised_under_a_running_server_does_not_move(house: House) -> None:
    opening, grant = (
        Movement("ann", 1, 1, "opening", 9_500, 9_500),
        Movement("ann", 2, 2, "grant", 50, 9_550, "boss", "g1"),
    )
    with house.open() as (store, _):
        for kept in chained_movements([opening, grant]):
            one = kept.movement
            house.sql(
                f"UPDATE movements SET amount = {one.amount}, held = {one.held},"
                f" chain = '{kept.chain}' WHERE number = {one.number}"
            )
        cent = Movement("ann", 3, 3, "cash_out", 1, 9_551)
        with pytest.raises(Forged, match="bankroll ann ends at 2, and nobody has signed that"):
            store.move([cent])
        with pytest.raises(Forged, match="bankroll ann"):
            store.append("t1", 5, records(5, 1), [cent])
        store.append("t1", 5, records(5, 1))
    assert list(house.faults()) == [bankroll_log("ann")]


def test_nobody_is_made_administrator_by_a_row(house: House) -> None:
    with house.open() as (store, _):
        people = Register(store, now_ms=1)
        people.add(GuestNamed("ann", "x"), 2)
        last = store.last(REGISTER)
        assert last is not None
        body = b'{"event":"account_made","name":"eve","password_argon2":"x","is_admin":true}'
        forged = Record(last.version + 1, 3, body)
        chain = link(last.chain, forged)
        house.sql(
            "INSERT INTO records (table_id, version, at_ms, command, body, chain, beside) VALUES"
            f" ('people', {forged.version}, 3, '', '{body.decode()}', '{chain}', '')"
        )
        with pytest.raises(Forged, match="people is not what was signed"):
            people.refresh()
        assert people.find("eve") is None
    assert list(house.faults()) == [REGISTER]


def test_servers_believe_what_the_others_have_signed(postgres_place: Place, tmp_path: Path) -> None:
    """Two servers of one house, each with its own copy outside, write the same logs in turn."""
    key = tmp_path / "key"
    one = House(postgres_place, tmp_path / "one", key)
    two = House(postgres_place, tmp_path / "two", key, starts=100)
    with one.open() as (first, _):
        fill(first)
        with two.open() as (second, findings):
            assert findings.faults == {}
            people = Register(second, now_ms=1)
            Register(first, now_ms=1).add(GuestNamed("ann", "x"), 2)
            people.refresh()
            assert people.find("ann") is not None
            for version in range(5, 15):
                (first, second)[version % 2].append("t1", version, records(version, 1))
            second.move([Movement("ann", 3, 3, "grant", 1, 551, "boss", "g2")])
            first.move([Movement("ann", 4, 4, "grant", 1, 552, "boss", "g3")])
    assert one.faults() == {}
    assert two.faults() == {}


def test_a_start_looks_at_one_moment_while_others_write(
    postgres_place: Place, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    one = House(postgres_place, tmp_path / "one", key)
    with one.open() as (first, _):
        fill(first)

        class Slow(PostgresStore):
            """Somebody writes between two looks of the check."""

            def headers(self) -> list[TableHeader]:
                first.append("t1", 5, records(5, 1))
                return super().headers()

        slow = Slow(postgres_place.where)
        findings = begin(slow, load_key(key), tmp_path / "two", writer="x", now_ms=lambda: 1_000)
        slow.close()
        assert findings.faults == {}


def test_half_a_line_is_taken_back_when_the_copy_outside_is_full(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = house.outside.read_bytes()
    with house.open() as (store, _):
        begun = house.outside.read_bytes()
        real = os.write

        def full(file: int, data: bytes) -> int:
            if bytes(data).startswith(b'{"writer"'):
                return real(file, data[:20])
            raise OSError(errno.ENOSPC, "no space left")

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(StoreUnavailable, match="no space left"):
            store.append("t1", 5, records(5, 1))
        monkeypatch.setattr(os, "write", real)
        with pytest.raises(StoreUnavailable):
            store.append("t2", 2, records(2, 1))
        assert house.outside.read_bytes() == begun
    assert begun.startswith(whole)
    assert house.faults() == {}


def test_a_file_of_somebody_else_is_left_alone(house: House, tmp_path: Path) -> None:
    other = tmp_path / "letter"
    other.write_bytes(b"Dear Ann")
    house.outside = other
    with pytest.raises(StoreUnavailable, match="it holds something else"):
        house.faults()
    assert other.read_bytes() == b"Dear Ann"


@pytest.mark.parametrize("tail", [b"\n", bytes(100) + b"\n", b"{}\n"])
def test_a_damaged_copy_is_set_aside_and_begun_anew(house: House, tail: bytes) -> None:
    with house.outside.open("ab") as file:
        file.write(tail)
    damaged = house.outside.read_bytes()
    (text,) = house.faults().values()
    assert text.startswith("the outside copy is damaged: ")
    (aside,) = house.outside.parent.glob("*.damaged-*")
    assert aside.read_bytes() == damaged
    assert house.faults() == {}


def test_a_bit_flipped_in_the_copy_is_damage(house: House) -> None:
    data = house.outside.read_bytes()
    house.outside.write_bytes(data.replace(b'"at_ms":1000', b'"at_ms":1001', 1))
    assert "damaged" in house.faults()[LISTS]
