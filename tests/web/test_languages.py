"""Other languages: every word of the lobby, the felt and the log comes from the file of one."""

import json
import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from pitboss.engine.declare import COMMANDS
from pitboss.engine.words import saying, tell
from pitboss.server.http.page import page_sources, page_texts
from scripts.languages import PLACE, english, faults
from tests.engine.test_words import SAID, samples
from tests.web.browsing import Surf, stack
from tests.web.seat import Seat

LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀçďéƒĝĥîĵķĺɱñôþǫŕšţûṽŵẋýžÀƁÇĎÉƑĜĤÎĴĶĹṀÑÔÞǪŔŠŢÛṼŴẊÝŽ",
)
SEEN = """(root) => {
  const texts = [];
  const walker = document.createTreeWalker(document.querySelector(root), 5);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    const element = node.nodeType === 3 ? node.parentElement : node;
    if (!element.checkVisibility() || element.closest(".clause, kbd, .brand, .who")) continue;
    if (node.nodeType === 3) texts.push(node.data);
    else for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}"""
"""Everything that is read on a part of the page, or heard."""


def disguised(text: str) -> str:
    """A sentence in letters that no English word has; what is filled in stays."""
    pieces = PLACE.split(text)
    kept = (f"{{{name}{forms}}}" for name, forms in zip(pieces[1::3], pieces[2::3], strict=True))
    plain = (piece.translate(LETTERS) for piece in pieces[::3])
    return "".join(part for pair in zip(plain, [*kept, ""], strict=True) for part in pair)


def pseudo_language() -> dict[str, str]:
    """A language in which every word can be told from English."""
    words = {key: disguised(text) for key, text in english().items()}
    ors = {key: re.sub(r":or ([^}]*)", _or, text) for key, text in words.items()}
    return {**ors, "language.direction": "ltr"}


def _or(match: re.Match[str]) -> str:
    return f":or {match[1].translate(LETTERS)}"


def english_in(page: Page, root: str, *allowed: str) -> list[str]:
    """English words on a part of the page, but for allowed names, clauses and fingerprints."""
    names = re.compile("|".join(map(re.escape, sorted(allowed, key=len, reverse=True))) or "$^")
    texts: list[str] = page.evaluate(SEEN, root)
    assert texts, root
    clauses = re.compile(r"\[[^]]*\]|\bPA-[\w-]+|\b[0-9a-f]{4}…[0-9a-f]{2}$")
    return [
        text for text in texts if re.search("[A-Za-z]{2,}", names.sub("", clauses.sub("", text)))
    ]


def speak(page: Page, words: dict[str, str]) -> None:
    """Have the page's file of German be this one."""

    def answer(route: Route) -> None:
        route.fulfill(json=words)

    page.route("**/lang/de.json", answer)


def test_a_language_lacks_nothing_and_fills_in_the_same() -> None:
    words = pseudo_language()
    assert faults(words) == []
    del words["table.deal"]
    words |= {
        "table.bet": "Ohne Grenzen.",
        "told.card_dealt.dealer": "{card:money}",
        "told.stack_cut": "{by:or Der Geber} {position}",
        "felt.shoe": "Nichts.",
        "rules.source": "{source}. Eine Klausel.|{source}. {n} Klauseln.",
        "nobody.asks": "",
    }
    named = {fault.partition(" ")[0] for fault in faults(words)}
    assert named == {
        "table.deal", "table.bet", "told.card_dealt.dealer", "felt.shoe", "nobody.asks",
    }  # fmt: skip


def test_whatever_can_be_taken_back_has_words() -> None:
    """The log says it in English; the page takes that apart and says it in its language."""
    names = {kind.taken_back_as for kind in COMMANDS if kind.taken_back_as}
    assert {"hit", "end of insurance"} < names
    known = keys_of(page_sources()["lang/en/console.js"].decode())
    assert {f"keyed.{name.replace(' ', '_')}" for name in names} <= known


def test_the_page_says_of_each_event_what_the_engine_says(surf: Surf) -> None:
    """Amounts are written shorter on a page; all else is the same, letter by letter."""
    events = [*SAID, *samples()]
    given = [
        {"event": msgspec.to_builtins(event), "words": msgspec.to_builtins(saying(event))}
        for event in events
    ]
    said = surf.page().evaluate(
        """async (given) => {
      const { tell } = await import("/js/words/events.js");
      return given.map(tell);
    }""",
        given,
    )
    for event, text in zip(events, said, strict=True):
        short = re.sub(r"(\d)\.00\b", r"\1", re.sub(r" -(?=\d)", " \u2212", tell(event)))
        assert text.replace(",000", "000") == short, event


def keys_of(source: str) -> set[str]:
    """The keys that a file of English strings has."""
    return set(re.findall(r'^  "([^"]+)":', source, re.M))


def test_every_module_has_the_words_that_it_says() -> None:
    """English is split: what is said on pages that come later is fetched with their modules."""
    sources = page_texts()
    later = {path: keys_of(text) for path, text in sources.items() if path.startswith("lang/en/")}
    assert len(later) > 4
    at_once = keys_of(sources["lang/en/common.js"]) | keys_of(sources["lang/en/events.js"])
    for path, text in sources.items():
        if path.endswith(".js") and not path.startswith("lang/"):
            fetched = set().union(*(keys for file, keys in later.items() if file in text))
            said = set(re.findall(r'\bt\(\s*"([^"]+)"', text))
            said |= {key for keys in later.values() for key in keys if f'"{key}"' in text}
            prefixes = re.findall(r'`([a-z_]+\.[\w.]*)\$\{|named\(\s*"([^"]+)"', text)
            begun = tuple(one or f"{other}." for one, other in prefixes)
            said |= {key for keys in later.values() for key in keys if key.startswith(begun)}
            assert said <= at_once | fetched, f"{path} says {said - at_once - fetched}"


def test_every_word_of_lobby_felt_and_log_is_in_the_language(surf: Surf) -> None:
    """A round in a language of the test alone: nothing English is seen or heard, and numbers are
    written as Germans do."""
    words = pseudo_language()
    stack(surf.live, "pa-free-bet", "2c As 6d 8h Tc 9c 3d Kh 9c 7d 4s 4d 4h 4c 5s 5d")
    surf.live.visitor().get("/api/tables/pa-free-bet/odds")
    page = surf.page(url="data:text/html,")
    speak(page, words)
    page.goto(f"{surf.live.url}/?lang=de#/")
    page.locator("table-entry").first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    assert english_in(page, "body") == []
    page.goto(f"{surf.live.url}/?lang=de#/table/pa-free-bet")
    seat = Seat(page, surf.live, "pa-free-bet")
    for _ in range(2):
        seat.lay(3, "main", "push_22")
    page.keyboard.press("g")
    assert english_in(page, "body", seat.name()) == []
    page.keyboard.press("Enter")
    page.locator("player-hand").first.wait_for()
    assert english_in(page, "body", seat.name()) == []
    page.keyboard.press("s")
    seat.wait_for_betting()
    expect(page.locator("table-log .lines")).to_contain_text(disguised("Round 1 is over."))
    assert english_in(page, "body", seat.name()) == []
    assert "1.000" in page.locator("table-standing").inner_text()


def test_a_language_is_chosen_in_the_settings_and_stays(surf: Surf) -> None:
    def with_german(route: Route) -> None:
        html = route.fetch().text()
        route.fulfill(body=html.replace('data-languages="es"', 'data-languages="de es"'))

    page = surf.page(url="data:text/html,", locale="en-GB")
    page.route(f"{surf.live.url}/", with_german)
    speak(page, {**english(), "settings.title": "Einstellungen"})
    page.goto(f"{surf.live.url}/#/settings")
    page.get_by_role("combobox", name="Language").select_option(label="Deutsch")
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    assert page.evaluate("document.documentElement.lang") == "de"


@pytest.mark.parametrize("name", ["אבגד", "O\u202etto"])
def test_a_name_cannot_turn_or_hide_the_words_around_it(surf: Surf, name: str) -> None:
    said: Any = surf.page().evaluate(
        """async (name) => {
      const { t } = await import("/js/words/translate.js");
      await import("/lang/en/account.js");
      return t("account.you_are", { name });
    }""",
        name,
    )
    shown = {"אבגד": "\u2068אבגד\u2069", "O\u202etto": "O\ufffdtto"}[name]
    assert json.loads(json.dumps(said)) == f"You are {shown}"
