"""Names of people: letters of any one script, with nothing in them that hides or turns others."""

import unicodedata

NAME_MIN, NAME_MAX = 2, 20
RULE = (
    f"a name has {NAME_MIN} to {NAME_MAX} letters, digits, - or _, begins with a letter, "
    "and keeps to one script"
)
MARKS_MAX = 2
"""Marks on one letter: more of them would run into the lines above and below."""
LINES = "\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}"
TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "BOPOMOFO": "CJK", "HANGUL": "CJK"}
"""Scripts that are written with Chinese characters."""


def is_name(name: str) -> bool:
    """Whether somebody may be called so."""
    return NAME_MIN <= len(name) <= NAME_MAX and name[0].isalpha() and is_written_plainly(name)


def is_written_plainly(text: str) -> bool:
    """Whether a text is letters, digits, - and _ alone, in one script, and what it looks like.

    Letters that stand for others (wide ones, ligatures) and scripts that are mixed would let
    somebody look like somebody else; marks that cannot be seen would let two look the same.
    """
    if unicodedata.normalize("NFKC", text) != text:
        return False
    scripts, marks = set(), 0
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if marks > MARKS_MAX:
            return False
        if kind.startswith("L") and kind != "Lm":
            scripts.add(_script(letter))
        elif not (marks or kind == "Nd" or letter in "-_" or _is_long_vowel(letter)):
            return False
    return len(scripts) <= 1


def bare(name: str) -> str:
    """A name in small letters without accents, as it looks at a glance."""
    apart = unicodedata.normalize("NFKD", name.lower())
    letters = (one for one in apart if unicodedata.category(one) != "Mn")
    return "".join(letters).replace("\N{LATIN SMALL LETTER DOTLESS I}", "i")


def is_legible(text: str) -> bool:
    """Whether every character of a text is seen for what it is, or is a space between them."""
    return not any(unicodedata.category(one)[0] == "C" or one in LINES for one in text)


def _script(letter: str) -> str:
    """The script of a letter, which is the first word of its name."""
    first = unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]
    return TOGETHER.get(first, first)


def _is_long_vowel(letter: str) -> bool:
    """The stroke that makes a vowel of kana long is a letter of its own kind."""
    return letter == "\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}"
