"""Games in one line, ``6D H17 DAS LS``: terms become options of a rulebook."""

import json
import re
from collections.abc import Mapping, Sequence

from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.file.load import Raw, Rulebook
from pitboss.rulebook.file.options import Option, plain_value
from pitboss.rulebook.options.resolve import choose
from pitboss.rulebook.options.topics import places
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.terms.spellings import decks_told, first_term, word_of_trade, words_of
from pitboss.rulebook.terms.suggestions import meant
from pitboss.rulebook.terms.terms import DECKS, OF_SPLIT_ACES, SHORT_TERMS, ShortTerm, has, holds

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
    return first_term(words)[0] is not None or bool(decks_told(words))


def read_line(text: str, games: Sequence[str] = ()) -> tuple[ShortTerm, ...]:
    """Return the terms of a line; raise ``RulebookError`` for an unknown one, or two that differ.

    ``games`` are rulebooks to suggest for a word that is not a term.
    """
    told: list[ShortTerm] = []
    words = words_of(text)
    while words and len(told) <= WORDS_MAX:
        term, count = first_term(words)
        if term is None:
            raise RulebookError(text, [_unknown(words, games)])
        words = words[count:]
        for other in told:
            if clashing := [
                path
                for path, value in term.values.items()
                if other.values.get(path, value) != value
            ]:
                problem = (
                    f"{other.term} and {term.term} contradict each other: both set {clashing[0]}"
                )
                raise RulebookError(text, [Problem(problem, hint="keep one of them")])
        told.append(term)
    if beside := _unsplit(told):
        raise RulebookError(text, [beside])
    if len(told) > WORDS_MAX:
        raise RulebookError(text, [Problem(f"a line has at most {WORDS_MAX} terms", hint=_LIST)])
    return tuple({one.term: one for one in told}.values())


def _unsplit(told: Sequence[ShortTerm]) -> Problem | None:
    """Return a term about split aces in a line without splits."""
    without = next((one for one in told if one.values.get("split.hands_max") == 1), None)
    for term in told:
        if without and any(term.values.get(path) for path in OF_SPLIT_ACES):
            why = without.text[:1].lower() + without.text[1:].rstrip(".")
            problem = f"{without.term} and {term.term} contradict each other: {why}"
            return Problem(problem, hint="keep one of them")
    return None


def _unknown(words: list[str], games: Sequence[str]) -> Problem:
    word, decks = words[0][:40], decks_told(words)
    if known := word_of_trade(words):
        return Problem(f"{known.term} is not a term", hint=f"{known.text} {_told_in(known.where)}")
    if decks:
        return Problem(f"a game has 1 to {len(DECKS)} decks, not {decks}", hint=_LIST)
    if re.fullmatch(r"[\w.]+=[\w.:]+", word):
        return Problem(f"{word} sets an option and is not a term", hint=f"write --set {word}")
    if re.fullmatch(r"\d+(\.\d+)?[:/]\d+|\d+\.\d+", word):
        return Problem(f"{word} is not a term; prices are {_PRICES}", hint=_OTHER_PRICE)
    close = meant(words, games)
    if close == f"the game {word}":
        text = f"{word} is a rulebook and not a term"
        return Problem(text, hint=f"give it alone, and terms beside it: {word} --set H17")
    said = f"; did you mean {close}?" if close else ""
    return Problem(f"{word} is not a term{said}", hint=_LIST)


def _told_in(where: str) -> str:
    """Return the place of a word of the trade that is not a term of a line."""
    if re.fullmatch(r"[a-z]+\.[a-z0-9_]+", where):
        return f"A rulebook of your own sets it: {where}"
    return f"See {where}"


_PRICES = ", ".join(one.term for one in SHORT_TERMS if "blackjack.pays" in one.values)
_OTHER_PRICE = "another price is a value of your own file: blackjack.pays"
_LIST = f"the terms are {', '.join(one.term for one in SHORT_TERMS)}"


def raw_of_line(text: str, base: Rulebook) -> Raw:
    """Return the rulebook file of a line: it extends the base and sets some of its options."""
    told = read_line(text)
    try:
        given = settings_of(base, told)
    except RulebookError as error:
        raise RulebookError(text, list(error.problems)) from None
    rules = choose(base, given)
    return {
        "title": full_line(rules),
        "about": " ".join(one.text for one in SHORT_TERMS if one in told),
        "source": f"One line: {' '.join(one.term for one in told)}",
        "extends": base.id,
        "options": {
            name: {"default": _plain(base.options[name], value)} for name, value in given.items()
        },
    }


def full_line(rules: Rules) -> str:
    """Return the terms of a table, one for each kind of rule, named by the line or not."""
    said: list[ShortTerm] = []
    for term in SHORT_TERMS:
        paths = set(term.values)
        if holds(rules, term) and not any(paths & set(other.values) for other in said):
            said.append(term)
    return " ".join(term.term for term in said)


def differing(rules: Rules, base: Rulebook) -> dict[str, object]:
    """Return the options of a table that are not at their defaults, as files write them."""
    return {
        name: plain_value(option.spec, rules.options[name])
        for name, option in base.options.items()
        if rules.options[name] != option.default
    }


def toml_of(rules: Rules, base: Rulebook, extends: str) -> str:
    """Return a table as the text of a file that extends a rulebook."""
    lines = [f"{key} = {_quoted(text)}" for key, text in (
        ("title", rules.title), ("about", rules.book.about), ("extends", extends),
    )]  # fmt: skip
    for name, value in differing(rules, base).items():
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        written = _quoted(value) if isinstance(value, str) else shown
        lines += ["", f"[options.{name}]", f"default = {written}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def settings_of(
    rulebook: Rulebook, told: Sequence[ShortTerm], given: Mapping[str, object] | None = None
) -> dict[str, str]:
    """Return the options that give a table these terms; raise if the rulebook has none for one."""
    settings = {name: str(value) for name, value in (given or {}).items()}
    for term in told:
        for path, value in term.values.items():
            settings |= _setting(rulebook, settings, term, path, value, told)
    rules = choose(rulebook, settings)
    for term in told:
        if not holds(rules, term):
            raise RulebookError(rulebook.id, [_beside_others(rulebook, term, told)])
    return settings


def _setting(
    rulebook: Rulebook,
    given: Mapping[str, str],
    term: ShortTerm,
    path: str,
    wanted: object,
    told: Sequence[ShortTerm],
) -> dict[str, str]:
    """Return the option that gives a value; empty if the table has it already."""
    setting = _option_for(rulebook, given, path, wanted)
    if setting is not None:
        return setting
    if given and _option_for(rulebook, {}, path, wanted) is not None:
        raise RulebookError(rulebook.id, [_beside_others(rulebook, term, told)])
    clause = choose(rulebook, given).clause(path)
    text = f"{term.term}: no option of {rulebook.id} makes {path} {_shown(wanted)} [{clause}]"
    raise RulebookError(
        rulebook.id, [Problem(text, clause=clause, hint=f"see pitboss rules {rulebook.id}")]
    )


def _option_for(
    rulebook: Rulebook, given: Mapping[str, str], path: str, wanted: object
) -> dict[str, str] | None:
    """Return the option that gives a value with the others; {} if not needed, None if none does."""
    if has(choose(rulebook, given), path, wanted):
        return {}
    for name, asking in places(rulebook).items():
        if path not in asking:
            continue
        for value in _values(rulebook.options[name], wanted):
            try:
                changed = choose(rulebook, {**given, name: value})
            except RulebookError:
                continue
            if has(changed, path, wanted):
                return {name: value}
    return None


def _beside_others(rulebook: Rulebook, term: ShortTerm, told: Sequence[ShortTerm]) -> Problem:
    """Return the problem of a term that does not go with another, or with the rest."""
    for other in told:
        if other != term and not _go_together(rulebook, other, term):
            text = f"{other.term} and {term.term} do not go together in {rulebook.id}"
            return Problem(text, hint="keep one of them")
    text = f"{term.term} does not go with the other terms in {rulebook.id}"
    return Problem(text, hint="leave one of them out")


def _go_together(rulebook: Rulebook, *told: ShortTerm) -> bool:
    settings: dict[str, str] = {}
    for term in told:
        for path, value in term.values.items():
            setting = _option_for(rulebook, settings, path, value)
            if setting is None:
                return False
            settings |= setting
    rules = choose(rulebook, settings)
    return all(holds(rules, term) for term in told)


def _values(option: Option, wanted: object) -> list[str]:
    """Return the values of an option to try for a value of the rules."""
    spec = option.spec
    if spec.values is not None:
        return [
            str(value).lower() if isinstance(value, bool) else str(value) for value in spec.values
        ]
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
    return str(value).lower() if isinstance(value, bool) else str(value)
