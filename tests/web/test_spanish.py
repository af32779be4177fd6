"""Spanish: nothing is left in English, and the choice of it goes with the account."""

import json
import re

import pytest
from playwright.sync_api import expect

from pitboss.rulebook.refusals import Code
from scripts.languages import FOLDER, english, faults
from scripts.refusal_words import refusal_words
from tests.web.browsing import COMPILED_MS, Surf, stack
from tests.web.floor_crew import at_desk
from tests.web.seat import Seat

SPANISH: dict[str, str] = json.loads((FOLDER / "es.json").read_text(encoding="utf-8"))
GLOSSARY = FOLDER.parents[3] / "docs" / "guides" / "another-language.md"
ALIKE = re.compile(
    r"title\.|count\.name\.|term\.|card\.rank\.|hand\.blackjack|dealer\.blackjack|language\."
    r"|table\.page|shell\.minutes|rules\.(?:search|silence)_hint|call\.|\w+\.no$"
)
"""Keys whose words may be the same: names of games and wagers, figures, what the trade shares, and
words to search for in readings, which are in English."""
SHARED = {
    "Ante {amount}", "Drop", "Bots", "Bot", "No", "Auditor", "Supervisor", "Normal", "drop", "no",
    "blackjack", "ante", "triple", "progressive", "match play", "super sevens", "madness 21",
    "perfect pairs", "any pair", "push 22", "supervisor", "auditor", "manual", "Error",
    "ante [{1}]",
}  # fmt: skip


def test_every_sentence_is_there_with_the_same_places() -> None:
    assert faults(SPANISH) == []
    assert {f"refusal.{code}" for code in Code} <= set(SPANISH)


def test_nothing_is_left_in_english() -> None:
    told = english()
    same = [
        key
        for key, text in SPANISH.items()
        if text == told[key] and re.search("[a-z]{2}", re.sub(r"\{[^}]*\}", "", text))
    ]
    left = [key for key in same if not ALIKE.match(key) and told[key] not in SHARED]
    assert left == []


@pytest.mark.parametrize(
    "wrong", ["zapato", "repartidor", "hacer click", "apuesta secundaria", "banco de", "ustedes"]
)
def test_the_words_are_those_of_the_glossary(wrong: str) -> None:
    assert not [key for key, text in SPANISH.items() if wrong in text.lower()]


def test_the_words_of_the_glossary_are_used() -> None:
    section = GLOSSARY.read_text(encoding="utf-8").partition("## Glossary of the trade")[2]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", section, re.M)[2:]
    assert len(rows) > 30
    spoken = " ".join(SPANISH.values()).lower()
    for term, spanish in rows:
        for word in spanish.split(","):
            assert word.strip() in spoken, f"{term}: no sentence says {word.strip()!r}"


def test_a_browser_that_prefers_spanish_plays_in_it(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c As 6d 8h Tc 9c 3d Kh 9c 7d 4s 4d 4h 4c 5s 5d")
    page = surf.page("table/pa-free-bet", locale="es-AR")
    seat = Seat(page, surf.live, "pa-free-bet")
    seat.lay(3, "main")
    assert page.evaluate("document.documentElement.lang") == "es"
    page.keyboard.press("g")
    page.keyboard.press("w")
    page.keyboard.press("Enter")
    # What the coach says of each play is written as numbers are in the language.
    worth = page.locator("table-controls .act .ev").first
    expect(worth).to_have_text(re.compile(r"[+\u2212]\d,\d{3}$"), timeout=COMPILED_MS)
    page.keyboard.press("s")
    seat.wait_for_betting()
    expect(page.locator("table-log .lines")).to_contain_text("Termina la ronda 1.")


def test_the_choice_goes_with_the_account(surf: Surf) -> None:
    surf.live.account("dora")
    one = at_desk(surf, "dora", "settings")
    one.get_by_text("on every device where you log in").wait_for()
    one.get_by_role("combobox", name="Language").select_option(label="español")
    expect(one.get_by_role("heading", level=1)).to_have_text("Ajustes")
    assert surf.live.site.identity.register.settings["dora"]["language"] == "es"
    # Another device, whose browser prefers English, follows the account.
    two = surf.page("account")
    form = two.get_by_role("form", name="Log in")
    form.get_by_label("Name").fill("dora")
    form.get_by_label("Password").fill("password of dora")
    form.get_by_role("button", name="Log in").click()
    expect(two.locator("html")).to_have_attribute("lang", "es")


TELL = """async (given) => {
  const { inLanguage } = await import("/js/words/translate.js");
  return given.map((refused) =>
    JSON.parse(JSON.stringify({ refused }), inLanguage).refused.text);
}"""


REFUSED = {
    "decks = 3 is not allowed: choose a whole number from 4 to 8, by NZ 3.3(a) [NZ-3.3-a]": (
        "barajas = 3 no se permite: elige un número entero de 4 a 8, según NZ 3.3(a) [NZ-3.3-a]"
    ),
    "blackjack_pays = 9:9 is not allowed: choose one of 3:2, 6:5, by STD-blackjack": (
        "el blackjack paga = 9 a 9 no se permite: elige una de estas: 3 a 2, 6 a 5, según "
        "STD-blackjack"
    ),
    "even_money = true is refused by STD-1: it is for tables with blackjack_pays = 3:2 or 2:1": (
        "pago a la par = sí: lo rechaza STD-1: es para mesas con el blackjack paga = 3 a 2 o 2 a 1"
    ),
    "own is not a TOML file: Expected '=' after a key in a key/value pair (at line 1, column 5)": (
        "own no es un archivo TOML: falta un «=» después de la clave (línea 1, columna 5)"
    ),
    "a name has 2 to 20 letters, digits, - or _, begins with a letter, and keeps to one script": (
        "un nombre tiene de 2 a 20 letras, cifras, - o _, empieza por una letra y usa un solo "
        "alfabeto"
    ),
    "the table is stopped: a fight at the bar of the house": (
        "la mesa está detenida: a fight at the bar of the house"
    ),
}
"""What options, files and the house refuse; what a person typed stays as it is."""


def test_a_refusal_is_told_in_spanish(surf: Surf) -> None:
    """Every sentence with which the engine refuses, at the felt and on the floor."""
    said = {
        ("not_enough_chips", "ann has 5.00"): "No tienes bastantes fichas: tienes 5.",
        ("stake_too_large", "Perfect Pairs is at most 1,000.00"): (
            "La apuesta es demasiado alta: Perfect Pairs es de como mucho 1000"
        ),
        ("not_allowed", "a hand may be doubled once and no more"): (
            "No se permite: una mano se puede doblar una vez y no más"
        ),
        ("already_placed", "there is a main wager already; take it back to change it"): (
            "La apuesta ya está puesta: ya hay una apuesta principal; retírala para cambiarla"
        ),
        ("stake_not_offered", "a soft total of 18 is not doubled free"): (
            "Este importe no se ofrece: un total blando de 18 no se dobla gratis"
        ),
        ("not_yours", "this is for the dealer or supervisor; ann is player"): (
            "No te corresponde: es tarea del crupier o supervisor; ann es jugador"
        ),
        ("wrong_time", "the float is counted between two rounds"): (
            "Ahora no: el fondo se cuenta entre dos rondas"
        ),
        (
            "not_allowed",
            "a supervisor takes back the hit of ann on box 3, with a reason: bob gave it",
        ): (
            "No se permite: un supervisor anula la carta pedida de ann en la casilla 3,"
            " con un motivo: lo dio bob"
        ),
    }
    for text, told in REFUSED.items():
        said["refused", text] = told
    for key, text in refusal_words():
        filled, told = (re.sub(r"\{\d\}", "7", words) for words in (text, SPANISH[key]))
        said["not_allowed", filled] = f"No se permite: {told}"
    given = [{"code": code, "text": text, "limit": 500} for code, text in said]
    assert surf.page(locale="es-ES").evaluate(TELL, given) == list(said.values())


TYPED = (
    "a fight, by the look of it",
    "ann has cheated",
    "she moved from box 3 to 5",
    "wrong card = wrong hand",
)
"""Reasons of people, which look like what the server says."""


@pytest.mark.parametrize("why", TYPED)
def test_what_a_person_typed_is_not_put_into_half_spanish(surf: Surf, why: str) -> None:
    given = [{"code": "refused", "text": f"the table is stopped: {why}"}]
    assert surf.page(locale="es-ES").evaluate(TELL, given) == [f"la mesa está detenida: {why}"]


READ = """async ([which, texts]) => {
  const read = await import("/js/floor/audit/read_log.js");
  return texts.map(read[which]);
}"""
READ_AS = {
    "booked": {
        "main win 1 to 1 [DD-4]": "principal: ganada, 1 a 1 [DD-4]",
        "insurance loss [DD-9]": "seguro: perdida [DD-9]",
        "main placed": "apuesta puesta: principal",
        "correction by ann and bob: 2 of hearts": "corrección de ann y bob: 2 of hearts",
    },
    "noted": {
        "wrong_secret, of nobody here": "contraseña errónea, de nadie de la casa",
        "art: auditor, asked for by boss": "art: auditor, a petición de boss",
        "all others of ann, second factor set up: 2 ended": (
            "todas las demás de ann, segundo factor activado: cerradas 2"
        ),
        "take_table at nz": "Tomar la mesa en nz",
        "connection: too many are connected": "conexión: hay demasiadas conexiones",
    },
    "checked": {
        "the books sum to zero throughout, and nobody was below zero; the float is at 1,250.00": (
            "los libros suman cero en todo momento y nadie estuvo por debajo de cero; el fondo "
            "está en 1250"
        ),
        "log time never runs back by itself over 9 entries; the clock was behind it at 2 of them": (
            "la hora del registro nunca retrocede por sí sola en 9 anotaciones; el reloj iba por "
            "detrás en 2 de ellas"
        ),
        "round 2, event 9 (card_dealt): stand is refused: players do not act now": (
            "ronda 2, hecho 9 (card_dealt): stand se rechaza: ahora no juegan los jugadores"
        ),
        "3 heads up to event 9, signed with the key ab...; the 2 after it were not signed yet": (
            "3 cabezas hasta el hecho 9, firmadas con la clave ab...; los 2 siguientes aún no "
            "están firmados"
        ),
    },
}
"""What an auditor reads; names, clauses and typed words stay."""


@pytest.mark.parametrize("which", READ_AS)
def test_an_auditor_reads_spanish(surf: Surf, which: str) -> None:
    told = READ_AS[which]
    assert surf.page(locale="es-ES").evaluate(READ, [which, list(told)]) == list(told.values())


def test_a_study_that_cannot_be_played_says_why_in_spanish(surf: Surf) -> None:
    most = surf.live.site.settings.simulated_rounds_max
    path = f"/api/studies/house/hi_lo/run?rounds={most + 1}"
    page = surf.page(locale="es-ES")
    text = page.evaluate(
        """async (path) => {
      const { events } = await import("/js/core/stream.js");
      return events(path, new AbortController().signal).next().catch(({ message }) => message);
    }""",
        path,
    )
    surf.forgive()  # The browser itself writes down that the request was refused.
    assert re.search(r"un estudio tiene como mucho .* rondas", text), text
