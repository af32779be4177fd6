"""Values that do not go together, whichever options are chosen."""

from collections.abc import Iterator, Mapping

from pitboss.cards import parse_deck
from pitboss.hands import hand_of
from pitboss.rulebook.file import sections
from pitboss.rulebook.file.bonuses import bonuses
from pitboss.rulebook.file.value_notes import Section

LOWEST, HIGHEST = 4, 21
"""Totals of a hand of two cards or more."""
CHARLIE_MIN = 3
"""With fewer cards every hand would win."""


def contradiction(parts: Mapping[str, Section]) -> tuple[str, str]:
    """The first value that does not go with the others, by section and name, and why; or none."""
    return next(_contradictions(parts), ("", ""))


def _contradictions(parts: Mapping[str, Section]) -> Iterator[tuple[str, str]]:
    table, deal, settlement = parts["table"], parts["deal"], parts["settlement"]
    assert isinstance(table, sections.Table)
    assert isinstance(deal, sections.Deal)
    assert isinstance(settlement, sections.Settlement)
    if not parse_deck(table.without, table.with_more):
        yield "table.without", "no card is left in the decks"
    if deal.peek and not deal.hole_card:
        yield "deal.peek", "hole_card is false: there is no card to look at"
    if deal.hole_card_up and (fault := _both_up_fault(parts)):
        yield "deal.hole_card_up", fault
    if settlement.tie_totals and settlement.tie != "loses":
        yield "settlement.tie_totals", "tie is push: the dealer wins no ties; write tie = loses"
    yield from _impossible(parts)


def _impossible(parts: Mapping[str, Section]) -> Iterator[tuple[str, str]]:
    """Values about hands that there never are: most likely a slip of the pen."""
    double, draw, settlement = parts["double"], parts["draw"], parts["settlement"]
    assert isinstance(double, sections.Double)
    assert isinstance(draw, sections.Draw)
    assert isinstance(settlement, sections.Settlement)
    for path, totals in (
        ("double.totals", double.totals),
        ("double.split_totals", double.split_totals),
        ("double.free_totals", double.free_totals),
        ("settlement.tie_totals", settlement.tie_totals),
    ):
        for total in totals:
            if not LOWEST <= total <= HIGHEST:
                yield path, f"{total} is not a total: two cards or more have {LOWEST} to {HIGHEST}"
    if draw.stand_min > HIGHEST:
        yield "draw.stand_min", f"nobody could stand: a hand over {HIGHEST} busts"
    if 0 < settlement.charlie_cards < CHARLIE_MIN or settlement.charlie_cards > HIGHEST:
        yield "settlement.charlie_cards", f"a charlie has {CHARLIE_MIN} cards or more; 0 for none"
    if settlement.long_21_wins == 1 or settlement.long_21_wins > HIGHEST:
        yield "settlement.long_21_wins", "a 21 has two cards or more; 0 for none"
    for bonus in bonuses(settlement.bonuses):
        if bonus.ranks and hand_of(4 * rank for rank in bonus.ranks).total != HIGHEST:
            yield "settlement.bonuses", f"{bonus}: these cards do not make {HIGHEST}"


def _both_up_fault(parts: Mapping[str, Section]) -> str:
    """Why both dealer cards cannot lie face up beside the other values; empty where they can.

    Neither of the two is the up card, so no rule may depend on which was dealt first.
    """
    deal, dealer = parts["deal"], parts["dealer"]
    blackjack, surrender = parts["blackjack"], parts["surrender"]
    settlement = parts["settlement"]
    assert isinstance(deal, sections.Deal)
    assert isinstance(dealer, sections.Dealer)
    assert isinstance(blackjack, sections.Blackjack)
    assert isinstance(surrender, sections.Surrender)
    assert isinstance(settlement, sections.Settlement)
    gives_up = surrender.hands != "none"
    faults = {
        "hole_card is false: there is no second card to turn up": not deal.hole_card,
        "the dealer plays several hands on one up card": dealer.hands > 1,
        "a blackjack wins under a ten only": blackjack.tie == "win_under_ten",
        "hands are not surrendered against an ace": gives_up and not surrender.against_ace,
        "hands are surrendered before a look": gives_up and surrender.when.startswith("early"),
        "a bonus asks for the up card": any(
            one.against >= 0 for one in bonuses(settlement.bonuses)
        ),
    }
    return next((text for text, is_so in faults.items() if is_so), "")
