"""The languages of the page: writes the English of events, begins a language and checks all.

`python -m scripts.languages write` puts the words of events, which stand beside them in the engine,
into `src/pitboss/web/lang/en/events.js`. `python -m scripts.languages begin de` writes
`src/pitboss/web/lang/de.json` with every key and its English words, to be put into German one by
one. `python -m scripts.languages check` names what a language lacks, what it has too many, and
sentences whose places are not those of the English; and whether the words of events are stale.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from pitboss.cards import RANK_NAMES, RANK_PLURALS, SUIT_NAMES
from pitboss.engine.announce import CALLED, CALLS
from pitboss.engine.declare import COMMANDS, Role, all_events
from pitboss.engine.duties import BURN_FIRST, FROM_SIDE
from pitboss.engine.words import written_words
from pitboss.odds.solver.classes import CLASSES
from pitboss.proof.checks import CHECKS
from pitboss.rulebook.catalog import SHIPPED, gallery, load_rulebook
from pitboss.rulebook.file.offers import offers
from pitboss.server.people.two_person import PASSWORD, PASSWORD_AND_FACTOR
from pitboss.wagers.registry import wager_kinds
from scripts.floor_words import codes, floor_words
from scripts.pages import put_pages
from scripts.refusal_words import refusal_words
from scripts.rule_words import NAMED, headings, rule_words

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "src" / "pitboss" / "web" / "lang"
EVENTS = "src/pitboss/web/lang/en/events.js"
EVENTS_HEAD = """\
// Made by scripts/languages.py from the events: what the log says of them, and the calls.

export const EVENTS = /** @type {const} */ ({
"""
TOLD = "told"
"""Beginnings of the keys of sentences about events."""
PRIZE = "{prize:money}"
"""The prize in a call, an amount."""
LINE = re.compile(r'^  "((?:[^"\\]|\\.)+)":\s*("(?:[^"\\]|\\.)*"),$', re.MULTILINE)
"""A key and its words in a file of English strings."""
PLACE = re.compile(r"\{(\w+)((?::[^{}]*)?)\}")
OWN = {"language.name": "English", "language.direction": "ltr"}
"""Entries of a language about itself: its name in its own words, and `rtl` if it is written so."""


@cache
def english() -> Mapping[str, str]:
    """Every key that a language has, with its English words."""
    words = dict(OWN)
    for path in sorted((FOLDER / "en").glob("*.js")):
        text = path.read_text(encoding="utf-8")
        words |= {key: json.loads(told) for key, told in LINE.findall(text)}
    words |= dict(event_words()) | dict(refusal_words()) | dict(rule_words()) | dict(floor_words())
    return words | dict(_titles()) | dict(_offered()) | dict(_values())


def event_words() -> Iterator[tuple[str, str]]:
    """The key and the English words of everything that can be said of a table."""
    for kind in all_events():
        for key, text in written_words(kind):
            yield f"{TOLD}.{key}", text
    for key, text in CALLS.items():
        yield f"{CALLED}.{key}", text.replace("{prize}", PRIZE)
    for rank, name in enumerate(RANK_NAMES):
        yield f"spoken.rank.{rank}", name


def event_pages() -> list[tuple[str, str]]:
    """Return the file with the English words of events, and its text."""
    lines = (
        f"  {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)},\n"
        for key, text in event_words()
    )
    return [(EVENTS, "".join([EVENTS_HEAD, *lines, "});\n"]))]


def _values() -> Iterator[tuple[str, str]]:
    """Names within the words of events: roles, slips, wagers, and what options are set to."""
    names = ["main", "insurance", "opening", "closing", "fill", "credit", "drop", *Role]
    names += [
        "once",
        "twice",
        "soft",
        "rank",
        "value",
        "the dealer",
        "table itself",
        "left",
        "right",
    ]
    names += [
        "true",
        "false",
        "off",
        "nothing",
        "lose",
        "prize_to_1",
        "prize_for_1",
        "dealer_blackjack",
        *CLASSES,
    ]
    names += [*RANK_NAMES, *RANK_PLURALS, *SUIT_NAMES]
    for book in map(load_rulebook, (*SHIPPED, *gallery())):
        values = [value for option in book.options.values() for value in option.spec.values or ()]
        names += [value for value in values if not isinstance(value, bool)]
    names += [
        "cashier",
        "float",
        "meter",
        "cage",
        "tray",
        "over_and_short",
        "progression",
        "table",
        "shift",
        "rulebook",
        "day",
        "loss",
        "win",
        "push",
        "surrender",
        "void",
    ]
    names += [*CHECKS, *codes(), PASSWORD, PASSWORD_AND_FACTOR]
    for group, kinds in (("command", COMMANDS), ("event", all_events())):
        for kind in kinds:
            name = str(kind.__struct_config__.tag)
            yield f"{group}.{name}", name.replace("_", " ")
    for name in dict.fromkeys(names):
        if re.search("[a-z]{2}", str(name)):
            yield f"name.{name}", str(name).replace("_", " ")


def _titles() -> Iterator[tuple[str, str]]:
    """Yield what the server names in English.

    These are rulebooks and their sources, options and why one is refused, wagers and what they win
    with, steps of procedures, irregularities, and the texts of layouts and signs.
    """
    for plain in ("main", "insurance", "ante", BURN_FIRST, *FROM_SIDE, *headings()):
        yield f"title.{plain}", plain
    for book in map(load_rulebook, (*SHIPPED, *gallery())):
        yield f"title.{book.title}", book.title
        steps = [step for steps in book.procedures.values() for step in steps]
        texts = [book.about, book.source, *(option.spec.text for option in book.options.values())]
        texts += [constraint.text for constraint in book.constraints]
        texts += [step.text for step in steps]
        texts += [one.text for one in book.irregularities.values()]
        texts += [notice.text for notice in book.notices if not NAMED.search(notice.text)]
        for text in texts:
            yield f"title.{text}", text
        names: list[str] = [notice.place for notice in book.notices]
        names += [*book.procedures, *book.irregularities, *(step.do for step in steps)]
        for wager in book.wagers:
            yield f"title.{wager.title}", wager.title
            wins = msgspec.convert(wager.parameters, wager_kinds()[wager.kind]).what_wins()
            yield f"title.{wins}", wins
            names += [line.category for scale in wager.scales for line in scale.lines]
        for name in (*names, *book.options):
            yield f"name.{name}", str(name).replace("_", " ")


def _offered() -> Iterator[tuple[str, str]]:
    """The same of side wagers that are shipped with their scales."""
    for offer in offers().values():
        yield f"title.{offer.title}", offer.title
        wins = offer.sorter().what_wins()
        yield f"title.{wins}", wins
        for name in {line: "" for scale in offer.scales.values() for line in scale}:
            yield f"name.{name}", name.replace("_", " ")


def places(text: str) -> Counter[str]:
    """Count the places of a sentence with their forms; the words for an empty name are free."""
    return Counter(name + re.sub(r":or .*", ":or", forms) for name, forms in PLACE.findall(text))


def faults(words: Mapping[str, object]) -> list[str]:
    """Return the faults of a language's words; an empty list if it can be used."""
    told = english()
    wrong = [
        f"{key} is missing: translate {json.dumps(text, ensure_ascii=False)} and add it"
        for key, text in told.items()
        if key not in words
    ]
    wrong += [f"{key} is not a key of the page: remove it" for key in words if key not in told]
    for key, text in words.items():
        if not isinstance(text, str):
            wrong.append(f"{key} is not a text")
        elif key in told:
            wrong += _unlike(key, told[key], text)
    return wrong


def _unlike(key: str, told: str, text: str) -> Iterator[str]:
    """Forms of a plural may each leave the number out, and nothing else."""
    wanted = places(told.rsplit("|", maxsplit=1)[-1])
    for form in text.split("|"):
        lacking, more = wanted - places(form), places(form) - wanted
        if set(lacking) - ({"n"} if "|" in told else set()) or more:
            yield f"{key} says {form!r}; its places are {', '.join(sorted(wanted)) or 'none'}"


def main() -> int:
    """Write the words of events, begin a language, or check all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("write", "begin", "check"))
    parser.add_argument("tags", nargs="*", metavar="TAG", help="de, pt-BR; check: all, if none")
    given = parser.parse_args()
    if given.what == "write":
        return put_pages(event_pages(), is_check=False)
    if given.what == "begin":
        for tag in given.tags:
            text = json.dumps(english(), ensure_ascii=False, indent=1)
            (FOLDER / f"{tag}.json").write_text(text + "\n", encoding="utf-8")
        return 0
    count = put_pages(event_pages(), is_check=True)
    for path in sorted(FOLDER.glob("*.json")):
        if not given.tags or path.stem in given.tags:
            for fault in faults(json.loads(path.read_text(encoding="utf-8"))):
                print(f"{path.name}: {fault}", file=sys.stderr)
                count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
