"""What a Free Bet table may choose, and which clause refuses the rest (672a.2 to 672a.11)."""

import pytest

from pitboss.rulebook.rules import Rules
from tests.clauses.options import refusing_clauses, rules_of


def value_of(rules: Rules, path: str) -> object:
    """A value of the rules by section and name: ``table.boxes``."""
    section, name = path.split(".")
    value: object = getattr(getattr(rules, section), name)
    return value


@pytest.mark.parametrize(
    "options, path, value",
    [
        pytest.param({"boxes": 1}, "table.boxes", 1, marks=pytest.mark.clause("PA-2-a")),
        pytest.param({"boxes": 6}, "table.boxes", 6, marks=pytest.mark.clause("PA-2-a")),
        pytest.param({}, "table.decks", 6, marks=pytest.mark.clause("PA-3-a")),
        pytest.param({"decks": 8}, "table.decks", 8, marks=pytest.mark.clause("PA-3-a")),
        pytest.param({}, "shoe.cutting_cards", 1, marks=pytest.mark.clause("PA-3-a")),
        pytest.param({}, "shoe.shuffler", "none", marks=pytest.mark.clause("PA-5-a")),
        pytest.param(
            {"shuffler": "batch"},
            "shoe.shuffler",
            "batches",
            marks=pytest.mark.clause("PA-3-b", "PA-3-b-4"),
        ),
        pytest.param(
            {"preshuffled": True}, "shoe.preshuffled", True, marks=pytest.mark.clause("PA-4-e")
        ),
        pytest.param({}, "shoe.preshuffled", False, marks=pytest.mark.clause("PA-4-e")),
        pytest.param(
            {"shuffler": "continuous"},
            "shoe.shuffler",
            "continuous",
            marks=pytest.mark.clause("PA-5-h"),
        ),
        pytest.param(
            {"shuffler": "continuous"},
            "shoe.cutting_cards",
            0,
            marks=pytest.mark.clause("PA-5-h-s2"),
        ),
        pytest.param(
            {"shuffler": "continuous"}, "shoe.burn", "none", marks=pytest.mark.clause("PA-5-h-s2")
        ),
        pytest.param({}, "table.mid_shoe", "open", marks=pytest.mark.clause("PA-6-b")),
        pytest.param(
            {"mid_shoe_entry": "barred"},
            "table.mid_shoe",
            "barred",
            marks=pytest.mark.clause("PA-6-b"),
        ),
        pytest.param({}, "table.boxes_per_player", 1, marks=pytest.mark.clause("PA-6-f")),
        pytest.param(
            {"boxes_per_player": 6}, "table.boxes_per_player", 6, marks=pytest.mark.clause("PA-6-f")
        ),
        pytest.param(
            {"boxes": 2, "boxes_per_player": 2},
            "table.boxes_adjacent",
            True,
            marks=pytest.mark.clause("PA-6-f"),
        ),
        pytest.param(
            {},
            "settlement.order",
            "collect_then_pay",
            marks=pytest.mark.clause("PA-7-r", "PA-7-r-1"),
        ),
        pytest.param(
            {"settlement_order": "per_player"},
            "settlement.order",
            "descending",
            marks=pytest.mark.clause("PA-7-r", "PA-7-r-2"),
        ),
        pytest.param({}, "insurance.even_money", "never", marks=pytest.mark.clause("PA-8-e")),
        pytest.param(
            {"even_money": True},
            "insurance.even_money",
            "asked",
            marks=pytest.mark.clause("PA-8-e"),
        ),
        pytest.param({}, "split.ace_cards", "any", marks=pytest.mark.clause("PA-10-c")),
        pytest.param({}, "double.split_aces", True, marks=pytest.mark.clause("PA-9-b")),
        pytest.param({}, "split.resplit_aces", True, marks=pytest.mark.clause("PA-10-d-s2")),
        pytest.param(
            {"split_aces": "one_card"},
            "split.ace_cards",
            "one",
            marks=pytest.mark.clause("PA-10-c"),
        ),
        pytest.param(
            {"split_aces": "one_card"},
            "double.split_aces",
            False,
            marks=pytest.mark.clause("PA-10-c"),
        ),
        pytest.param(
            {"split_aces": "one_card"},
            "split.resplit_aces",
            False,
            marks=pytest.mark.clause("PA-10-c"),
        ),
        pytest.param(
            {"split_aces": "one_card_resplit"},
            "split.ace_cards",
            "one",
            marks=pytest.mark.clause("PA-10-c"),
        ),
        pytest.param(
            {"split_aces": "one_card_resplit"},
            "double.split_aces",
            False,
            marks=pytest.mark.clause("PA-10-c"),
        ),
        pytest.param(
            {"split_aces": "one_card_resplit"},
            "split.resplit_aces",
            True,
            marks=pytest.mark.clause("PA-10-d-s2"),
        ),
    ],
)
def test_what_may_be_chosen_rules_the_table(
    options: dict[str, object], path: str, value: object, request: pytest.FixtureRequest
) -> None:
    rules = rules_of("pa_free_bet", **options)
    assert value_of(rules, path) == value
    marker = request.node.get_closest_marker("clause")
    assert set(marker.args) <= set(rules.clauses(path))


@pytest.mark.parametrize(
    "options, clause",
    [
        pytest.param({"boxes": 7}, "PA-2-a", marks=pytest.mark.clause("PA-2-a")),
        pytest.param({"boxes": 0}, "PA-2-a", marks=pytest.mark.clause("PA-2-a")),
        pytest.param({"decks": 7}, "PA-3-a", marks=pytest.mark.clause("PA-3-a")),
        pytest.param({"decks": 2}, "PA-3-a", marks=pytest.mark.clause("PA-3-a")),
        # One set of cards in a machine: two batches, or a device that never stops.
        pytest.param({"shuffler": "automatic"}, "PA-3-b", marks=pytest.mark.clause("PA-3-b")),
        pytest.param({"preshuffled": "partly"}, "PA-4-e", marks=pytest.mark.clause("PA-4-e")),
        pytest.param({"auto_load": True}, "PA-5-a-s3", marks=pytest.mark.clause("PA-5-a-s3")),
        pytest.param(
            {"shuffler": "continuous", "shuffler_approved": False},
            "PA-5-h",
            marks=pytest.mark.clause("PA-5-h"),
        ),
        pytest.param({"mid_shoe_entry": "minimum"}, "PA-6-b", marks=pytest.mark.clause("PA-6-b")),
        pytest.param(
            {"push_22": "a", "push_22_min": 10, "push_22_max": 5},
            "PA-6-e",
            marks=pytest.mark.clause("PA-6-e"),
        ),
        pytest.param({"push_22_min": 0}, "PA-6-e", marks=pytest.mark.clause("PA-6-e")),
        pytest.param({"boxes_per_player": 0}, "PA-6-f", marks=pytest.mark.clause("PA-6-f")),
        pytest.param({"boxes_per_player": 7}, "PA-6-f", marks=pytest.mark.clause("PA-6-f")),
        pytest.param(
            {"boxes": 2, "boxes_per_player": 3}, "PA-6-f", marks=pytest.mark.clause("PA-6-f")
        ),
        pytest.param(
            {"settlement_order": "pay_then_collect"}, "PA-7-r", marks=pytest.mark.clause("PA-7-r")
        ),
        pytest.param({"even_money": "always"}, "PA-8-e", marks=pytest.mark.clause("PA-8-e")),
        pytest.param({"push_22": "c"}, "PA-11-c", marks=pytest.mark.clause("PA-11-c")),
        pytest.param({"split_aces": "two_cards"}, "PA-10-c", marks=pytest.mark.clause("PA-10-c")),
        pytest.param({"min_bet": 20, "max_bet": 10}, "PA-6-a", marks=pytest.mark.clause("PA-6-a")),
        pytest.param({"chip_unit": 0}, "PA-6-a", marks=pytest.mark.clause("PA-6-a")),
    ],
)
def test_what_a_clause_forbids_is_refused(options: dict[str, object], clause: str) -> None:
    assert refusing_clauses("pa_free_bet", **options) == {clause}


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
