"""The tribal regulation: the printed prices of the same-suit wager for every number of decks."""

import pytest

from tests.clauses.options import rules_of
from tests.clauses.rounds import net_of, round_text

PRICES = {
    1: ("50 2.5", "10 3", "5 3", "25 2.5"),
    2: ("10 3", "5 3", "25 2.5", "20 2.5"),
    4: ("5 3", "25 2.5", "20 2.5", "50 2"),
    6: ("5 2", "25 2.5", "20 2.5", "15 2.5"),
    8: ("5 3", "25 2.5", "50 2"),
}
"""By decks, the options: what a suited king and queen pays, and what other suited cards pay."""


@pytest.mark.clause(
    "T-p-6-ii-a", "T-p-6-ii-a-opt1", "T-p-6-ii-a-opt2", "T-p-6-ii-a-opt3", "T-p-6-ii-a-opt4",
    "T-p-6-ii-b", "T-p-6-ii-b-opt1", "T-p-6-ii-b-opt2", "T-p-6-ii-b-opt3", "T-p-6-ii-b-opt4",
    "T-p-6-ii-c", "T-p-6-ii-c-opt1", "T-p-6-ii-c-opt2", "T-p-6-ii-c-opt3", "T-p-6-ii-c-opt4",
    "T-p-6-ii-d", "T-p-6-ii-d-opt1", "T-p-6-ii-d-opt2", "T-p-6-ii-d-opt3", "T-p-6-ii-d-opt4",
    "T-p-6-ii-e", "T-p-6-ii-e-opt1", "T-p-6-ii-e-opt2", "T-p-6-ii-e-opt3",
)  # fmt: skip
@pytest.mark.parametrize("decks", PRICES)
def test_each_printed_price_is_paid(decks: int) -> None:
    for option, prices in enumerate(PRICES[decks], start=1):
        best, other = (round(100 * float(price)) for price in prices.split())
        chosen = [
            f"decks = {decks}",
            'additional_wager = "same_suit"',
            f"same_suit_option = {option}",
        ]
        wagers = [f"{box} {name} {wager}" for box, name in ((1, "ann"), (2, "bob"), (3, "cy"))
                  for wager in ("main 10", "same_suit 1")]  # fmt: skip
        shoe = "Ks Th Qd 7c Qs 9h Kh Td"
        acts = ["1 stand", "2 stand", "3 stand"]
        net = net_of(
            round_text("tribal", shoe, wagers, acts, options="\n".join(chosen), exact=False)
        )
        paid = {name: net[f"{name} {box} same_suit"] for box, name in enumerate(("ann", "bob"), 1)}
        assert paid == {"ann": best, "bob": other}, f"option {option}"
        assert net["cy 3 same_suit"] == -100
        line = rules_of(
            "tribal", decks=decks, additional_wager="same_suit", same_suit_option=option
        ).wagers["same_suit"].lines["suited"]  # fmt: skip
        assert line.clause == f"T-p-6-ii-{'_abcde'[list(PRICES).index(decks) + 1]}-opt{option}"
