"""The witness: what is cut off, rewritten, added or rolled back in a store is found and named."""

import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.store.bankrolls import bankroll_log
from pitboss.store.chain import link
from pitboss.store.port import (
    Snapshot,
    StoreError,
    StoreUnavailable,
)
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.witness.checking import LISTS
from pitboss.store.witness.outside import Outside, read_outside
from pitboss.store.witness.signing import Witness
from pitboss.store.witness.statements import (
    BEGIN,
    Head,
    StatementError,
    WitnessKeyError,
    followed,
    load_key,
    new_key,
    read_statement,
)
from tests.store.conftest import Place
from tests.store.records import entry, header, record, records
from tests.store.witnessed import House, fill, house

__all__ = ["house"]


def test_what_was_not_touched_holds_over_restarts(house: House) -> None:
    assert house.faults() == {}
    with house.open() as (store, _):
        store.append("t1", 5, records(5, 1, "c3"))
    assert house.faults() == {}


def test_every_commit_is_signed_in_the_store_and_outside(house: House) -> None:
    lines = read_outside(house.outside)
    assert [one.statement.number for one in lines] == [1, 2, 3, 4, 5, 6, 7]
    assert list(followed(lines)) == lines
    key = load_key(house.key)
    assert all(one.is_by(key.public) for one in lines)
    assert not lines[0].is_by(new_key().public)
    assert [head.log for head in lines[4].statement.heads] == ["t1", bankroll_log("ann")]
    with house.open() as (store, findings):
        assert [read_statement(one) for one in store.statements("server-1")] == lines
        assert findings.heads["t1"].version == 5
        assert findings.heads[bankroll_log("ann")].version == 2


def test_records_deleted_from_the_end_are_named(house: House) -> None:
    house.sql("DELETE FROM records WHERE table_id = 't1' AND version > 3")
    (text,) = house.faults().values()
    assert text.startswith("t1 ends at 3, and 5 was signed on 1970-01-01 at 00:00:01 UTC")
    assert text.endswith("2 are missing, the first is 4")
    # It stays at fault, whatever is signed afterwards.
    assert list(house.faults()) == ["t1"]


def test_a_store_rolled_back_with_its_statements_is_found_by_the_copy_outside(house: House) -> None:
    house.sql(
        "DELETE FROM records WHERE table_id = 't2'",
        "DELETE FROM movements WHERE number = 2",
        "DELETE FROM statements WHERE number > 5",
    )
    faults = house.faults()
    assert list(faults) == [LISTS, "t2", bankroll_log("ann")]
    assert faults["t2"].endswith("the first is 1")
    assert faults[LISTS] == "the store has 5 statements of server-1, and the outside copy 7"


def test_an_older_file_put_in_place_is_found(sqlite_place: Place, tmp_path: Path) -> None:
    house = House(sqlite_place, tmp_path / "heads", tmp_path / "key")
    with house.open() as (store, _):
        fill(store)
    shutil.copy(sqlite_place.where, tmp_path / "older")
    with house.open() as (store, _):
        store.append("t1", 5, records(5, 4))
    shutil.copy(tmp_path / "older", sqlite_place.where)
    assert house.faults()["t1"].endswith("4 are missing, the first is 6")


def test_what_nobody_signed_is_found(house: House) -> None:
    """A forged record has a right chain value: anybody can work that out, and nobody sign it."""
    with house.open() as (store, _):
        last = store.last("t1")
    assert last is not None
    forged = record(6, text="an administrator")
    chain, body = link(last.chain, forged), forged.body.decode()
    house.sql(
        "INSERT INTO records (table_id, version, at_ms, command, body, chain, beside) VALUES"
        f" ('t1', 6, {forged.at_ms}, '', '{body}', '{chain}', '')"
    )
    assert house.faults() == {"t1": "t1 goes on to 6, and only as far as 5 is signed"}


def test_an_end_that_was_written_anew_is_found(house: House) -> None:
    """As long as what was signed, with a right chain: only the signed hash tells."""
    with house.open() as (store, _):
        *_, before, last = store.read("t1")
    forged = replace(last, at_ms=last.at_ms + 1)
    house.sql(
        f"UPDATE records SET at_ms = {forged.at_ms}, chain = '{link(before.chain, forged)}'"
        f" WHERE table_id = 't1' AND version = {last.version}"
    )
    assert house.faults() == {"t1": "t1 has a different past from the one signed, by event 5"}


def test_a_log_that_was_written_anew_and_then_cut_is_another_one(house: House) -> None:
    """The head of its old end tells nothing of it; the heads before do."""
    with house.open() as (store, _):
        store.append("t1", 5, [entry(6, 1, "c3")])
        store.append("t1", 6, [entry(7, 1, "c4")])
        *_, before, last, _ = store.read("t1")
    forged = replace(last, at_ms=last.at_ms + 1)
    house.sql(
        f"UPDATE records SET at_ms = {forged.at_ms}, chain = '{link(before.chain, forged)}'"
        f" WHERE table_id = 't1' AND version = {last.version}",
        f"DELETE FROM records WHERE table_id = 't1' AND version > {last.version}",
    )
    (text,) = house.faults().values()
    assert text == "t1 has a different past from the one signed, by event 6"


def test_a_raised_bankroll_is_found(house: House) -> None:
    house.sql("UPDATE movements SET held = 99999, amount = 99449 WHERE number = 2")
    assert house.faults() == {bankroll_log("ann"): "the bankroll of ann breaks at movement 2"}


def test_a_record_changed_in_the_middle_is_found(house: House) -> None:
    house.sql("UPDATE records SET at_ms = at_ms - 86400000 WHERE table_id = 't1' AND version = 2")
    assert house.faults() == {"t1": "the chain of t1 breaks at event 2"}


def test_a_hole_in_the_middle_is_found(house: House) -> None:
    house.sql("DELETE FROM records WHERE table_id = 't1' AND version = 2")
    assert house.faults() == {"t1": "t1 has no event 2"}


def test_a_log_that_is_gone_is_found(house: House) -> None:
    house.sql("DELETE FROM records WHERE table_id = 't2'", "DELETE FROM logs WHERE table_id = 't2'")
    (text,) = house.faults().values()
    assert text.startswith("t2 is gone, or cannot be read; 2 was signed")


def test_a_log_that_was_never_signed_is_found(house: House) -> None:
    store = house.place.open()
    store.create(header("t9"))
    store.close()
    assert house.faults() == {"t9": "t9 was never signed"}


def test_a_changed_statement_is_found_and_the_copy_outside_counts(house: House) -> None:
    house.sql("UPDATE statements SET line = replace(line, '\"t2\"', '\"t3\"') WHERE number = 6")
    assert house.faults() == {LISTS: "statement 7 of server-1 does not follow statement 6"}
    house.outside.unlink()
    with pytest.raises(StatementError):
        house.faults()


def test_a_statement_of_an_older_list_is_covered(house: House) -> None:
    """Later lists have named its end; each start reads it all the same."""
    assert house.faults() == {}
    assert house.faults() == {}
    house.sql(
        "UPDATE statements SET line = replace(line, '\"t2\"', '\"t3\"')"
        " WHERE number = 6 AND writer = 'server-1'"
    )
    assert house.faults() == {LISTS: "statement 7 of server-1 does not follow statement 6"}


def test_the_copy_outside_is_missed(house: House) -> None:
    house.outside.unlink()
    assert list(house.faults()) == [LISTS]
    assert house.faults() == {}


def test_a_crash_may_leave_the_store_ahead_of_the_copy_outside(house: House) -> None:
    whole = house.outside.read_bytes()
    house.outside.write_bytes(whole[: whole.rindex(b"\n", 0, -1) - 40])
    assert len(read_outside(house.outside)) == 5
    assert house.faults() == {}
    lines = read_outside(house.outside)
    assert [one.statement.number for one in lines] == [1, 2, 3, 4, 5, 6, 7, 1]


def test_without_its_key_a_store_is_not_signed_anew(house: House) -> None:
    house.key.unlink()
    with pytest.raises(WitnessKeyError, match="which signed this store, is gone"):
        house.faults()
    new_key().save(house.key)
    with pytest.raises(StatementError, match="signed with another key"):
        house.faults()


def test_a_key_that_others_can_read_is_refused(house: House) -> None:
    assert house.key.stat().st_mode & 0o777 == 0o600
    assert house.outside.stat().st_mode & 0o777 == 0o600
    for mode in (0o644, 0o640, 0o604):
        house.key.chmod(mode)
        with pytest.raises(WitnessKeyError, match="others can read the key"):
            house.faults()


def test_a_snapshot_counts_only_as_it_was_signed(house: House) -> None:
    with house.open() as (store, _):
        store.save_snapshot("t1", Snapshot(5, b"state"))
        kept = store.snapshot("t1")
        assert kept is not None
        assert kept.state == b"state"
    for change in ("state = 'richer'", "version = 3", "chain = 'x'", "signature = ''"):
        with house.open() as (store, _):
            store.save_snapshot("t1", Snapshot(5, b"state"))
        cast = change.replace("'richer'", "CAST('richer' AS BYTEA)")
        house.sql(f"UPDATE snapshots SET {change if house.place.kind == 'sqlite' else cast}")
        with house.open() as (store, _):
            assert store.snapshot("t1") is None, change
        house.sql("DELETE FROM snapshots")


def test_logs_from_before_the_witness_are_taken_over(sqlite_place: Place, tmp_path: Path) -> None:
    store = sqlite_place.open()
    assert isinstance(store, SqliteStore)
    fill(store)
    store.close()
    house = House(sqlite_place, tmp_path / "heads", tmp_path / "key")
    assert house.faults() == {}
    house.sql("DELETE FROM records WHERE table_id = 't1' AND version = 5")
    assert list(house.faults()) == ["t1"]


def test_nothing_is_acknowledged_that_the_copy_outside_does_not_have(
    sqlite_place: Place, tmp_path: Path
) -> None:
    house = House(sqlite_place, tmp_path / "heads", tmp_path / "key")
    with house.open() as (store, _):
        fill(store)
        assert store.witness is not None
        assert store.witness.outside is not None
        store.witness.outside.close()
        with pytest.raises(StoreUnavailable, match=r"the witness .* cannot be written"):
            store.append("t1", 5, records(5, 1))
        with pytest.raises(StoreUnavailable, match="the store has failed"):
            store.append("t1", 6, records(6, 1))
        store.witness.outside = None
    assert house.faults() == {}


def flipped(path: Path, place: int) -> None:
    """Flip one bit of a file."""
    data = bytearray(path.read_bytes())
    data[place // 8] ^= 1 << place % 8
    path.write_bytes(data)


def test_a_bit_flipped_in_the_wal_after_a_kill_is_found(
    sqlite_place: Place, tmp_path: Path
) -> None:
    """SQLite takes the WAL for shorter than it is, and says nothing."""
    killed = tmp_path / "killed"
    killed.mkdir()
    house = House(sqlite_place, tmp_path / "heads", tmp_path / "key")
    with house.open() as (store, _):
        fill(store)
        for version in range(5, 45):
            store.append("t1", version, records(version, 1))
        for part in ("logs.db", "logs.db-wal"):
            shutil.copy(tmp_path / part, killed / part)
    flipped(killed / "logs.db-wal", 8 * ((killed / "logs.db-wal").stat().st_size // 2))
    place = Place("sqlite", str(killed / "logs.db"), lambda: SqliteStore(killed / "logs.db"))
    faults = House(place, house.outside, house.key, starts=1).faults()
    assert " are missing, the first is " in faults["t1"]


def contents(store: SqliteStore) -> list[object]:
    """All that is in a store."""
    logs = [(one, *store.read(one.table)) for one in store.headers()]
    return [*logs, *store.kept_movements(), store.snapshot("t1")]


def test_no_bit_of_the_file_is_flipped_unnoticed(sqlite_place: Place, tmp_path: Path) -> None:
    house = House(sqlite_place, tmp_path / "heads", tmp_path / "key")
    with house.open() as (store, _):
        fill(store)
        for version in range(5, 105):
            store.append("t1", version, records(version, 1))
        store.save_snapshot("t1", Snapshot(105, b"state"))
        assert isinstance(store, SqliteStore)
        whole = contents(store)
    file = Path(sqlite_place.where)
    data, heads = file.read_bytes(), house.outside.read_bytes()
    noticed = 0
    draw = random.Random(1)
    for _ in range(60):
        file.write_bytes(data)
        house.outside.write_bytes(heads)
        flipped(file, draw.randrange(8 * len(data)))
        try:
            with house.open() as (store, findings):
                assert isinstance(store, SqliteStore)
                if not findings.faults:
                    left = contents(store)
                    # A snapshot that is not what was signed is passed over.
                    assert left[:-1] == whole[:-1]
                    assert left[-1] in (None, whole[-1])
                    continue
        except StoreError:
            pass
        noticed += 1
    assert noticed > 20


def test_half_a_line_at_the_end_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    whole, half = b'{"writer":"one"}\n', b'{"writer":"tw'
    path.write_bytes(whole + half)
    outside = Outside(path)
    outside.write(b"three")
    outside.close()
    assert path.read_bytes() == whole + b"three\n"


def test_a_statement_is_kept_only_if_its_commit_succeeds(tmp_path: Path) -> None:
    witness = Witness(new_key(), Outside(tmp_path / "w"), writer="a", now_ms=lambda: 1, heads={})
    with witness.turn() as turn:
        first = turn.sign([], BEGIN)
    with suppress(KeyError), witness.turn() as turn:
        turn.sign([Head("t1", 1, "aa")])
        raise KeyError
    assert (witness.end, witness.heads) == (first.end, {})
    for note in (BEGIN, ""):
        beginner = Witness(witness.key, None, writer="b", now_ms=lambda: 1, heads={})
        signs = witness if note else beginner
        with pytest.raises(StatementError, match="names every log"), signs.turn() as turn:
            turn.sign([], note)
    witness.close()
    assert [one.statement.number for one in read_outside(tmp_path / "w")] == [1]


def test_a_commit_that_was_not_confirmed_is_kept_afterwards(tmp_path: Path) -> None:
    path, signed = tmp_path / "w", []
    witness = Witness(new_key(), Outside(path), writer="a", now_ms=lambda: 1, heads={})
    for version in (1, 2):
        with suppress(KeyError), witness.turn() as turn:
            signed.append(turn.sign([Head("t1", version, "aa")], "" if version > 1 else BEGIN))
            # The transaction was committed, and the connection cut before the store heard of it.
            raise KeyError
        stranger = Witness(new_key(), None, writer="a", now_ms=lambda: 1, heads=witness.heads)
        stranger.end = witness.end
        with suppress(KeyError), stranger.turn() as turn:
            forged = turn.sign([Head("t1", version, "bb")], "" if version > 1 else BEGIN)
            raise KeyError
        witness.recover([forged, *signed, *signed])
        assert witness.end == signed[-1].end
        assert witness.heads == {"t1": Head("t1", version, "aa")}
    witness.close()
    assert read_outside(path) == signed


def test_a_list_with_a_gap_is_no_list(house: House) -> None:
    lines = read_outside(house.outside)
    for wrong in (lines[1:], [*lines[:3], *lines[4:]]):
        with pytest.raises(StatementError, match="does not follow"):
            list(followed(wrong))
    other = replace(lines[1], statement=replace(lines[1].statement, writer="x"))
    with pytest.raises(StatementError, match="in the list of"):
        list(followed([lines[0], other]))
