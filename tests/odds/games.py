"""The blackjack that books and calculators are about, made of a shipped rulebook's rules."""

from dataclasses import replace

from msgspec.structs import replace as changed

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.rules import Rules


def plain_game(
    *,
    hits_soft_17: bool,
    looks: bool,
    decks: int = 6,
    surrenders: bool = False,
    hands: int = 4,
    split_aces_draw: bool = False,
) -> Rules:
    """Any two cards may be doubled, also after a split; a blackjack pays 3 to 2.

    ``looks``: the dealer looks for a blackjack under aces and tens; else it takes everything.
    """
    rules = choose(load_rulebook("tribal"), {"surrender": surrenders, "max_hands": hands})
    return replace(
        rules,
        deal=changed(rules.deal, peek=("ace", "ten") if looks else ()),
        dealer=changed(rules.dealer, hits_soft_17=hits_soft_17),
        split=changed(rules.split, ace_cards="any" if split_aces_draw else "one"),
        double=changed(rules.double, split_aces=split_aces_draw),
        settlement=changed(rules.settlement, results=(), dealer_blackjack_takes="all"),
        decks_in_play=decks,
    )
