"""Games in one line, ``6D H17 DAS LS``: terms become options of a rulebook."""

import json
import re
from collections.abc import Mapping, Sequence

from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.file.load import Raw, Rulebook
from pitboss.rulebook.file.options import Option, plain_value, written
from pitboss.rulebook.options.resolve import choose
from pitboss.rulebook.options.topics import option_uses
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.terms.spellings import decks_named, first_term, word_of_trade, words_of
from pitboss.rulebook.terms.suggestions import did_you_mean
from pitboss.rulebook.terms.terms import (
    DECKS,
    OF_SPLIT_ACES,
    SHORT_TERMS,
    ShortTerm,
    has_term,
    has_value,
)

BASE = "standard"
"""The rulebook that a line chooses the options of."""
WORDS_MAX = 24
"""Most terms in a line."""


def is_line(text: str) -> bool:
    """Return True if a text reads as a line: several words, a term first, or an option."""
    words = words_of(text)
    return bool(words) and (is_term_like(words) or " " in text.strip() or "=" in text)


def is_term_like(words: list[str]) -> bool:
    """Return True if words begin with a term, or with a number of decks that no table has."""
    return first_term(words)[0] is not None or bool(decks_named(words))


def read_line(text: str, games: Sequence[str] = ()) -> tuple[ShortTerm, ...]:
    """Return the terms of a line; raise ``RulebookError`` for an unknown one, or two that differ.

    ``games`` are rulebooks to suggest for a word that is not a term.
    """
    terms: list[ShortTerm] = []
    words = words_of(text)
    while words and len(terms) <= WORDS_MAX:
        term, count = first_term(words)
        if term is None:
            raise RulebookError(text, [_unknown(words, games)])
        words = words[count:]
        for other in terms:
            for path, value in term.values.items():
                if other.values.get(path, value) != value:
                    both = f"{other.term} and {term.term} contradict each other: both set {path}"
                    raise RulebookError(text, [Problem(both, hint="keep one of them")])
        terms.append(term)
    if problem := _unsplit(terms):
        raise RulebookError(text, [problem])
    if len(terms) > WORDS_MAX:
        raise RulebookError(text, [Problem(f"a line has at most {WORDS_MAX} terms", hint=_LIST)])
    return tuple({term.term: term for term in terms}.values())


def _unsplit(terms: Sequence[ShortTerm]) -> Problem | None:
    """Return a term about split aces in a line without splits."""
    without = next((term for term in terms if term.values.get("split.hands_max") == 1), None)
    for term in terms:
        if without and any(term.values.get(path) for path in OF_SPLIT_ACES):
            why = without.text[:1].lower() + without.text[1:].rstrip(".")
            problem = f"{without.term} and {term.term} contradict each other: {why}"
            return Problem(problem, hint="keep one of them")
    return None


def _unknown(words: list[str], games: Sequence[str]) -> Problem:
    word, decks = words[0][:40], decks_named(words)
    if known := word_of_trade(words):
        return Problem(f"{known.term} is not a term", hint=f"{known.text} {_place_of(known.where)}")
    if decks:
        return Problem(f"a game has 1 to {len(DECKS)} decks, not {decks}", hint=_LIST)
    if re.fullmatch(r"[\w.]+=[\w.:]+", word):
        return Problem(f"{word} sets an option and is not a term", hint=f"write --set {word}")
    if re.fullmatch(r"\d+(\.\d+)?[:/]\d+|\d+\.\d+", word):
        return Problem(f"{word} is not a term; prices are {_PRICES}", hint=_OTHER_PRICE)
    close = did_you_mean(words, games)
    if close == f"the game {word}":
        text = f"{word} is a rulebook and not a term"
        return Problem(text, hint=f"give it alone, and terms beside it: {word} --set H17")
    if close:
        text = f"{word} is not a term; did you mean {close}?"
        return Problem(text, hint="write that; pitboss terms lists all")
    return Problem(f"{word} is not a term", hint=_LIST)


def _place_of(where: str) -> str:
    """Return the place of a word of the trade that is not a term of a line."""
    if re.fullmatch(r"[a-z]+\.[a-z0-9_]+", where):
        return f"A rulebook of your own sets it: {where}"
    return f"See {where}"


_PRICES = ", ".join(term.term for term in SHORT_TERMS if "blackjack.pays" in term.values)
_OTHER_PRICE = "another price is a value of your own file: blackjack.pays"
_LIST = f"the terms are {', '.join(term.term for term in SHORT_TERMS)}"


def raw_of_line(text: str, base: Rulebook) -> Raw:
    """Return the rulebook file of a line: it extends the base and sets some of its options."""
    terms = read_line(text)
    try:
        settings = settings_of(base, terms)
    except RulebookError as error:
        raise RulebookError(text, list(error.problems)) from None
    rules = choose(base, settings)
    return {
        "title": full_line(rules),
        "about": " ".join(term.text for term in SHORT_TERMS if term in terms),
        "source": f"One line: {' '.join(term.term for term in terms)}",
        "extends": base.id,
        "options": {
            name: {"default": _plain(base.options[name], value)} for name, value in settings.items()
        },
    }


def full_line(rules: Rules) -> str:
    """Return the terms of a table, one for each kind of rule, named by the line or not."""
    terms: list[ShortTerm] = []
    for term in SHORT_TERMS:
        paths = set(term.values)
        if has_term(rules, term) and not any(paths & set(other.values) for other in terms):
            terms.append(term)
    return " ".join(term.term for term in terms)


def differing(rules: Rules, base: Rulebook) -> dict[str, object]:
    """Return the options of a table that are not at their defaults, as files write them."""
    return {
        name: plain_value(option.spec, rules.options[name])
        for name, option in base.options.items()
        if rules.options[name] != option.default
    }


def toml_of(rules: Rules, base: Rulebook, extends: str) -> str:
    """Return a table as the text of a file that extends a rulebook."""
    head = {"title": rules.title, "about": rules.book.about, "extends": extends}
    lines = [f"{key} = {_quoted(text)}" for key, text in head.items()]
    for name, value in differing(rules, base).items():
        default = _quoted(value) if isinstance(value, str) else written(value)
        lines += ["", f"[options.{name}]", f"default = {default}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def settings_of(
    rulebook: Rulebook, terms: Sequence[ShortTerm], options: Mapping[str, object] | None = None
) -> dict[str, str]:
    """Return the options that give a table these terms; raise if the rulebook has none for one."""
    settings = {name: str(value) for name, value in (options or {}).items()}
    for term in terms:
        for path, value in term.values.items():
            settings |= _setting(rulebook, settings, term, path, value, terms)
    rules = choose(rulebook, settings)
    for term in terms:
        if not has_term(rules, term):
            raise RulebookError(rulebook.id, [_clash(rulebook, term, terms)])
    return settings


def _setting(
    rulebook: Rulebook,
    settings: Mapping[str, str],
    term: ShortTerm,
    path: str,
    wanted: object,
    terms: Sequence[ShortTerm],
) -> dict[str, str]:
    """Return the option that gives a value; empty if the table has it already."""
    setting = _option_for(rulebook, settings, path, wanted)
    if setting is not None:
        return setting
    if settings and _option_for(rulebook, {}, path, wanted) is not None:
        raise RulebookError(rulebook.id, [_clash(rulebook, term, terms)])
    clause = choose(rulebook, settings).clause(path)
    text = f"{term.term}: no option of {rulebook.id} makes {path} {_shown(wanted)} [{clause}]"
    raise RulebookError(
        rulebook.id, [Problem(text, clause=clause, hint=f"see pitboss rules {rulebook.id}")]
    )


def _option_for(
    rulebook: Rulebook, settings: Mapping[str, str], path: str, wanted: object
) -> dict[str, str] | None:
    """Return the option that gives a value with the others; {} if not needed, None if none does."""
    if has_value(choose(rulebook, settings), path, wanted):
        return {}
    for name, asking in option_uses(rulebook).items():
        if path not in asking:
            continue
        for value in _values(rulebook.options[name], wanted):
            try:
                changed = choose(rulebook, {**settings, name: value})
            except RulebookError:
                continue
            if has_value(changed, path, wanted):
                return {name: value}
    return None


def _clash(rulebook: Rulebook, term: ShortTerm, terms: Sequence[ShortTerm]) -> Problem:
    """Return the problem of a term that does not go with another, or with the rest."""
    for other in terms:
        if other != term and not _go_together(rulebook, other, term):
            text = f"{other.term} and {term.term} do not go together in {rulebook.id}"
            return Problem(text, hint="keep one of them")
    text = f"{term.term} does not go with the other terms in {rulebook.id}"
    return Problem(text, hint="leave one of them out")


def _go_together(rulebook: Rulebook, *terms: ShortTerm) -> bool:
    settings: dict[str, str] = {}
    for term in terms:
        for path, value in term.values.items():
            setting = _option_for(rulebook, settings, path, value)
            if setting is None:
                return False
            settings |= setting
    rules = choose(rulebook, settings)
    return all(has_term(rules, term) for term in terms)


def _values(option: Option, wanted: object) -> list[str]:
    """Return the values of an option to try for a value of the rules."""
    spec = option.spec
    if spec.values is not None:
        return list(map(written, spec.values))
    if spec.type == "boolean":
        return ["true", "false"]
    return [str(wanted)] if spec.type in ("integer", "odds") else []


def _plain(option: Option, value: str) -> object:
    """Return a value as a file writes it."""
    if option.spec.type == "boolean":
        return value == "true"
    return int(value) if option.spec.type == "integer" else value


def _shown(value: object) -> str:
    if isinstance(value, tuple | frozenset):
        return ", ".join(sorted(map(str, value))) or "any"
    return written(value)
