"""A log is judged under the edition that its table was dealt under, which its verdict names."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

import pitboss
from pitboss import __version__
from pitboss.proof.checks import Report
from pitboss.proof.log import verify_log
from pitboss.rulebook import catalog
from pitboss.rulebook.catalog import edition_on, load_logged, load_rulebook, offer_books
from pitboss.rulebook.options.changes import shown_options
from pitboss.server.http.felt import felt_of
from pitboss.server.log.replay import start_of
from pitboss.store.export import export_log, read_log, write_log
from pitboss.store.port import TableHeader
from tests.rulebook.test_editions import write_club, write_edition
from tests.server.live import house
from tests.store.logged import LoggedTable, rechained

STATUS = ("rulebook", "decisions")


@pytest.fixture(autouse=True)
def _forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_OWN", {})


def play_club(folder: Path) -> bytes:
    """Play a round under the edition of July 2024 while it is the newest; return its log."""
    offer_books([write_edition(folder, "2024-07", least=1, name="club.toml")])
    table = LoggedTable("club", {}, 1)
    table.play_round()
    table.reveal()
    log = read_log(export_log(table.store, "t1"))
    book = load_rulebook("club")
    header = replace(
        log.header, is_own=True, in_force_from="2024-07", digest=book.digest, program="0.3.0"
    )
    return write_log(header, rechained(header, list(log.records)))


def bring_out_edition(folder: Path, *, least: int) -> None:
    """Bring out an edition of 2026 and keep the file of July 2024 as an earlier one."""
    (folder / "club.toml").rename(folder / "club-2024.toml")
    write_edition(
        folder, "2026", least=least, earlier='["club-2024.toml"]', name="club.toml"
    )  # fmt: skip


def statuses(report: Report) -> list[str]:
    return [check.status for check in report.checks if check.name in STATUS]


def test_a_log_holds_under_its_own_edition_after_a_new_one(tmp_path: Path) -> None:
    data = play_club(tmp_path)
    digest = load_rulebook("club").digest
    bring_out_edition(tmp_path, least=900)
    report = verify_log(data)
    assert statuses(report) == ["ok", "ok"]
    (text,) = (check.text for check in report.checks if check.name == "rulebook")
    assert text == (
        f"club, edition 2024-07, digest {digest[:16]}, dealt by pitboss 0.3.0, 0 options chosen"
    )
    judged = report.judged_under
    assert judged is not None
    assert (judged["rulebook"], judged["in_force_from"]) == ("club@2024-07", "2024-07")
    assert judged["digest"] == digest
    options, readings = judged["options"], judged["readings"]
    assert isinstance(options, dict)
    assert isinstance(readings, dict)
    assert {**options, **readings} == shown_options(pitboss.rules("club@2024-07"))


def test_a_file_changed_under_the_same_date_is_named(tmp_path: Path) -> None:
    data = play_club(tmp_path)
    path = tmp_path / "club.toml"
    path.write_text(path.read_text("utf-8").replace("Club 2024", "Our club 2024"), "utf-8")
    report = verify_log(data)
    assert statuses(report) == ["ok", "ok"]
    (text,) = (check.text for check in report.checks if check.name == "rulebook")
    assert text.endswith(
        f"; the file has changed since, and its digest is {load_rulebook('club').digest[:16]}"
    )
    write_edition(tmp_path, "2024-07", least=900, name="club.toml")
    assert statuses(verify_log(data)) == ["ok", "not_made"]


def test_a_log_without_an_edition_is_judged_by_the_newest(tmp_path: Path) -> None:
    log = read_log(play_club(tmp_path))
    header = replace(log.header, in_force_from="", digest="", program="")
    older = write_log(header, rechained(header, list(log.records)))
    assert b"in_force_from" not in older
    assert statuses(verify_log(older)) == ["ok", "ok"]
    bring_out_edition(tmp_path, least=900)
    assert edition_on("club", "2025").digest == log.header.digest
    assert statuses(verify_log(older)) == ["ok", "failed"]


def test_the_header_of_an_older_log_keeps_its_bytes() -> None:
    header = TableHeader("t1", "T", "nz", 1, {}, {}, 1)
    data = write_log(header, [])
    assert read_log(data).header == header
    assert data.splitlines()[0].startswith(
        b'{"format":"pitboss log 2","header":{"table":"t1","title":"T","rulebook":"nz",'
        b'"revision":1,"options":{},"automations":{},"created_ms":1},"genesis":"'
    )


def test_a_table_whose_edition_is_gone_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        offer_books([write_edition(tmp_path, "2024-07", least=1, name="club.toml")])
        async with house() as lobby:
            await lobby.open("t1", "", "club", {})
            store = lobby.store
        async with house(store):
            assert "edition" not in caplog.text
        write_edition(tmp_path, "2026", least=3, name="club.toml")
        async with house(store):
            (record,) = [one for one in caplog.records if "edition of a table" in one.message]
        about = {"table": "t1", "edition": "2024-07", "dealt_under": "2026"}
        assert about.items() <= vars(record).items()

    with caplog.at_level("WARNING"):
        asyncio.run(run())


def test_a_table_keeps_its_edition_over_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        offer_books([write_edition(tmp_path, "2024-07", least=1, name="club.toml")])
        digest = load_rulebook("club").digest
        async with house() as lobby:
            header, store = (await lobby.open("t1", "", "club", {})).header, lobby.store
        assert (header.in_force_from, header.digest) == ("2024-07", digest)
        assert header.program == __version__
        bring_out_edition(tmp_path, least=3)
        async with house(store) as lobby:
            table = lobby.tables["t1"]
            assert table.rules.limits.min_bet == 100
            assert table.in_force.rulebook == felt_of(table.header, table.rules).rulebook
            assert table.in_force.rulebook == "club@2024-07"
            new = await lobby.open("t2", "", "club", {})
            assert (new.header.in_force_from, new.rules.limits.min_bet) == ("2026", 300)
            dated = await lobby.open("t3", "", "club@2025", {})
            assert (dated.header.is_own, dated.rules.rulebook) == (True, "club@2024-07")
            assert start_of(dated.header).rules.limits.min_bet == 100

    asyncio.run(run())


def test_a_dated_name_keeps_its_edition_after_another_comes_between(tmp_path: Path) -> None:
    club = write_club(tmp_path)
    offer_books([club])
    dealt = load_logged("club@2025", is_own=True, in_force_from="2024-07")
    assert dealt.in_force_from == "2024-07"
    write_edition(tmp_path, "2024-10", least=9, name="club-autumn.toml")
    files = '["club-autumn.toml", "club-2024.toml", "club-first.toml"]'
    write_edition(tmp_path, "2026-01-15", least=3, earlier=files, name="club.toml")
    assert load_rulebook("club@2025").in_force_from == "2024-10"
    again = load_logged("club@2025", is_own=True, in_force_from="2024-07")
    assert (again.in_force_from, again.digest) == ("2024-07", dealt.digest)
