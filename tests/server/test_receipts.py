"""A player's receipts, from a running server to the verdict on the log of its closed table."""

from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pitboss.engine.betting.limits import PlaceWager
from pitboss.server.security.witness import open_store, under_witness
from pitboss.server.settings import Settings
from pitboss.store.witness.receipts import Receipt, short_code, write_receipts
from tests.cli.commands import refused, run, run_json
from tests.patience import wait_until
from tests.server.live import Visitor, serving
from tests.server.test_closed import BRISK, is_over

ROUNDS = 3


def receipt(visitor: Visitor, event: int = 0) -> Receipt:
    return msgspec.convert(visitor.get(f"/api/tables/nz/receipt?event={event}"), Receipt)


def ends(visitor: Visitor) -> list[Any]:
    """Rounds that ann played, the oldest first."""
    return list(reversed(visitor.get("/api/tables/nz/rounds?player=ann")["rounds"]))


def test_receipts_of_a_night_bind_the_log_to_its_end(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "data"))
    store = open_store(settings)
    under_witness(store, settings)
    file, kept, partly = tmp_path / "nz.log.jsonl", tmp_path / "ann", tmp_path / "until-two"
    with serving(store, pace=BRISK) as live:
        admin, ann = live.admin(), live.guest("ann")
        wire = ann.socket("nz")
        wire.until("view")
        wire.buy()
        actor = live.site.lobby.tables["nz"].actor
        receipts = []
        for number in range(1, ROUNDS + 1):
            assert wire.give(PlaceWager(box=1, wager="main", amounts=(1_000,)))["ok"]
            wait_until(partial(is_over, actor, number))
            receipts.append(receipt(ann, ends(ann)[-1]["last"]))
        assert ann.get("/api/tables/nz/receipt?event=99999", expect=404)["code"] == "unknown_event"
        admin.post("/api/tables/nz", None, expect=204, verb="DELETE")
        last = receipt(ann)
        file.write_bytes(ann.http.get("/api/tables/nz/log").content)
    assert [one.round for one in (*receipts, last)] == [1, 2, 3, 3]
    assert {one.player for one in receipts} == {"ann"}
    assert receipts[0].code == short_code(receipts[0].chain)
    kept.write_bytes(write_receipts([*receipts, last]))
    partly.write_bytes(write_receipts(receipts[:2]))

    whole = run("verify", str(file), "--receipt", str(kept), "--key", last.key)
    assert (whole.exit_code, whole.stdout.splitlines()[-1]) == (
        0, "the log holds: the receipts of ann vouch for it",
    )  # fmt: skip
    told = run_json("verify", str(file), "--receipt", str(kept))
    assert (told["verdict"], told["voucher"], told["receipts_of"]) == ("holds", "", ["ann"])
    short = run_json("verify", str(file), "--receipt", str(partly), status=3)
    (witness,) = (one for one in short["checks"] if one["check"] == "witness")
    assert (witness["status"], witness["events"]) == ("not_made", [[1, receipts[1].version]])
    other = run_json("verify", str(file), "--receipt", str(kept), "--key", "0" * 64, status=3)
    assert other["receipts_of"] == []


def test_a_receipt_that_nobody_signed_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "receipts"
    forged = Receipt("pitboss receipt 1", "nz", "ann", 1, 9, "0" * 64, 1, "0" * 64, "0" * 128)
    for data, word in (
        (write_receipts([forged]), "line 1 is not as the house signed it"),
        (b"\n{}\n", "line 2 is not a receipt"),
        (write_receipts([forged]).replace(b"receipt 1", b"receipt 2"), "the format is"),
        (b"", "it has no receipts"),
    ):
        file.write_bytes(data)
        assert word in refused("verify", str(file), "--receipt", str(file))
    assert "no-such" in refused("verify", str(file), "--receipt", str(tmp_path / "no-such"))
