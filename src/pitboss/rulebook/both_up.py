"""Both dealer cards face up: which other values do not go with that."""

from collections.abc import Mapping

from pitboss.rulebook import sections
from pitboss.rulebook.bonuses import bonuses
from pitboss.rulebook.value_notes import Section


def both_up_fault(parts: Mapping[str, Section]) -> str:
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
    if not deal.hole_card_up:
        return ""
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
    told = next((text for text, is_so in faults.items() if is_so), "")
    return f"rules.deal.hole_card_up: {told}" if told else ""
