"""`pitboss advise`: the value of every legal act for one hand."""

from typing import TYPE_CHECKING

import click

from pitboss.cli.shared.arguments import json_option, open_table, rulebook_argument, set_option
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import print_json, print_table, print_text
from pitboss.cli.shared.shoes import fresh_option, read_shoe, removed_option, shoe_option, solving

if TYPE_CHECKING:
    from pitboss.odds.advice import HandAdvice
    from pitboss.rulebook.words.diff import ChosenRulebook


@click.command(
    epilog="""\b
Examples:
  pitboss advise nz --hand "Ts 6d" --up 9c
  pitboss advise tribal --hand "8s 8d" --up Th --set max_hands=4
  pitboss advise double_deck --hand "5s 6d" --up Ac --removed "Ts Th Td" --json
"""
)
@rulebook_argument
@click.option("--hand", "hand_text", required=True, metavar="CARDS", help="The hand: 'Ts 6d'.")
@click.option(
    "--up",
    "up_text",
    required=True,
    metavar="CARD",
    help="The dealer's up card: 9c; both cards if both are face up.",
)
@set_option()
@removed_option
@shoe_option
@fresh_option
@json_option
def advise(
    rulebook: str,
    hand_text: str,
    up_text: str,
    settings: dict[str, str],
    removed: str,
    shoe_text: str,
    is_fresh: bool,
    as_json: bool,
) -> None:
    """Show what every legal play of a hand is worth.

    The hand and the up card are taken out of the shoe for you; --removed names other cards that
    are gone.
    """
    from pitboss.cards import parse_cards
    from pitboss.odds.advice import advice_of

    table = open_table(rulebook, settings)
    hand, shown = parse_cards(hand_text), parse_cards(up_text)
    if not 0 < len(shown) <= 2:
        raise InputError(
            f"{up_text!r} is not an up card", "give one card, or both if both are face up"
        )
    up, hole = shown[0], shown[1] if len(shown) > 1 else None
    if len(hand) < 2:
        raise InputError(f"{hand_text!r} is not a hand", "give two cards or more, as in 'Ts 6d'")
    shoe = read_shoe(table.rules, shoe_text, removed)
    read_shoe(table.rules, shoe_text, " ".join((removed, hand_text, up_text)))
    with solving():
        hand_advice = advice_of(table.rules, hand, up, shoe=shoe, is_fresh=is_fresh, hole=hole)
    if as_json:
        print_json(_plain(table, hand_advice, removed))
    else:
        _print_advice(hand_advice)


def _plain(table: "ChosenRulebook", hand_advice: "HandAdvice", removed: str) -> dict[str, object]:
    from pitboss.cards import show_cards
    from pitboss.odds.sheets.par_sheet import plain_options
    from pitboss.odds.solver.classes import BEST

    best = hand_advice.advice.values[hand_advice.advice.best]
    return {
        "rulebook": table.rulebook.id,
        "options": plain_options(table.rulebook, table.rules),
        "strategy_class": BEST,
        "hand": show_cards(hand_advice.hand.cards),
        "up": _show_up(hand_advice),
        "removed": removed,
        "best": hand_advice.advice.best,
        "actions": [
            {"action": act, "ev": ev, "cost": best - ev, "best": act == hand_advice.advice.best}
            for act, ev in hand_advice.advice.values.items()
        ],
        "dealer_blackjack": hand_advice.advice.blackjack_p,
        "insurance": hand_advice.advice.insurance_ev,
        "even_money": hand_advice.advice.even_money,
        "source": hand_advice.source,
        "seconds": round(hand_advice.seconds, 6),
    }


def _show_up(hand_advice: "HandAdvice") -> str:
    """Return the dealer's cards that lie face up."""
    from pitboss.cards import show_cards

    hole = hand_advice.hole
    return show_cards((hand_advice.up,) if hole is None else (hand_advice.up, hole))


def _print_advice(hand_advice: "HandAdvice") -> None:
    from pitboss.hands import show_total
    from pitboss.odds.solver.classes import BEST, CLASSES

    advice = hand_advice.advice
    best = advice.values[advice.best]
    rows = [
        (
            f"{'>' if act == advice.best else ' '} {act.replace('_', ' by ')}",
            f"{ev:+.6f}",
            "best" if act == advice.best else f"costs {best - ev:.6f}",
        )
        for act, ev in advice.values.items()
    ]
    hand = hand_advice.hand
    title = f"{hand} ({show_total(hand)}) against {_show_up(hand_advice)}"
    print_table(("play", "expectation", ""), rows, title=title)
    print_text(
        "Per unit of the initial wager; if the dealer peeks, after the peek finds no blackjack. "
        "Without a hole card, and before an early surrender, a dealer's blackjack counts. "
        f"{CLASSES[BEST]}"
    )
    if advice.insurance_ev is not None:
        verdict = "take it" if advice.insurance_ev > 0 else "decline it"
        print_text(f"Insurance: {advice.insurance_ev:+.6f} for each unit staked on it: {verdict}.")
    if advice.even_money is not None:
        print_text(f"Even money: {'take it' if advice.even_money else 'decline it'}.")
