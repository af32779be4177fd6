"""Each payment of a script has its chain: cards, totals, clause, reading and arithmetic."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.money import parse_amount
from pitboss.round_scripts.format import read_script
from pitboss.round_scripts.payments import payments
from pitboss.round_scripts.play import play_script

READINGS = Path(__file__).parents[1] / "clauses" / "readings"


def plain_of(name: str) -> list[dict[str, Any]]:
    verdict = play_script(read_script(READINGS / f"{name}.round.toml"))
    return [payment.plain() for payment in payments(verdict)]


def test_a_payment_names_cards_totals_clause_reading_and_arithmetic() -> None:
    (payment,) = plain_of("tribal-long-21-five-or-more")
    assert payment["cards"] == "2s 3d 2c 4h 3s 7d"
    assert (payment["total"], payment["dealer"], payment["dealer_total"]) == (21, "5d Tc Kc", 25)
    assert payment["clause"] == "T-o-1"
    assert "five cards" in str(payment["clause_text"])
    assert payment["arithmetic"] == "10.00 x 2 / 1 = 20.00"
    (reading,) = payment["readings"]
    assert (reading["name"], reading["value"]) == ("five_card_21_length", "five_or_more")


@pytest.mark.parametrize(
    "name, arithmetic",
    [
        ("nz-rounding-up", "5.50 x 3 / 2, rounded to 8.50"),
        ("nz-rounding-down", "5.50 x 3 / 2, rounded to 8.00"),
        ("tribal-surrendered-half", "10.00 / 2: 5.00 is lost"),
        ("tribal-surrendered-all", "10.00 of 10.00 is lost"),
        ("nz-void-pairs-reversed", "10.00 is returned"),
    ],
)
def test_the_arithmetic_of_a_payment_is_written_out(name: str, arithmetic: str) -> None:
    assert arithmetic in [payment["arithmetic"] for payment in plain_of(name)]


def test_payments_add_up_to_the_nets_of_the_script() -> None:
    for path in sorted(READINGS.glob("*double_deck*.round.toml")):
        verdict = play_script(read_script(path))
        nets = [parse_amount(str(one.plain()["net"])) for one in payments(verdict)]
        assert sum(nets) == sum(verdict.net.values())


def test_a_story_ends_with_the_chains() -> None:
    verdict = play_script(read_script(READINGS / "tribal-long-21-five-or-more.round.toml"))
    (chain,) = [payment.sentence() for payment in payments(verdict)]
    assert chain == (
        "Why, ann 1.1 main: 2s 3d 2c 4h 3s 7d = 21 against 5d Tc Kc = 25: win, "
        "10.00 x 2 / 1 = 20.00 [T-o-1]"
    )
