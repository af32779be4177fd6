"""Spellings of the terms of the trade: 6 decks, S-17, resplit aces, 3to2."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from unicodedata import normalize

from pitboss.rulebook.terms.terms import BY_TERM, DECKS, WORDS, ShortTerm, Word

_BETWEEN = r"[\s_,;|]+|(?<=[A-Za-z])/(?=\w)|(?<=\d)/(?=[A-Za-z])"
_BESIDE = re.compile(r"[-/+&*.\u2013\u2014\u00b7\u2022]*|and|with|w/", re.IGNORECASE)
"""Fillers between terms: signs, ``and``, ``with``."""
WORDS_OF_ONE = 7
"""Most words in the spelling of a term."""

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_PRICES = ("{} blackjack", "{} BJ", "BJ {}", "BJ pays {}", "blackjack {}", "blackjack pays {}")
_HANDS = ("split to {}", "split to {} hands", "resplit to {}", "resplit to {} hands", "{} hands",
          "split {}", "split up to {}", "split up to {} hands", "SP{}", "RSP{}")  # fmt: skip

# A term and its spellings side by side, as a person reads them: left as it is laid out.
_ALSO: Mapping[str, tuple[str, ...]] = {
    "1D": ("single deck", "SD"),
    "2D": ("double deck", "DD"),
    "S17": ("stand soft 17", "stand on soft 17", "stands soft 17", "stands on soft 17",
            "dealer stands soft 17", "dealer stands on soft 17", "stands on all 17s",
            "dealer stands on all 17s", "SS17"),
    "H17": ("hit soft 17", "hit on soft 17", "hits soft 17", "hits on soft 17",
            "dealer hits soft 17", "dealer hits on soft 17", "HS17"),
    "1:1": ("blackjack pays even money", "BJ pays even money"),
    "HC": ("hole card", "peek", "dealer peeks", "American peek"),
    "OBO": ("original bets only", "original bet only"),
    "BB+1": ("BB1", "busted bets plus one", "busted plus one"),
    "ENHC": ("no hole card", "European no hole card", "no peek"),
    "CSM": ("continuous shuffler", "continuous shuffling machine"),
    "DAS": ("double after split", "double after splits", "doubling after split"),
    "NDAS": ("no DAS", "no double after split", "no double after splits",
             "no doubling after split"),
    "DA2": ("DOA", "D2", "any two", "double any", "double any two", "double any two cards",
            "double on any two", "double on any two cards", "any 2", "double any 2",
            "double any 2 cards", "double on any 2"),
    "D9": ("D9-11", "D911", "double 9-11", "double on 9-11", "double 9 10 11",
           "double on 9 10 11"),
    "D10": ("D10-11", "D1011", "double 10-11", "double on 10-11", "double 10 11",
            "double on 10 11", "Reno", "Reno rule"),
    "SPL1": ("no split", "no splits"),
    "SPL2": ("split once", "no resplit", "no resplits"),
    "RSA": ("resplit aces", "resplitting aces"),
    "NRSA": ("no RSA", "no resplit aces", "no resplitting aces", "split aces once", "SPA1"),
    "HSA": ("hit split aces", "hitting split aces", "draw to split aces"),
    "DSA": ("double split aces",),
    "NS": ("no surrender", "no LS", "no ES"),
    "LS": ("late surrender", "surrender", "LSR"),
    "ES": ("early surrender", "ESR"),
    "ES10": ("early surrender against 10", "early surrender against ten",
             "early surrender vs 10", "early surrender vs ten"),
}  # fmt: skip
"""Other spellings of a term; those with numbers are generated."""


def plain(text: str) -> str:
    """Normalise a spelling: small letters and digits, and odds as ``3:2``."""
    joined = re.sub(r"(?<=\d)[\s-]*(?:to|[:/\-])[\s-]*(?=\d)", ":", text.lower())
    return re.sub(r"[^a-z0-9:+]", "", joined)


def _spellings(term: ShortTerm) -> Iterator[str]:
    yield term.term
    yield from _ALSO.get(term.term, ())
    if term in DECKS:
        for number in (term.term[0], _NUMBERS[DECKS.index(term)]):
            yield from (f"{number} deck", f"{number} decks")
    elif ":" in term.term:
        yield from (form.format(term.term) for form in _PRICES)
    elif term.term.startswith("SPL"):
        yield from (form.format(term.term[-1]) for form in _HANDS)


SPELLED: Mapping[str, ShortTerm] = {
    plain(spelling): term for term in BY_TERM.values() for spelling in _spellings(term)
}


@cache
def parts() -> tuple[tuple[bool, str, str], ...]:
    """Return every spelling and each of its tails from a word on: True if whole, text, and term."""
    return tuple(
        (not at, plain(" ".join(words[at:])), term.term)
        for term in BY_TERM.values()
        for words in map(str.split, _spellings(term))
        for at in range(len(words))
    )


def words_of(text: str) -> list[str]:
    """Return the words of a line, also of ``6D_H17_3-2``; wide letters count as letters."""
    words = (word.rstrip(":") for word in re.split(_BETWEEN, normalize("NFKC", text)))
    return [word for word in words if not _BESIDE.fullmatch(word)]


def first_term(words: list[str]) -> tuple[ShortTerm | None, int]:
    """Return the longest term that a line begins with, and its number of words."""
    for count in range(min(len(words), WORDS_OF_ONE), 0, -1):
        # A word without a letter or a digit, or a number below nothing, is part of no spelling.
        if any(not plain(word) or word.startswith("-") for word in words[:count]):
            continue
        term = SPELLED.get(plain(" ".join(words[:count])))
        if term is not None:
            return term, count
    return None, 0


def spelled(text: str) -> ShortTerm | None:
    """Return the term of a spelling, or None."""
    return SPELLED.get(plain(text))


def decks_named(words: Sequence[str]) -> str:
    """Number of decks in words such as ``12D`` or ``12 decks``, as written, or ''."""
    match = re.match(r"(-?\d{1,3}(?:\.\d+)?)[ -]?(?:d|decks?)(?: |$)", " ".join(words[:2]).lower())
    return match[1] if match else ""


def word_of_trade(words: Sequence[str]) -> Word | None:
    """Return the longest of ``WORDS`` that the words begin with, or None."""
    for count in range(min(len(words), WORDS_OF_ONE), 0, -1):
        begun = plain(" ".join(words[:count]))
        for word in WORDS:
            if begun in (plain(word.term), *map(plain, word.also)):
                return word
    return None
