"""Writes docs/perft/*.csv: every way in which a round can go, counted from the rulebooks alone.

The counts come from ``pitboss.testing.plain_round``, which asks the rulebook and not the engine;
tests/perft holds the engine against them.
"""

import argparse
import csv
import sys
from pathlib import Path

from pitboss.rulebook.catalog import SHIPPED, rules_of
from tests.perft.counting import parse_shoe, perft, plain

FOLDER = Path(__file__).parents[1] / "docs" / "perft"
COLUMNS = ("options", "shoe", "depth", "sequences", "chance", "gain")

TABLES: dict[str, tuple[str, ...]] = {
    "nz": (
        "",
        "dealer_blackjack_takes=original_only",
        "dealer_blackjack_takes=busted_plus_one",
        "dealer_second_card=always",
        "variant=blackjack_plus",
        "variant=blackjack_plus blackjack_plus_pays=6:5",
    ),
    "pa_free_bet": ("", "split_aces=one_card", "even_money=true"),
    "double_deck": (
        "",
        "hole_check=none",
        "hole_check=none dealer_blackjack_takes=original_only",
        "split_match=value",
        "double_totals=ace_low_too",
        "double_amounts=for_less",
    ),
    "tribal": (
        "",
        "dealer_blackjack_takes=live_original",
        "dealer_blackjack_takes=busted_plus_one",
        "dealer_blackjack_takes=busted_plus_one max_hands=4",
        "split_21_beats_dealer_21=false",
        "surrender=true",
        "five_card_21=true",
        "even_money=true",
        "max_hands=3",
        "max_hands=4 resplit_aces=true",
    ),
    "house": (
        "",
        "blackjack_policy=tie_pays_even_money",
        "blackjack_policy=guaranteed_even_money",
        "hole_check=ace_and_ten",
        "hole_check=none",
        "hole_check=none dealer_blackjack_takes=original_only",
        "surrender=split_hands_only",
        "surrender=any_cards",
        "surrender=none",
    ),
}
"""The options of each table, as ``pitboss --set`` takes them."""

SHOES: dict[str, int] = {
    "Ax2 8x3 Tx4": 12, "Ax3 5x3 Tx3": 12, "Ax3 9x3 Kx3": 12, "Ax4 6x2 Tx3": 12,
    "Ax2 7x4 Qx3": 12, "Ax3 Tx3 Kx3": 12, "Ax2 4x4 Tx3": 12, "Ax2 2x3 Tx4": 12,
    "Ax4 Tx4": 12, "Ax1 3x4 Jx4": 12, "2x4 5x4 Tx2": 12, "2x3 8x3 Kx3": 12,
    "2x3 9x3 Tx3": 12, "3x3 7x3 9x3": 12, "3x4 8x3 Tx2": 12, "4x4 6x3 Tx3": 12,
    "5x4 6x3 Tx3": 12, "5x3 9x3 Tx3": 12, "6x3 8x3 Kx3": 12, "6x4 7x3 8x3": 12,
    "7x4 8x4": 12, "7x3 8x3 Tx3": 12, "8x4 Tx5": 12, "9x4 Tx2 Kx3": 12,
    "Tx2 Jx2 Qx2 Kx2": 12, "Ax2 6x2 8x2 Tx3": 10,
}  # fmt: skip
"""Small shoes, and up to which depth they are counted."""


def rows(rulebook: str) -> list[tuple[object, ...]]:
    table: list[tuple[object, ...]] = []
    for options in TABLES[rulebook]:
        given = dict(word.split("=") for word in options.split())
        start = plain(rules_of(rulebook, **given))
        for shoe, depth in SHOES.items():
            for number, at in enumerate(perft(start, parse_shoe(shoe), depth), start=1):
                if at.sequences:
                    table.append((options, shoe, number, at.sequences, at.chance, at.gain))
        print(f"{rulebook}, {options or 'as it comes'}: {len(table)} rows", file=sys.stderr)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebook", nargs="*", default=SHIPPED)
    FOLDER.mkdir(exist_ok=True)
    for rulebook in parser.parse_args().rulebook:
        counted = rows(rulebook)
        with (FOLDER / f"{rulebook}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows(counted)


if __name__ == "__main__":
    main()
