"""What is said of an event: sentences with places that are filled in from its fields.

A translation is another file of ``tag -> words``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from types import MappingProxyType
from typing import Any

from pitboss.cards import Card, name_card
from pitboss.money import Cents, show

UNTITLED: Mapping[str, str] = MappingProxyType({})
"""Wagers stand under their names, as in a script."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Sentences of which a field of the event picks one; nothing is said for any other value."""

    field: str
    sentences: Mapping[str, str]


Words = str | OneOf


def one_of(field: str, /, **sentences: str) -> OneOf:
    """Words that depend on a field or property of the event: its value, or ``yes`` and ``no``."""
    return OneOf(field, MappingProxyType(sentences))


def places(words: Words) -> set[str]:
    """The names of what is filled in, and of what picks the sentence."""
    texts = [words] if isinstance(words, str) else list(words.sentences.values())
    names = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    return names if isinstance(words, str) else names | {words.field}


def tell(event: Any, titles: Mapping[str, str] = UNTITLED) -> str:
    """An event, as its hearer may see it, in a sentence; ``titles`` are those of its rules."""
    words = event.words
    if isinstance(words, OneOf):
        value = getattr(event, words.field)
        name = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        words = words.sentences.get(name, "")
    return _Speaker(event, titles).vformat(words, (), {}) if words else ""


def spoken_card(card: Card) -> str:
    """A card in words; one that nobody may see, or saw, is face down."""
    return f"the {name_card(card)}" if card >= 0 else "a card face down"


def spoken_sum(amounts: tuple[Cents, ...]) -> str:
    """Amounts in words: ``10.00 and 5.00``."""
    return " and ".join(show(amount) for amount in amounts)


def spoken_name(name: str) -> str:
    """A name that rulebooks use, as a person says it: ``place cut card``."""
    return {"true": "yes", "false": "no"}.get(name, name.replace("_", " "))


_SAID: dict[Any, Callable[[Any], str]] = {
    Card: spoken_card,
    Cents: show,
    tuple[Cents, ...]: spoken_sum,
}
"""How a field is said, by its type; any other as it is written."""


class _Speaker(Formatter):
    """Fills in the fields of an event, each as it is said: ``{what:plain}`` without underscores,
    ``{card:first}`` with a capital, ``{by:or The dealer}`` with somebody where nobody is named.
    """

    def __init__(self, event: Any, titles: Mapping[str, str]) -> None:
        self.event, self.titles = event, titles

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> str:  # noqa: ARG002
        name = str(key)
        value = getattr(self.event, name)
        if name == "wager":
            return self.titles.get(value, spoken_name(value))
        return _SAID.get(self.event.kinds.get(name), str)(value)

    def format_field(self, value: str, format_spec: str) -> str:
        if format_spec == "plain":
            return spoken_name(value)
        if format_spec == "first":
            return value[:1].upper() + value[1:]
        if format_spec.startswith("or "):
            return value or format_spec.removeprefix("or ")
        assert not format_spec, f"no such form of a place: {format_spec}"
        return value
