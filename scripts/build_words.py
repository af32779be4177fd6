"""Writes the page's events.en.js from the words of events; `--check` only says if it is stale."""

import json
import sys
from collections.abc import Iterator

from pitboss.cards import RANK_NAMES
from pitboss.engine.announce import CALLED, CALLS
from pitboss.engine.declare import all_events
from pitboss.engine.words import written_words
from scripts.pages import write_pages

FILE = "src/pitboss/web/js/events.en.js"
HEAD = """\
// Made by scripts/build_words.py from the events: what the log says of them, and the calls.

export const EVENTS = /** @type {const} */ ({
"""
TOLD = "told"
"""What the keys of sentences about events begin with."""
PRIZE = "{prize:money}"
"""The prize in a call, an amount."""


def event_words() -> Iterator[tuple[str, str]]:
    """The key and the English words of everything that can be said of a table."""
    for kind in all_events():
        for key, text in written_words(kind):
            yield f"{TOLD}.{key}", text
    for key, text in CALLS.items():
        yield f"{CALLED}.{key}", text.replace("{prize}", PRIZE)
    for rank, name in enumerate(RANK_NAMES):
        yield f"spoken.rank.{rank}", name


def lines() -> Iterator[str]:
    """The text of the file."""
    yield HEAD
    for key, text in event_words():
        yield f"  {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)},\n"
    yield "});\n"


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, [(FILE, "".join(lines()))]))
