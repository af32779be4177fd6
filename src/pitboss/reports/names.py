"""Names of players as people read them; the ids stay in the log and in the JSON."""

import re

from pitboss.money import GUEST, is_guest

IN_TEXT = re.compile(rf"\b{GUEST}[\w-]*\w")


def shown_player(player: str) -> str:
    """Return ``bob (guest)`` for ``guest-3-bob`` and ``box 3 (guest)`` for ``guest-3``."""
    if not is_guest(player):
        return player
    box, _, name = player.removeprefix(GUEST).partition("-")
    if box.isdigit():
        return f"{name or f'box {box}'} (guest)"
    return f"{player.removeprefix(GUEST)} (guest)"


def in_words(text: str) -> str:
    """Return a sentence with guests as people read them."""
    return IN_TEXT.sub(lambda match: shown_player(match[0]), text)
