"""Somebody inside who can write to the store and to the outside copy, and does not have the key."""

import shutil
from pathlib import Path

import pytest

from pitboss.server.security.witness import open_store
from pitboss.server.settings import Settings
from pitboss.store.bankrolls import bankroll_log
from pitboss.store.port import StoreError, StoreFull
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.postgres_schema import schema_fault
from pitboss.store.sql.rescue import structure_fault
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.witness.checking import LISTS, STRUCTURE, check_against_heads
from pitboss.store.witness.opening import public_key
from pitboss.store.witness.statements import WitnessKeyError
from tests.store.conftest import Place
from tests.store.records import header, record, records
from tests.store.witnessed import House, fill, house

__all__ = ["house"]

CUT = (
    "DELETE FROM records WHERE table_id = 't2'",
    "DELETE FROM movements WHERE number = 2",
    "DELETE FROM statements WHERE number > 5",
)
"""An end is cut off, together with what was signed of it."""


def test_a_damaged_copy_still_says_how_far_the_logs_had_come(house: House) -> None:
    """One bit of it is flipped, so that it is set aside: what else is signed in it counts."""
    house.sql(*CUT)
    data = house.outside.read_bytes()
    house.outside.write_bytes(data.replace(b'"at_ms":1000', b'"at_ms":1001', 1))
    faults = house.faults()
    assert set(faults) == {LISTS, "t2", bankroll_log("ann")}
    assert faults["t2"].endswith("the first is 1")
    # Nor is it forgotten once the copy is a new one.
    assert set(house.faults()) == {"t2", bankroll_log("ann")}


def test_a_line_that_nobody_signed_proves_nothing(house: House) -> None:
    """A forged line in a damaged copy puts no log at fault."""
    forged = house.outside.read_bytes().splitlines()[-1]
    forged = forged.replace(b'"number":7', b'"number":9').replace(b'ann",2', b'ann",9')
    with house.outside.open("ab") as file:
        file.write(forged + b"\n{}\n")
    assert list(house.faults()) == [LISTS]


def test_another_past_that_was_signed_is_told_by_a_damaged_copy(
    sqlite_place: Place, tmp_path: Path
) -> None:
    """The store was put back, and went on in another way under the same name."""
    house = House(sqlite_place, tmp_path / "heads", tmp_path / "key")
    with house.open() as (store, _):
        fill(store)
    shutil.copy(sqlite_place.where, tmp_path / "older")
    heads = house.outside.read_bytes()
    with house.open() as (store, _):
        store.append("t1", 5, [record(6, text="first")])
    kept = house.outside.read_bytes()
    shutil.copy(tmp_path / "older", sqlite_place.where)
    house.outside.write_bytes(heads)
    house.starts = 1
    with house.open() as (store, _):
        store.append("t1", 5, [record(6, text="second")])
    house.outside.write_bytes(kept + b"{}\n")
    assert house.faults()["t1"] == "two heads of t1 were signed for event 6"


def test_heads_removed_everywhere_are_missed_as_long_as_the_key_is_there(house: House) -> None:
    """Otherwise a forged past would be signed as one from before the witness."""
    house.sql("DELETE FROM statements", "DELETE FROM records WHERE table_id = 't2'")
    house.outside.unlink()
    with pytest.raises(WitnessKeyError, match="nothing that it signed"):
        house.faults()
    store = house.place.open()
    assert isinstance(store, SqliteStore | PostgresStore)
    with pytest.raises(WitnessKeyError, match="put the copy of the heads back"):
        public_key(store, None, house.key)
    store.close()


def test_a_key_without_logs_may_sign_the_first(sqlite_place: Place, tmp_path: Path) -> None:
    """A first start that crashed when it had made its key."""
    house = House(sqlite_place, tmp_path / "heads", tmp_path / "key")
    house.faults()
    house.sql("DELETE FROM statements")
    house.outside.unlink()
    assert house.faults() == {}


def test_an_older_copy_in_its_place_is_noticed(house: House) -> None:
    older = house.outside.read_bytes()
    with house.open() as (store, _):
        store.append("t1", 5, records(5, 1))
    house.outside.write_bytes(older)
    assert house.faults() == {LISTS: "the outside copy is an older one: it has nothing of server-2"}
    assert house.faults() == {}


def test_a_start_that_crashed_at_once_leaves_no_older_copy(house: House) -> None:
    """Its first statement is in the store, and had no time to come to the outside copy."""
    before = house.outside.read_bytes()
    with house.open():
        pass
    house.outside.write_bytes(before)
    assert house.faults() == {}


def test_a_copy_on_another_path_for_a_while_is_no_older_one(house: House) -> None:
    first = house.outside
    house.outside = first.with_name("elsewhere")
    with house.open() as (store, _):
        store.append("t1", 5, records(5, 1))
    house.outside = first
    assert house.faults() == {}


def test_what_was_wrong_with_a_copy_stays_in_the_list(house: House) -> None:
    house.outside.unlink()
    (text,) = house.faults().values()
    assert house.faults() == {}
    with house.open() as (store, findings):
        assert not findings.faults
        public = public_key(store, None, house.key)
        notes = check_against_heads(store, public, None).notes
    assert [one.note for one in notes] == [text]


def test_logs_that_change_places_are_found(house: House) -> None:
    """Each record is as it was written, only under the other name."""
    house.sql(
        "INSERT INTO logs SELECT 'x', created_ms, header FROM logs WHERE table_id = 't1'",
        "UPDATE records SET table_id = 'x' WHERE table_id = 't1'",
        "UPDATE records SET table_id = 't1' WHERE table_id = 't2'",
        "UPDATE records SET table_id = 't2' WHERE table_id = 'x'",
        "DELETE FROM logs WHERE table_id = 'x'",
    )
    assert set(house.faults()) == {"t1", "t2"}


def test_a_table_opened_again_under_its_name_is_found(house: House) -> None:
    house.sql("DELETE FROM records WHERE table_id = 't2'", "DELETE FROM logs WHERE table_id = 't2'")
    store = house.place.open()
    store.create(header("t2", created_ms=2_000))
    store.append("t2", 0, records(0, 2))
    store.close()
    assert list(house.faults()) == ["t2"]


def test_other_options_of_a_table_without_events_are_found(house: House) -> None:
    with house.open() as (store, _):
        store.create(header("t3"))
    house.sql("UPDATE logs SET header = replace(header, 'nz', 'house') WHERE table_id = 't3'")
    assert "t3" in house.faults()


@pytest.mark.parametrize(
    "statement, name",
    [
        (
            "CREATE TRIGGER gift AFTER INSERT ON movements BEGIN"
            " UPDATE movements SET held = held + 1 WHERE number = new.number; END",
            "gift",
        ),
        ("CREATE VIEW seen AS SELECT * FROM records", "seen"),
        ("CREATE TABLE more (name TEXT)", "more"),
        ("DROP INDEX movements_once", "movements_once"),
        ("DROP INDEX sealed_records", "sealed_records"),
        ("ALTER TABLE records ADD COLUMN more TEXT", "records"),
    ],
)
def test_another_schema_is_named_and_does_not_last(
    tmp_path: Path, statement: str, name: str
) -> None:
    """A trigger would write something of its own whenever the server writes."""
    path = tmp_path / "logs.db"
    place = Place("sqlite", str(path), lambda: SqliteStore(path, is_only=True))
    house = House(place, tmp_path / "heads", tmp_path / "key")
    with house.open() as (store, _):
        fill(store)
    house.sql(statement)
    faults = house.faults()
    assert list(faults) == [STRUCTURE]
    assert f"({name} is not as this program has made it)" in faults[STRUCTURE]
    assert structure_fault(path) == ""
    assert "is not as this program" in structure_fault(tmp_path / "logs.db.damaged-1")
    assert house.faults() == {}


@pytest.mark.parametrize(
    "statement, name",
    [
        ("DROP INDEX movements_once", "movements_once"),
        (
            "DROP INDEX movements_once; CREATE UNIQUE INDEX movements_once"
            " ON movements (account, kind, source, mark, number)",
            "movements_once",
        ),
        ("CREATE TABLE more (name TEXT)", "more"),
        ("CREATE RULE gone AS ON DELETE TO records DO INSTEAD NOTHING", "gone"),
        ("ALTER TABLE movements DROP CONSTRAINT movements_held_check", "movements_held_check"),
        ("ALTER TABLE records ALTER COLUMN beside DROP NOT NULL", "records"),
        (
            "CREATE FUNCTION gift() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN NEW.held := NEW.held + 1; RETURN NEW; END $$;"
            " CREATE TRIGGER gift BEFORE INSERT ON movements EXECUTE FUNCTION gift()",
            "gift",
        ),
    ],
)
def test_another_schema_of_postgresql_is_named(
    postgres_place: Place, statement: str, name: str
) -> None:
    store = postgres_place.open()
    assert isinstance(store, PostgresStore)
    assert schema_fault(store.pool) == ""
    House(postgres_place, Path(), Path()).sql(statement)
    assert schema_fault(store.pool) == f"{name} is not as this program has made it"
    store.close()
    again = open_store(Settings(database=postgres_place.where))
    assert again.damage == f"{name} is not as this program has made it"
    again.close()


def test_the_copy_of_another_house_is_not_taken(house: House, tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite"
    place = Place("sqlite", str(file), lambda: SqliteStore(file))
    other = House(place, tmp_path / "other", tmp_path / "other.key")
    with other.open() as (store, _):
        fill(store)
    shutil.copy(other.outside, house.outside)
    with pytest.raises(StoreError, match="is signed with another key"):
        house.faults()


def test_a_full_disk_of_postgresql_is_told_from_one_that_is_away(postgres_place: Place) -> None:
    """Nothing was written, and writing goes on once there is room."""
    store = postgres_place.open()
    store.create(header("t1"))
    full = House(postgres_place, Path(), Path())
    full.sql(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE 'no space left on device' USING ERRCODE = 'disk_full'; END $$",
        "CREATE TRIGGER full_disk BEFORE INSERT ON records EXECUTE FUNCTION full_disk()",
    )
    with pytest.raises(StoreFull, match="no space left"):
        store.append("t1", 0, records(0, 1))
    full.sql("DROP TRIGGER full_disk ON records")
    store.append("t1", 0, records(0, 1))
    store.close()
