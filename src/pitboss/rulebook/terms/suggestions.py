"""Suggestions for a word in a line that is not a term."""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from pitboss.rulebook.terms.spellings import SPELLED, WORDS_OF_ONE, parts, plain
from pitboss.rulebook.terms.terms import BY_TERM

TERMS_MAX, GAMES_MAX = 2, 4
"""Most terms and games that are suggested; more are no help."""
LONG = 6
"""Length from which words are compared as a whole with every spelling."""
PART = 4
"""Letters of a spelling that are enough to recognise it."""
NEXT = 2
"""Largest difference of a mistaken number."""


def did_you_mean(words: Sequence[str], games: Sequence[str] = ()) -> str:
    """Return terms and games to suggest for the first of these words, or ''."""
    said, named = _terms(words), _games(words, games)
    if named:
        *others, last = named
        said.append(f"the game {', '.join(others)} or {last}" if others else f"the game {last}")
    return " or ".join(said)


def _terms(words: Sequence[str]) -> list[str]:
    """Return terms whose spelling begins like the words, or differs by a letter or two."""
    for count in _counts(words):
        begun = plain(" ".join(words[:count]))
        for is_whole in (True, False):
            terms = {
                term
                for is_all, text, term in parts()
                if is_all >= is_whole and text.startswith(begun)
            }
            if terms and len(begun) >= PART:
                return sorted(terms, key=list(BY_TERM).index) if len(terms) <= TERMS_MAX else []
    word = plain(words[0])
    if len(word) >= LONG:
        return [SPELLED[text].term for text in get_close_matches(word, SPELLED, n=1, cutoff=0.8)]
    slips = [term for term in BY_TERM if _is_slip(word, plain(term))]
    return slips or _next_number(word) or _other_end(word)


def _other_end(word: str) -> list[str]:
    """Return the terms that differ in their last letter only."""
    return [
        term
        for term in BY_TERM
        if len(word) == len(term) >= 3 and term.isalpha() and plain(term)[:-1] == word[:-1]
    ]


def _is_slip(word: str, term: str) -> bool:
    """Return True for one letter too many or too few, or two letters that changed places."""
    if len(word) < 3 or len(term) < 2 or ":" in term:
        return False
    return term in {*_shorter(word), *_swapped(word)} or word in _shorter(term)


def _shorter(text: str) -> set[str]:
    return {text[:at] + text[at + 1 :] for at in range(len(text))}


def _swapped(text: str) -> Iterator[str]:
    for at in range(len(text) - 1):
        yield text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _next_number(word: str) -> list[str]:
    """Return the nearest term that differs in its number only, if that is close."""
    match = re.fullmatch(r"([a-z]+)(\d{1,2})", word)
    if match is None:
        return []
    numbers = {
        term: abs(int(plain(term)[len(match[1]) :]) - int(match[2]))
        for term in BY_TERM
        if re.fullmatch(rf"{match[1]}\d+", plain(term))
    }
    near = min(numbers, key=lambda term: numbers[term], default="")
    return [near] if near and numbers[near] <= NEXT else []


def _games(words: Sequence[str], games: Sequence[str]) -> list[str]:
    """Return games with these words in their names; an exact name rules out the others."""
    for count in _counts(words):
        begun = [word.lower() for word in words[:count]]
        named = [name for name in games if _has(name.split("_"), begun)]
        exact = [name for name in named if name.split("_") == begun]
        is_term_too = any(text.startswith(plain(begun[0])) for text in SPELLED) and count == 1
        if exact or (named and len("".join(begun)) >= PART and not is_term_too):
            return exact or (named if len(named) <= GAMES_MAX else [])
    return []


def _has(words: list[str], part: list[str]) -> bool:
    return any(words[at : at + len(part)] == part for at in range(len(words)))


def _counts(words: Sequence[str]) -> range:
    return range(min(len(words), WORDS_OF_ONE), 0, -1)
