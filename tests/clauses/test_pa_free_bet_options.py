"""What a Free Bet table may choose, and which clause refuses the rest (672a.2 to 672a.11)."""

import pytest

from tests.clauses.options import refusing_clauses, rules_of


@pytest.mark.clause("PA-3-b", "PA-3-b-1")
@pytest.mark.parametrize("decks", [6, 8])
def test_each_batch_is_a_full_shoe(decks: int) -> None:
    rules = rules_of("pa_free_bet", shuffler="batch", decks=decks)
    assert rules.decks_in_play == decks


@pytest.mark.clause("PA-5-a-s3")
@pytest.mark.parametrize("shuffler", ["batch", "continuous"])
def test_a_machine_may_load_the_shoe_itself(shuffler: str) -> None:
    rules = rules_of("pa_free_bet", shuffler=shuffler, auto_load=True)
    assert rules.options["auto_load"] is True


@pytest.mark.clause("PA-6-e")
def test_push_22_is_offered_only_where_filed() -> None:
    assert not rules_of("pa_free_bet").wagers
    wager = rules_of("pa_free_bet", push_22="a", push_22_min=2, push_22_max=25).wagers["push_22"]
    assert (wager.stake_min, wager.stake_max) == (200, 2500)
    assert not wager.up_to_main


@pytest.mark.clause("PA-6-e")
def test_limits_of_a_wager_that_is_not_offered_do_not_matter() -> None:
    assert refusing_clauses("pa_free_bet", push_22_min=10, push_22_max=5) == set()


@pytest.mark.parametrize(
    "paytable, prices",
    [
        pytest.param(
            "a",
            {"suited": "50 to 1", "coloured": "20 to 1", "other": "8 to 1"},
            marks=pytest.mark.clause("PA-11-c", "PA-11-c-other"),
        ),
        pytest.param(
            "b",
            {"suited": "50 to 1", "coloured": "20 to 1", "other": "7 to 1"},
            marks=pytest.mark.clause("PA-11-c", "PA-11-c-other"),
        ),
    ],
)
@pytest.mark.clause("PA-11-c-same-suit", "PA-11-c-same-color")
def test_push_22_is_paid_from_the_paytable_filed(paytable: str, prices: dict[str, str]) -> None:
    wager = rules_of("pa_free_bet", push_22=paytable).wagers["push_22"]
    assert {name: str(line.payoff) for name, line in wager.lines.items()} == prices
    assert [line.clause for line in wager.lines.values()] == [
        "PA-11-c-same-suit",
        "PA-11-c-same-color",
        "PA-11-c-other",
    ]


@pytest.mark.clause(
    "PA-0-source", "PA-2-b", "PA-2-b-1", "PA-2-b-3", "PA-2-b-3-i", "PA-2-b-3-ii", "PA-2-b-3-iii"
)
@pytest.mark.clause("PA-2-b-3-iv", "PA-2-b-3-v", "PA-2-b-5", "PA-2-e-2", "PA-7-l-s3")
def test_the_table_shows_and_says_what_it_must() -> None:
    shown = {notice.clause for notice in rules_of("pa_free_bet").notices}
    assert shown >= {
        "PA-0-source",
        "PA-2-b",
        "PA-2-b-1",
        "PA-2-b-3",
        "PA-2-b-3-i",
        "PA-2-b-3-ii",
        "PA-2-b-3-iii",
        "PA-2-b-3-iv",
        "PA-2-b-3-v",
        "PA-2-b-5",
        "PA-2-e-2",
        "PA-7-l-s3",
    }
    assert not shown & {"PA-2-b-3-v-s2", "PA-2-b-5-s2"}


@pytest.mark.parametrize(
    "option, inscription, sign",
    [
        pytest.param(
            "surrender_notice",
            "PA-2-b-3-v",
            "PA-2-b-3-v-s2",
            marks=pytest.mark.clause("PA-2-b-3-v", "PA-2-b-3-v-s2"),
        ),
        pytest.param(
            "payout_notice",
            "PA-2-b-5",
            "PA-2-b-5-s2",
            marks=pytest.mark.clause("PA-2-b-5", "PA-2-b-5-s2"),
        ),
    ],
)
def test_a_sign_takes_the_place_of_an_inscription(option: str, inscription: str, sign: str) -> None:
    options: dict[str, object] = {option: "sign", "push_22": "b"}
    notices = rules_of("pa_free_bet", **options).notices
    assert inscription not in {notice.clause for notice in notices}
    assert {notice.place for notice in notices if notice.clause == sign} == {"sign"}
    assert refusing_clauses("pa_free_bet", **{option: "nowhere"}) == {sign}


@pytest.mark.clause("PA-2-b-5")
@pytest.mark.parametrize("paytable, price", [("a", "8 to 1"), ("b", "7 to 1")])
def test_the_layout_shows_what_push_22_pays(paytable: str, price: str) -> None:
    notices = rules_of("pa_free_bet", push_22=paytable).notices
    texts = [notice.text for notice in notices if notice.text.startswith("Push 22")]
    assert len(texts) == 1
    assert price in texts[0]


@pytest.mark.clause("PA-2-e-2")
@pytest.mark.parametrize("decks, cards", [(6, 312), (8, 416)])
def test_the_discard_rack_is_marked_at_a_full_shoe(decks: int, cards: int) -> None:
    notices = rules_of("pa_free_bet", decks=decks).notices
    marks = [notice.text for notice in notices if notice.clause == "PA-2-e-2"]
    assert marks == [f"Discard rack marked at {cards} cards, the full {decks} decks"]
