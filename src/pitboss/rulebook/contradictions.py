"""Values that do not go together, whichever options are chosen."""

from collections.abc import Iterator, Mapping

from pitboss.cards import parse_deck
from pitboss.rulebook import sections
from pitboss.rulebook.bonuses import bonuses
from pitboss.rulebook.value_notes import Section


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
