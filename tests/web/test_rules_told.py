"""Rules on the page in another language: no sentence, option or reason is left in English."""

import json
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from pitboss.rulebook.catalog import SHIPPED, choose, gallery, load_rulebook, rules_of
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.words.describe import describe, key_differences
from pitboss.rulebook.words.diff import ChosenRulebook, diff
from scripts.languages import english
from scripts.rule_words import rule_words
from tests.rulebook.test_describe import TALKATIVE, alternatives, change
from tests.web.browsing import COMPILED_MS, Surf
from tests.web.test_languages import english_in, pseudo_language, speak

RULED = """async (texts) => {
  const { ruled } = await import("/js/rules/sentences.js");
  return texts.map(ruled);
}"""
LISTED = ("und", "oder")
"""What a German browser puts between the items of a list."""
BOOKS = (*SHIPPED, "spanish_21", "pontoon", "double_exposure", "super_fun_21")


def disguised_page(surf: Surf, path: str = "") -> Page:
    """A page in a language of the test alone."""
    page = surf.page(url="data:text/html,")
    speak(page, pseudo_language())
    page.goto(f"{surf.live.url}/?lang=de#/{path}")
    page.locator("main h1").first.wait_for()
    return page


def every_table() -> list[Rules]:
    """Each rulebook with its defaults, and one table for every value that a rule may have."""
    tables = [rules_of(book) for book in (*SHIPPED, *gallery())]
    tables += [rules_of("tribal", **chosen) for chosen in ({"progressive": True}, {"bonus": True})]
    tables += [rules_of("nz", madness_21=True, any_pair="scale_1", ante=0.5, variant="antes_up")]
    plain = rules_of("double_deck")
    for path, one, other in alternatives():
        table = change(plain, *TALKATIVE[path]) if path in TALKATIVE else plain
        tables += [change(table, path, one), change(table, path, other)]
    odd = [("table.decks", 4), ("table.bettors_per_box", 3), ("limits.increment", 500),
           ("limits.box_max", 50000), ("limits.player_max", 100), ("draw.cards_max", 5),
           ("draw.stand_min", 12), ("double.split_totals", (11,)), ("double.times", 3),
           ("double.totals", (10, 11)), ("shoe.parts", 2), ("shoe.behind_tolerance", 4),
           ("shoe.life_hours", 8), ("dealer.hands", 3), ("table.without", ("T", "Ks")),
           ("table.with_more", ("A",)), ("shoe.cutting_cards", 0), ("deal.peek", ("ace",)),
           ("blackjack.bonuses", ("diamonds: 2 to 1", "AJ spades: 10 to 1", "suited: 7 to 5")),
    ]  # fmt: skip
    return [*tables, *(change(plain, path, value) for path, value in odd)]


def every_sentence() -> list[str]:
    """What is said of all these tables, in full, in five lines and as differences."""
    told = [one.text for table in every_table() for one in describe(table)]
    told += [line.text for table in every_table() for line in key_differences(table)]
    sides = [ChosenRulebook(load_rulebook(book), rules_of(book)) for book in BOOKS]
    for one, other in pairwise(sides):
        told += [text for line in diff(one, other) for text in (line.a, line.b) if text]
    many = load_rulebook("tribal")
    streaks = ChosenRulebook(many, choose(many, {"streak": True}))
    told += [text for line in diff(sides[0], streaks) for text in (line.a, line.b) if text]
    return sorted(set(told))


def test_every_sentence_about_rules_is_in_the_language(surf: Surf) -> None:
    told = every_sentence()
    assert len(told) > 400
    said = disguised_page(surf).evaluate(RULED, told)
    plain = re.compile(rf"\b({'|'.join(LISTED)})\b")
    left = {
        text: words
        for text, words in zip(told, said, strict=True)
        if re.search("[A-Za-z]{2,}", plain.sub("", words))
    }
    assert left == {}


@pytest.mark.parametrize("book", BOOKS)
def test_a_page_of_rules_has_no_english(surf: Surf, book: str) -> None:
    page = disguised_page(surf, f"rules/{book}")
    page.locator(".words .panel").first.wait_for()
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.locator(".option").last.wait_for()
    assert english_in(page, "main", *LISTED) == []


@pytest.mark.parametrize("path", ["odds/house", "odds/house/strategy"])
def test_a_page_of_odds_has_no_english(surf: Surf, path: str) -> None:
    page = disguised_page(surf, path)
    page.locator("pit-odds table").first.wait_for(state="attached", timeout=COMPILED_MS)
    example = page.locator("pit-odds input[placeholder]").first.get_attribute("placeholder")
    assert english_in(page, "main", *LISTED, *(example or "").split()) == []


def test_the_same_in_spanish(surf: Surf) -> None:
    said = {
        "A double needs a total of 9, 10 or 11.": "Solo se dobla con un total de 9, 10 u 11.",
        "The layout has 7 boxes.": "El paño tiene 7 casillas.",
        "At least 12.5 % of the stack lies behind the cutting card.": (
            "Detrás de la carta de corte queda al menos el 12,5 % del mazo."
        ),
        "Under an ace or a ten-value card the dealer looks for a blackjack before anyone plays.": (
            "Con un as o una carta de valor diez a la vista, el crupier mira si tiene blackjack "
            "antes de que nadie juegue."
        ),
        "A winning 21 is paid by its cards: 7 cards or more at 3 to 1 and six seven eight of one "
        "suit at 2 to 1.": (
            "Un 21 que gana se paga según sus cartas: 7 cartas o más (3 a 1) y seis, siete y "
            "ocho del mismo palo (2 a 1)."
        ),
        "Every deck is without the tens.": "Cada baraja va sin los dieces.",
        "Match the Dealer, suited and unsuited: pays 14 to 1.": (
            "Match the Dealer, uno del mismo palo y otro no: paga 14 a 1."
        ),
        "Hands that may be doubled: hard 9-11 2 cards; of 45 dealt against AT.": (
            "Manos que se pueden doblar: duro 9-11 2 cartas; de 4 o 5 repartida contra A o 10."
        ),
        "Lucky Cat takes stakes from 1.00 to 10.00.": "Lucky Cat admite apuestas de 1 a 10.",
        "decks: a whole number from 4 to 8; 6 unless set": (
            "barajas: un número entero de 4 a 8; si no se elige, 6"
        ),
        "Wagers from $5.00 to $1000.00": "Apuestas de $5 a $1000",
        "Madness 21: the prizes have 10 slots, a mean of 13.874933 and a return of 0.706403 to 1 "
        "with 6 decks. The text has 3750 slots.": (
            "Madness 21: los premios tienen 10 casos, una media de 13,874933 y un retorno de "
            "0,706403 a 1 con 6 barajas. El texto dice 3750 casos."
        ),
    }
    page = surf.page(locale="es-ES")
    page.locator("main h1").first.wait_for()
    assert page.evaluate(RULED, list(said)) == list(said.values())


def test_a_new_sentence_needs_its_words() -> None:
    """They are read from the source, so that a language without them is refused."""
    words = english()
    assert words["rule.The layout has {1}."] == "The layout has {1}."
    assert words["part.{1} boxes"] == "{1} boxes"
    assert words["sign.Wagers from {1} to {2}"]
    assert len(dict(rule_words())) > 200
    assert json.dumps(words)
