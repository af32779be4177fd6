"""Free Bet: the Push 22 paytables line by line, the order of settlement, and the discard rack."""

from itertools import product

import pytest

from pitboss.cards import colour, parse_cards, suit
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.state.invariants import broken
from pitboss.engine.table import open_table, replay
from tests.clauses.options import rules_of
from tests.clauses.rounds import AtTable, dealt, net_of, play, round_text

RULEBOOK = "pa_free_bet"
SUITS = "shdc"
ODDS = {
    "a": {"suited": 50, "coloured": 20, "other": 8},
    "b": {"suited": 50, "coloured": 20, "other": 7},
}
CLAUSES = {
    "suited": "PA-11-c-same-suit",
    "coloured": "PA-11-c-same-color",
    "other": "PA-11-c-other",
}


def line_of(cards: str) -> str:
    """The line of a 22: one suit, one colour, or neither."""
    hand = parse_cards(cards)
    if len({suit(card) for card in hand}) == 1:
        return "suited"
    return "coloured" if len({colour(card) for card in hand}) == 1 else "other"


def lines_of_22(*ranks: str) -> list[object]:
    """Every way to suit a dealer's 22 of these ranks, on both paytables."""
    cases: list[object] = []
    for suits in product(SUITS, repeat=len(ranks)):
        cards = " ".join(r + s for r, s in zip(ranks, suits, strict=True))
        for table in "ab":
            mark = pytest.mark.clause(CLAUSES[line_of(cards)], "PA-11-c", "PA-7-n-1")
            cases.append(pytest.param(table, cards, marks=mark, id=f"{table}-{cards}"))
    return cases


@pytest.mark.parametrize("table, cards", lines_of_22("6", "K", "6"))
def test_push_22_pays_by_suit_and_colour(table: str, cards: str) -> None:
    up, hole, drawn = cards.split()
    text = round_text(
        RULEBOOK,
        f"9s {up} 9d {hole} {drawn}",
        ["1 ann main 10", "1 ann push_22 4.50"],
        ["1 stand"],
        options=f'push_22 = "{table}"',
    )
    odds = ODDS[table][line_of(cards)]
    assert net_of(text) == {"ann 1 main": 0, "ann 1 push_22": 450 * odds}


@pytest.mark.clause("PA-11-c-same-suit", "PA-11-c-same-color", "PA-11-c-other")
@pytest.mark.parametrize(
    "dealer, odds",
    [
        ("2s 2s 2s 2s 2s 2s Ts", 50),
        ("2s 2s 2s 2s 2s 2c Ts", 20),
        ("2s 2s 2s 2s 2s 2s Th", 8),
        ("Ad 4d Td 7d", 50),
        ("Ad 5h Td 6d", 20),
        ("5d 5d 5d 7c", 8),
    ],
)
def test_every_card_of_the_22_counts(dealer: str, odds: int) -> None:
    up, hole, *drawn = dealer.split()
    text = round_text(
        RULEBOOK,
        f"9s {up} 9d {hole} {' '.join(drawn)}",
        ["1 ann main 10", "1 ann push_22 10"],
        ["1 stand"],
        options='push_22 = "a"',
    )
    assert net_of(text)["ann 1 push_22"] == 1_000 * odds


@pytest.mark.clause("PA-7-n-2", "PA-6-e")
@pytest.mark.parametrize("drawn", ["As", "2s", "3s", "4s", "5s", "7s", "8s", "9s", "Ts"])
def test_push_22_loses_on_any_other_total(drawn: str) -> None:
    text = round_text(
        RULEBOOK,
        f"9s 6s 9d Ts {drawn}",
        ["1 ann main 10", "1 ann push_22 5"],
        ["1 stand"],
        options='push_22 = "b"',
    )
    total = 16 + {"A": 1, "T": 10}.get(drawn[0], int(drawn[0]) if drawn[0].isdigit() else 0)
    main = 1_000 if total > 21 or total < 18 else 0 if total == 18 else -1_000
    assert net_of(text) == {"ann 1 main": main, "ann 1 push_22": -500}


def settled(at: AtTable) -> list[tuple[int, str, str]]:
    """Box, wager and result of every wager, in the order settled."""
    return [(event.box, event.wager, event.result) for event in at.all_of(WagerSettled)]


def four_boxes(**options: object) -> AtTable:
    """Boxes 1 to 4 win, lose, lose and push against 18, all with Push 22, which loses."""
    wagers = [
        line
        for box, player in enumerate(("ann", "bob", "cat", "dan"), start=1)
        for line in (f"{box} {player} main 10", f"{box} {player} push_22 5")
    ]
    at = dealt(RULEBOOK, "Ts Ts Ts Ts 9h 9d 7d 6d 8d 9c", *wagers, push_22="a", **options)
    for box, player in enumerate(("ann", "bob", "cat", "dan"), start=1):
        at.do(do.Stand(by=player, box=box))
    return at


@pytest.mark.clause("PA-7-r-1", "PA-7-r")
def test_losers_are_all_taken_before_anyone_is_paid() -> None:
    order = settled(four_boxes())
    taken = [entry for entry in order if entry[2] == "loss"]
    assert order[: len(taken)] == taken
    assert [box for box, _, _ in taken] == [4, 3, 3, 2, 2, 1], "from the dealer's right"
    assert [entry for entry in order if entry[2] != "loss"] == [
        (4, "main", "push"),
        (1, "main", "win"),
    ]


@pytest.mark.clause("PA-7-r-2", "PA-7-r")
def test_or_each_player_is_settled_in_turn() -> None:
    order = settled(four_boxes(settlement_order="per_player"))
    assert [box for box, _, _ in order] == [4, 4, 3, 3, 2, 2, 1, 1]


@pytest.mark.clause("PA-7-r-2-s2", "PA-6-c-s2")
def test_lost_chips_go_to_the_house_and_winners_are_paid_by_it() -> None:
    at = four_boxes(settlement_order="per_player")
    for event in at.all_of(WagerSettled):
        if event.result == "loss":
            assert event.net == -event.stake, "nothing of it goes to another player"
    net = {player: chips - 1_000_000_00 for player, chips in at.state.chips.items()}
    assert net == {"ann": 500, "bob": -1_500, "cat": -1_500, "dan": -500}


@pytest.mark.clause("PA-10-c-1")
def test_bust_of_split_tens_is_taken_at_once() -> None:
    at = dealt(RULEBOOK, "Ks 7h Th Tc 5c Kd 8s", "1 ann main 10")
    at.play("1 split", "1 hit")
    lost = [(event.hand, event.net) for event in at.all_of(WagerSettled)]
    assert lost == [(1, -1_000)]
    assert at.state.turn == (1, 2)


@pytest.mark.clause("PA-10-c-2")
def test_bust_with_a_lammer_out_stays_until_the_box_is_settled() -> None:
    at = dealt(RULEBOOK, "8s 7h 8d Tc 5c Kd Ts", "1 ann main 10")
    at.play("1 split", "1 hit")
    assert at.all_of(WagerSettled) == []
    assert at.state.discards == (), "the cards stay under the wager"
    events = at.do(do.Stand(by="ann", box=1))
    results = [(e.hand, e.result, e.net) for e in events if isinstance(e, WagerSettled)]
    assert sorted(results) == [(1, "loss", -1_000), (2, "win", 1_000)]


@pytest.mark.clause("PA-10-c-2", "PA-7-m-s2")
def test_bust_with_a_lammer_out_is_taken_once_the_other_hands_bust_as_well() -> None:
    wagers = ("1 ann main 10", "1 ann push_22 5")
    at = dealt(RULEBOOK, "8s 6h 8d Tc 5c Kd 5s Ks 6s", *wagers, push_22="a")
    at.play("1 split", "1 hit")
    assert at.all_of(WagerSettled) == []
    events = at.do(do.Hit(by="ann", box=1))
    order = [e.wager if isinstance(e, WagerSettled) else "hole" for e in events
             if isinstance(e, (WagerSettled, HoleCardRevealed))]  # fmt: skip
    assert order == ["main", "main", "hole", "push_22"]
    assert [(e.hand, e.net) for e in at.all_of(WagerSettled)] == [(1, -1_000), (2, 0), (0, 4_000)]


@pytest.mark.clause("PA-7-g-1", "PA-7-g-2", "PA-7-n-2", "PA-7-o-1", "PA-7-p", "PA-7-q-2")
@pytest.mark.parametrize(
    "shoe, main, side",
    [
        ("9s Kh 9d Ac", "PA-7-g-2", "PA-7-g-2"),
        ("As Kh Kd Ac", "PA-7-g-1", "PA-7-g-1"),
        ("9s Kh 9d 9c", "PA-7-q-2", "PA-7-n-2"),
        ("9s Kh 9d 8c", "PA-7-p", "PA-7-n-2"),
        ("9s 6h 9d Tc 6c", "PA-7-n-1", "PA-11-c-other"),
    ],
)
def test_each_settlement_names_its_clause(shoe: str, main: str, side: str) -> None:
    wagers = ["1 ann main 10", "1 ann push_22 5"]
    verdict = play(
        round_text(
            RULEBOOK, shoe, wagers, [] if "A" in shoe else ["1 stand"], options='push_22 = "a"'
        )
    )
    assert verdict.failures == ()
    clauses = {e.wager: e.clause for e in verdict.events if isinstance(e, WagerSettled)}
    assert clauses == {"main": main, "push_22": side}


@pytest.mark.clause("PA-7-q-1")
def test_bust_of_a_hand_not_split_is_lost_before_the_dealer_plays() -> None:
    at = dealt(RULEBOOK, "Ts 9s 6h 6d 9d Tc Kd Kc", "1 ann main 10", "2 bob main 10")
    events = at.do(do.Hit(by="ann", box=1))
    assert [e.net for e in events if isinstance(e, WagerSettled)] == [-1_000]


@pytest.mark.clause("PA-10-c-1")
def test_busted_hand_without_lammers_is_discarded_first() -> None:
    at = dealt(RULEBOOK, "Ks 7h Th Tc 5c Kd 8s", "1 ann main 10")
    at.play("1 split", "1 hit", "1 stand")
    assert at.state.discards[:3] == parse_cards("Ks 5c Kd")
    assert sorted(at.state.discards) == sorted(parse_cards("Ks 7h Th Tc 5c Kd 8s"))


@pytest.mark.clause("PA-7-h-1", "PA-7-h-1-s2")
@pytest.mark.parametrize("side", [(), ("1 ann push_22 5",)])
def test_a_paid_blackjack_is_removed_unless_push_22_holds_it(side: tuple[str, ...]) -> None:
    shoe = "As Ts 7h Kd 9d Tc"
    at = dealt(RULEBOOK, shoe, "1 ann main 10", *side, "2 bob main 10", push_22="a")
    assert at.state.discards == (() if side else parse_cards("As Kd"))
    at.play("2 stand")
    assert sorted(at.state.discards) == sorted(parse_cards(shoe))


@pytest.mark.clause("PA-7-s")
def test_the_discards_hold_every_hand_in_order() -> None:
    shoe = "8s Ts 7h 8d 9d Tc 2s 9c Js"
    at = dealt(RULEBOOK, shoe, "1 ann main 10", "2 bob main 10")
    at.play("1 split", "1 hit", "1 stand", "1 stand", "2 stand")
    (ended,) = at.all_of(RoundEnded)
    assert ended.collected == parse_cards("Ts 9d 8d Js 8s 2s 9c 7h Tc")
    assert broken(at.state) == ""


@pytest.mark.clause("PA-7-s")
def test_the_log_of_a_round_leads_to_the_same_table() -> None:
    at = four_boxes()
    again = replay(open_table(rules_of(RULEBOOK, push_22="a")), at.events)
    assert again == at.state


@pytest.mark.clause("PA-7-m")
@pytest.mark.parametrize("push_22, drawn", [("", 0), ('push_22 = "a"', 1)])
def test_the_dealer_draws_for_push_22_alone(push_22: str, drawn: int) -> None:
    wagers = ["1 ann main 10", *(["1 ann push_22 5"] if push_22 else [])]
    text = round_text(
        RULEBOOK, "Ts 6h 6d Tc Kc 5c", wagers, ["1 hit"], options=push_22, exact=False
    )
    verdict = play(text)
    assert verdict.failures == ()
    dealer = [e for e in verdict.events if isinstance(e, CardDealt) and e.box == 0]
    assert len(dealer) == 2 + drawn


@pytest.mark.clause("PA-11-a")
@pytest.mark.parametrize("cents", range(500, 1_050, 50))
def test_a_blackjack_is_paid_to_the_cent(cents: int) -> None:
    text = round_text(RULEBOOK, "As 7h Kd Tc", [f"1 ann main {cents / 100:.2f}"])
    assert net_of(text) == {"ann 1 main": cents * 3 // 2}


@pytest.mark.clause("PA-8-b", "PA-8-b-s2")
@pytest.mark.parametrize("unit", [50, 100, 250, 500])
@pytest.mark.parametrize("chips", range(1, 8))
def test_the_cap_of_insurance_is_half_in_whole_chips_upwards(unit: int, chips: int) -> None:
    main = unit * chips
    cap = next(amount for amount in range(0, main + 1, unit) if 2 * amount >= main)
    over = cap + unit
    text = round_text(
        RULEBOOK,
        "Ts Ah 9d Kc",
        [f"1 ann main {main / 100:.2f}"],
        [f"! 1 insure ann={over / 100:.2f} @PA-8-b", f"1 insure ann={cap / 100:.2f}"],
        options=f"chip_unit = {unit / 100:.2f}\nmin_bet = {unit / 100:.2f}",
    )
    assert net_of(text) == {"ann 1 main": -main, "ann 1 insurance": 2 * cap}


@pytest.mark.clause("PA-8-e-s2")
@pytest.mark.parametrize("side", [(), ("1 ann push_22 5",)])
def test_even_money_pays_at_once_and_clears_the_cards(side: tuple[str, ...]) -> None:
    at = dealt(
        RULEBOOK,
        "As Ts Ah Kd 9d 5c",
        "1 ann main 10",
        *side,
        "2 bob main 10",
        push_22="a",
        even_money=True,
    )
    events = at.do(do.TakeEvenMoney(by="ann", box=1))
    paid = [(e.wager, e.net) for e in events if isinstance(e, WagerSettled)]
    assert paid == [("main", 1_000)]
    assert at.state.discards == (() if side else parse_cards("As Kd"))
    assert len(at.state.sides) == len(side)
