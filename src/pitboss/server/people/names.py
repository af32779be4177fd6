"""Names of people: letters of one script, none of which hides or reverses others."""

import unicodedata

from pitboss.engine.declare import Role
from pitboss.money import BOT, CAGE, CASHIER, FLOAT, GUEST, METER, TRAY
from pitboss.store.entry import HOUSE_NAME

NAME_MIN, NAME_MAX = 2, 20
RULE = (
    f"a name has {NAME_MIN} to {NAME_MAX} letters, digits, - or _, begins with a letter, "
    "and keeps to one script"
)
MARKS_MAX = 2
"""Marks on one letter: more of them would run into the lines above and below."""
LINES = "\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}"
LETTERS = ("Lu", "Ll", "Lt", "Lo")
TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "BOPOMOFO": "CJK", "HANGUL": "CJK"}
"""Scripts that are written with Chinese characters."""
WRITTEN_WITH_LATIN = {"LATIN", "CJK"}
"""Scripts that share words: 'VIPルーム'. No letter of one looks like a letter of the other."""
RESERVED = frozenset({*Role, CAGE, CASHIER, FLOAT, METER, TRAY, HOUSE_NAME}) | frozenset(
    ["admin", "administrator", "bot", "croupier", "guest", "pitboss", "server", "staff", "system"]
)
"""Names that ledger, logs and messages use for the house and its accounts, and similar ones."""


def is_name(name: str) -> bool:
    """Return True if a person may have this name."""
    return NAME_MIN <= len(name) <= NAME_MAX and name[0].isalpha() and is_written_plainly(name)


def is_written_plainly(text: str) -> bool:
    """Return True if a text has only letters, digits, - and _ of one script, as they look.

    Compatibility letters (wide ones, ligatures) and mixed scripts would let a name look like
    another person's; invisible marks would let two names look the same.
    """
    if unicodedata.normalize("NFKC", text) != text:
        return False
    marks = 0
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if marks > MARKS_MAX:
            return False
        is_letter = kind.startswith("L") and (kind != "Lm" or _is_long_vowel(letter))
        if not (is_letter or marks or kind == "Nd" or letter in "-_"):
            return False
    return len(_scripts(text)) <= 1


def is_reserved(name: str) -> bool:
    """Return True if a name belongs to the house, a bot or a guest, or looks like such a name."""
    plain = bare(name)
    # Bots are called bot-1, bot-2 and so on, people at a table without an account guest-1.
    return _joined(plain) in map(_joined, RESERVED) or plain.startswith((BOT, GUEST))


def has_mixed_word(text: str) -> bool:
    """Return True if a word mixes scripts, so that it could pass for another."""
    plain = unicodedata.normalize("NFKC", text)
    kinds = ((letter, unicodedata.category(letter)[0]) for letter in plain)
    words = "".join(letter if kind in "LMN" or letter == "_" else " " for letter, kind in kinds)
    return any(
        len(_scripts(word)) > 1 and not _scripts(word) <= WRITTEN_WITH_LATIN
        for word in words.split()
    )


def bare(name: str) -> str:
    """Return a name in lower case without accents, as it looks at a glance."""
    decomposed = unicodedata.normalize("NFKD", name.lower())
    letters = (letter for letter in decomposed if unicodedata.category(letter) != "Mn")
    return "".join(letters).replace("\N{LATIN SMALL LETTER DOTLESS I}", "i")


def is_legible(text: str) -> bool:
    """Return True if a text has no control, format or line-separating characters."""
    return not any(unicodedata.category(char)[0] == "C" or char in LINES for char in text)


def _scripts(text: str) -> set[str]:
    """Return the scripts of the letters of a text: the first words of their Unicode names."""
    names = {unicodedata.name(char, "") for char in text if unicodedata.category(char) in LETTERS}
    firsts = {name.partition(" ")[0].partition("-")[0] for name in names}
    return {TOGETHER.get(first, first) for first in firsts}


def _joined(name: str) -> str:
    return name.replace("-", "").replace("_", "")


def _is_long_vowel(letter: str) -> bool:
    """Return True for the stroke that makes a vowel of kana long, a modifier letter."""
    return letter == "\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}"
