"""Patterns of texts with a form of their own: ids, dates, conditions on hands, results."""

import re
from calendar import monthrange

ID = "^[A-Za-z0-9_-]{0,40}$"
"""Pattern of the id of a rulebook file, which may be part of an address."""
DATE = "^([0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?|unknown)$"
"""Pattern of the date of an edition: a day, a month, a year, or ``unknown``."""

FILE_BESIDE = "^[^/:]+[.]toml$"
"""Pattern of the name of a rulebook file in the same folder."""
CARD_NAME = "^[A2-9TJQK][shdc]?$"
"""Pattern of a rank, or a card."""
PAYS = "[1-9][0-9]{0,5} to [1-9][0-9]{0,5}"
"""Pattern of a price that ``parse_odds`` reads."""
_VALUES = "[A2-9T]{1,10}"
_TOTAL = "[0-9]{1,2}(?:-[0-9]{1,2})?"
_ENDS = "(?: |$|(?=:))"
_KIND = f"(?:(?:hard|soft|{_TOTAL}|(?:hard|soft) {_TOTAL}){_ENDS})?"
_CARDS = f"(?:[2-9](?:-[2-9]|[+])? cards{_ENDS})?"
_HISTORY = f"(?:(?:dealt|split){_ENDS})?(?:(?:not )?doubled{_ENDS})?"
HAND_CONDITION = (
    f"^(?=.){_KIND}{_CARDS}(?:of {_VALUES}{_ENDS})?{_HISTORY}(?:against {_VALUES})?(?<! )$"
)
"""Pattern of a condition in a file: ``hard 9-11 2 cards of 45 dealt against 4-6`` in this order."""
DEALER_DRAWS = f"^(?=.){_KIND}{_CARDS}(?<! )$"
"""Pattern of the hands on which a dealer draws: ``0-16``, ``soft 17 2 cards``."""
_DEALER = f"(?:no )?blackjack|bust(?: (?:lower|equal|higher))?|lower|equal|higher|{_TOTAL}"
RESULT = (
    f"^(?!:)(?:bust{_ENDS}|{_KIND}{_CARDS}){_HISTORY}"
    f"(?:against (?:{_DEALER}))?(?<! ): (?:win|push|lose|{PAYS})$"
)
"""Pattern of a row of results: ``17-21 not doubled against equal: lose``, ``5+ cards: 2 to 1``."""


def is_date(text: str) -> bool:
    """Return True if a text is the date of an edition; a day must be in the calendar."""
    if not re.fullmatch(DATE, text):
        return False
    if text.count("-") < 2:
        return True
    year, month, day = map(int, text.split("-"))
    return day <= monthrange(year, month)[1]
