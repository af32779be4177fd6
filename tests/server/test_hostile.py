"""What somebody hostile types, reads or keeps open: titles, private tables, guests' money."""

import pytest

from pitboss.server.people.names import has_mixed_word
from tests.server.live import BY_DEALER, serving


@pytest.mark.parametrize(
    "title",
    [
        "\u202egnp.exe",
        "a\u200bb",
        "two\nlines",
        "nul\x00",
        "\u2028",
        "\ue000",
        # Cyrillic and Greek letters among Latin ones, divided by marks or digits or not.
        "\u043faypal",
        "New Ze\u0430land",
        "pay1\u0440al",
        "cas\u03b9no",
        "n\u0301\u043ez",
        "p_\u0430y",
    ],
)
def test_a_title_is_seen_for_what_it_is(title: str) -> None:
    with serving(pace=BY_DEALER) as live:
        ann = live.guest("ann")
        body = {"rulebook": "nz", "title": title}
        assert ann.post("/api/private-tables", body, expect=400)["code"] == "bad_title"
        body["title"] = "Annes Tisch: Größe & <b>Spaß</b>"
        told = ann.post("/api/private-tables", body, expect=201)
        assert told["title"] == body["title"]


@pytest.mark.parametrize(
    "title",
    [
        "Стол для VIP",
        "Mesa nº 1",
        "VIPルーム",
        "NZ卓",
        "TV-шоу",
        "Ελλάδα 2",
        "क्षत्रिय",
        "日本語テーブル",
    ],
)
def test_a_title_in_any_script_is_no_mixture(title: str) -> None:
    assert not has_mixed_word(title)


def test_health_does_not_give_the_key_of_a_private_table_away() -> None:
    with serving(pace=BY_DEALER) as live:
        ann, stranger = live.guest("ann"), live.visitor()
        table = ann.post("/api/private-tables", {"rulebook": "nz"}, expect=201)["table"]
        live.site.lobby.tables[table].actor.stopped = "the disk is full"
        told = stranger.get("/healthz", expect=503)
        assert told["stopped"] == {"private-...": "the disk is full"}
        assert table.removeprefix("private-") not in str(told)


def test_money_of_a_guest_does_not_become_an_accounts_by_one_signature() -> None:
    with serving() as live:
        boss, rich, poor = live.admin(), live.guest("rich"), live.guest("poor")
        boss.post("/api/accounts/rich/grants", {"id": "g1", "amount": 5_000})
        account = {"name": "richer", "password": "two horses drink tea"}
        refused = rich.post("/api/accounts", account, expect=400)
        assert (refused["code"], rich.get("/api/session")["is_guest"]) == ("granted", True)
        # What everybody has is no grant.
        poor.post("/api/accounts", {**account, "name": "poorer"}, expect=201)
        assert not poor.get("/api/session")["is_guest"]
