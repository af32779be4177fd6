"""Sentences about events, with placeholders filled from their fields.

The engine selects the sentence and its values (a ``Saying``). The English words are declared with
each event; another language has a file of its own.
"""

import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any

import msgspec

from pitboss.cards import Card, name_card
from pitboss.money import Cents, show

UNTITLED: Mapping[str, str] = MappingProxyType({})
"""No titles: wagers appear under their names, as in a script."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Sentences from which a field of the event selects one; none for any other value."""

    field: str
    sentences: Mapping[str, str]


Words = str | OneOf


@dataclass(frozen=True, slots=True)
class Each:
    """A comma-separated list within a sentence: the same words for each item of a field."""

    field: str
    words: Words


Phrases = Mapping[str, Words | Each]
"""Parts of a sentence by placeholder."""


class Saying(msgspec.Struct, frozen=True, array_like=True):
    """A sentence: the key of its words, and values for placeholders that no field fills."""

    key: str
    """Empty if there is nothing to say."""
    values: dict[str, Any] = {}
    """Amounts, cards and names as in the event; parts of the sentence as further sayings."""


def one_of(field: str, /, **sentences: str) -> OneOf:
    """Return words selected by a field or property of the event.

    Its value selects them; of ``yes`` and ``no``, whether it has one that is not empty or 0.
    """
    return OneOf(field, MappingProxyType(sentences))


def texts_of(words: Words) -> Mapping[str, str]:
    """Return sentences by the value that selects them; a single one under an empty key."""
    return {"": words} if isinstance(words, str) else words.sentences


def places(words: Words | Each) -> set[str]:
    """Return the names of all placeholders, and of the field that selects the sentence."""
    if isinstance(words, Each):
        return {words.field}
    names = {name for text in texts_of(words).values() for name in places_in(text)}
    return names if isinstance(words, str) else names | {words.field}


def places_in(text: str) -> list[str]:
    """Return the placeholders of one sentence in order."""
    return [name for _, name, _, _ in Formatter().parse(text) if name]


def saying(event: Any, titles: Mapping[str, str] = UNTITLED) -> Saying:
    """Return the sentence of an event, already redacted for its hearer, with its values."""
    said = _saying(event, str(type(event).__struct_config__.tag), event.words, event.phrases)
    return said if "wager" not in said.values else _with_title(said, titles)


def tell(event: Any, titles: Mapping[str, str] = UNTITLED) -> str:
    """Return an event, already redacted for its hearer, as a sentence; titles are of its rules."""
    return _sentence(event, event.words, event.phrases, titles)


def _saying(thing: Any, key: str, words: Words, phrases: Phrases) -> Saying:
    picked, text = _picked(thing, words)
    if not text:
        return Saying("")
    values: dict[str, Any] = {}
    kind: type[msgspec.Struct] = type(thing)
    for name in places_in(text):
        part = phrases.get(name)
        if isinstance(part, Each):
            items = getattr(thing, part.field)
            values[name] = [_of_item(item, f"{key}.{name}", part.words) for item in items]
        elif part is not None:
            values[name] = _saying(thing, f"{key}.{name}", part, phrases)
        elif name == "wager" or name not in _wire_names(kind):
            values[name] = getattr(thing, name)
    return Saying(f"{key}.{picked}" if picked else key, values)


def _with_title(said: Saying, titles: Mapping[str, str]) -> Saying:
    name = said.values["wager"]
    title = titles.get(name, spoken_name(name))
    return Saying(said.key, {**said.values, "wager": title})


def _of_item(item: Any, key: str, words: Words) -> Saying:
    picked, text = _picked(item, words)
    values = {name: getattr(item, name) for name in places_in(text)}
    return Saying(f"{key}.{picked}" if picked else key, values)


def _sentence(thing: Any, words: Words, phrases: Phrases, titles: Mapping[str, str]) -> str:
    _, text = _picked(thing, words)
    return _Speaker(thing, phrases, titles).vformat(text, (), {}) if text else ""


def _picked(thing: Any, words: Words) -> tuple[str, str]:
    """Return the value that selects the sentence, and the sentence."""
    if isinstance(words, str):
        return "", words
    value = getattr(thing, words.field)
    name = ("yes" if value else "no") if "yes" in words.sentences else str(value)
    return name, words.sentences.get(name, "")


@cache
def _wire_names(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the encoded fields of an event, each with its name on the wire."""
    return {field.name: field.encode_name for field in msgspec.structs.fields(kind)}


@cache
def kinds_of(kind: type) -> dict[str, Any]:
    """Return the type of each field and property, which determines how it is formatted."""
    hints = typing.get_type_hints(kind, include_extras=True)
    for base in kind.__mro__:
        for name, value in vars(base).items():
            if isinstance(value, property) and name not in hints:
                own = typing.get_type_hints(value.fget, include_extras=True)
                hints[name] = own.get("return")
    return hints


def written_words(kind: Any) -> Iterator[tuple[str, str]]:
    """Yield every sentence of an event and every part of one by key, as in a translation file: each
    placeholder by its name on the wire, with the format of its value.
    """
    tag = str(kind.__struct_config__.tag)
    yield from _written(kind, tag, kind.words, kind.phrases)


def _written(
    kind: type[msgspec.Struct], key: str, words: Words, phrases: Phrases
) -> Iterator[tuple[str, str]]:
    used: dict[str, None] = {}
    for picked, text in texts_of(words).items():
        if text:
            yield f"{key}.{picked}" if picked else key, _with_forms(kind, text, phrases)
            used |= dict.fromkeys(name for name in places_in(text) if name in phrases)
    for name in used:
        part = phrases[name]
        if isinstance(part, Each):
            item = typing.get_args(kinds_of(kind)[part.field])[0]
            yield from _written(item, f"{key}.{name}", part.words, {})
        else:
            yield from _written(kind, f"{key}.{name}", part, phrases)


FORMS: dict[Any, str] = {Card: "card", Cents: "money", tuple[Cents, ...]: "sum"}
"""Format of a value by its type; any other is written as it is."""
NAMED_FORMS = {"wager": "wager", "pays": "odds"}
"""Format of some values by name, whatever their type."""


def _with_forms(kind: type[msgspec.Struct], text: str, phrases: Phrases) -> str:
    names, kinds, parts = _wire_names(kind), kinds_of(kind), []
    for before, name, form, _ in Formatter().parse(text):
        parts.append(before)
        if name:
            spoken = NAMED_FORMS.get(name) or FORMS.get(kinds.get(name), "")
            forms = (spoken if name not in phrases else "", form)
            parts.append("{" + ":".join(filter(None, [names.get(name, name), *forms])) + "}")
    return "".join(parts)


def spoken_card(card: Card) -> str:
    """Return a card in words; a hidden or unseen one is face down."""
    return f"the {name_card(card)}" if card >= 0 else "a card face down"


def spoken_sum(amounts: tuple[Cents, ...]) -> str:
    """Return amounts in words: ``10.00 and 5.00``."""
    return " and ".join(show(amount) for amount in amounts)


def spoken_name(name: str) -> str:
    """Return a rulebook name as a person says it: ``place cut card``."""
    return {"true": "yes", "false": "no"}.get(name, name.replace("_", " "))


_SAID: dict[Any, Callable[[Any], str]] = {
    Card: spoken_card,
    Cents: show,
    tuple[Cents, ...]: spoken_sum,
}
"""Formatter of a field by its type; any other is written as it is."""


class _Speaker(Formatter):
    """Format the fields of an event: ``{what:plain}`` without underscores, ``{card:first}`` with a
    capital, ``{by:or The dealer}`` with a fallback if the field is empty.
    """

    def __init__(self, thing: Any, phrases: Phrases, titles: Mapping[str, str]) -> None:
        self.thing, self.phrases, self.titles = thing, phrases, titles

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> str:  # noqa: ARG002
        name = str(key)
        part = self.phrases.get(name)
        if isinstance(part, Each):
            items = getattr(self.thing, part.field)
            return ", ".join(_sentence(item, part.words, {}, self.titles) for item in items)
        if part is not None:
            return _sentence(self.thing, part, self.phrases, self.titles)
        value = getattr(self.thing, name)
        if name == "wager":
            return self.titles.get(value, spoken_name(value))
        kind: type = type(self.thing)
        return _SAID.get(kinds_of(kind).get(name), str)(value)

    def format_field(self, value: str, format_spec: str) -> str:
        if format_spec == "plain":
            return spoken_name(value)
        if format_spec == "first":
            return value[:1].upper() + value[1:]
        if format_spec.startswith("or "):
            return value or format_spec.removeprefix("or ")
        # Only a page says otherwise what was keyed: the log has it in English words.
        assert format_spec in ("", "keyed"), f"no such form of a place: {format_spec}"
        return value
