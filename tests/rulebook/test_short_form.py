"""Games in one line: terms stand for values, and a line for a rulebook."""

import tomllib
from itertools import product
from pathlib import Path

import pytest

from pitboss.rulebook.catalog import base_of, gallery, is_named, load_rulebook, rules_of
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.options.resolve import choose
from pitboss.rulebook.terms.line import differing, full_line, read_line, settings_of, toml_of
from pitboss.rulebook.terms.terms import SHORT_TERMS, ShortTerm, has_term, terms
from tests.rulebook.books import problems_of

KINDS = (
    tuple(f"{decks}D" for decks in range(1, 9)),
    ("S17", "H17"),
    ("3:2", "6:5", "1:1"),
    ("HC", "ENHC"),
    ("DAS", "NDAS"),
    ("DA2", "D9", "D10"),
    ("SPL2", "SPL3", "SPL4"),
    ("NRSA", "RSA"),
    ("NS", "LS", "ES"),
)
"""One term of each kind makes a game."""


@pytest.mark.parametrize("term", SHORT_TERMS, ids=lambda one: one.term)
def test_a_term_names_values_that_there_are_and_makes_a_game(term: ShortTerm) -> None:
    for path in term.values:
        section, _, name = path.partition(".")
        assert name in SECTIONS[section].__struct_fields__
    assert term.text.endswith(".")
    assert has_term(rules_of(term.term), term)


def test_every_combination_can_be_written() -> None:
    """Each line reads, and what it says of a table is the line again: one of 37 is built."""
    lines = list(product(*KINDS))
    assert len(lines) == 10_368
    for line in lines:
        assert [one.term for one in read_line(" ".join(line))] == list(line)
    for line in lines[::370]:
        assert full_line(rules_of(" ".join(line))) == " ".join(line)


@pytest.mark.long
def test_every_combination_is_the_table_it_says() -> None:
    base = load_rulebook("standard")
    for line in product(*KINDS):
        told = read_line(" ".join(line))
        assert full_line(choose(base, settings_of(base, told))) == " ".join(line)


def test_a_line_may_be_written_in_any_way() -> None:
    rules = rules_of(" es  6d h17 6:5 OBO ")
    assert rules.title == "6D H17 6:5 OBO DAS DA2 SPL4 NRSA ES"
    assert rules.settlement.dealer_blackjack_takes == "original_only"
    assert (rules.deal.hole_card, rules.surrender.when) == (False, "early")
    for line, takes in (
        ("ENHC", "all"),
        ("ENHC OBO", "original_only"),
        ("OBO NHC", "original_only"),
    ):
        assert rules_of(line).settlement.dealer_blackjack_takes == takes


@pytest.mark.parametrize(
    "line, told, hint",
    [
        ("6D H18", "H18 is not a term; did you mean H17?", "write that"),
        ("12 decks", "a game has 1 to 8 decks, not 12", "the terms are 1D, 2D"),
        ("9D", "a game has 1 to 8 decks, not 9", "the terms are 1D, 2D"),
        ("0 decks", "a game has 1 to 8 decks, not 0", "the terms are 1D, 2D"),
        ("-1D", "a game has 1 to 8 decks, not -1", "the terms are 1D, 2D"),
        ("1.5D", "a game has 1 to 8 decks, not 1.5", "the terms are 1D, 2D"),
        ("6D RTP", "RTP is not a term", "Return to player"),
        (
            "6D even money",
            "even money is not a term",
            "A blackjack is paid 1 to 1 at once against an ace. A rulebook of your own sets it: "
            "insurance.even_money",
        ),
        ("6D 5:4", "5:4 is not a term; prices are 3:2, 6:5, 7:5, 1:1, 2:1", "another price is"),
        ("6D 1.5", "1.5 is not a term; prices are 3:2, 6:5, 7:5, 1:1, 2:1", "another price is"),
        ("decks=6", "decks=6 sets an option and is not a term", "write --set decks=6"),
        ("6D \N{GRINNING FACE} H17", "\N{GRINNING FACE} is not a term", "the terms are 1D, 2D"),
        ("6D 75%", "75% is not a term", "the terms are 1D, 2D"),
        ("nz 8D", "nz is a rulebook and not a term", "give it alone, and terms beside it: nz"),
        ("6D ../x", "../x is not a term", "the terms are 1D, 2D"),
        (
            "S17 H17",
            "S17 and H17 contradict each other: both set dealer.hits_soft_17",
            "keep one of them",
        ),
        ("6D 8D", "6D and 8D contradict each other: both set table.decks", "keep one of them"),
        ("NDAS DSA", "NDAS and DSA do not go together in standard", "keep one of them"),
        ("6D " * 30, "a line has at most 24 terms", "the terms are 1D, 2D"),
    ],
)
def test_a_line_that_says_nothing_is_told(line: str, told: str, hint: str) -> None:
    (problem,) = problems_of(line)
    assert problem.text == told
    assert problem.hint.startswith(hint)


@pytest.mark.parametrize(
    "spellings, term",
    [
        ("6D, 6d, 6 decks, 6-deck, six decks, 6decks", "6D"),
        ("1 deck, single deck, SD", "1D"),
        ("das, double after split", "DAS"),
        ("nDAS, no das, NoDAS, no double after split", "NDAS"),
        ("3to2, 3 to 2, 3/2, 3-2, BJ 3:2, blackjack pays 3 to 2", "3:2"),
        ("6:5, 6/5, 6to5, 6:5 BJ", "6:5"),
        ("hole-card, hole card, peek", "HC"),
        ("no hole card, enhc, European no-hole-card", "ENHC"),
        ("S-17, s17, stands on soft 17, dealer stands on all 17s", "S17"),
        ("H-17, hits soft 17, dealer hits soft 17", "H17"),
        ("RSA, resplit aces, re-split aces", "RSA"),
        ("no RSA, SPA1", "NRSA"),
        ("late surrender, surrender, LS", "LS"),
        ("early surrender", "ES"),
        ("early surrender vs 10", "ES10"),
        ("DOA, double any two cards, double any 2", "DA2"),
        ("D9-11, double on 9-11", "D9"),
        ("D10-11, Reno", "D10"),
        ("spl 4, split to 4 hands, SP4, split up to 4", "SPL4"),
        ("3-to-2", "3:2"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER D}\N{FULLWIDTH LATIN CAPITAL LETTER A}S", "DAS"),
        ("bb1, busted bets plus one", "BB+1"),
        ("original bets only", "OBO"),
    ],
)
def test_a_term_may_be_spelled_as_people_write_it(spellings: str, term: str) -> None:
    for spelling in spellings.split(", "):
        assert [one.term for one in read_line(spelling)] == [term], spelling
        assert is_named(spelling)


def test_words_of_several_terms_are_told_apart() -> None:
    for line in ("6D: H17, DAS", "6D - H17 - DAS", "6 decks / H17 / DAS", "6D & H17 and DAS"):
        assert [one.term for one in read_line(line)] == ["6D", "H17", "DAS"], line
    line = "six decks, dealer hits soft 17/DAS; late surrender, resplit aces, 3 to 2"
    assert [one.term for one in read_line(line)] == ["6D", "H17", "DAS", "LS", "RSA", "3:2"]
    assert rules_of(line).title == "6D H17 3:2 HC DAS DA2 SPL4 RSA LS"
    # A rulebook keeps its name, whatever its words would say.
    assert load_rulebook("double_deck").id == "double_deck"
    assert load_rulebook("single_deck_6_to_5").id == "single_deck_6_to_5"


@pytest.mark.parametrize("name, term", [("surender", "LS"), ("enhcc", "ENHC"), ("splt4", "SPL4")])
def test_a_term_that_was_meant_is_suggested(name: str, term: str) -> None:
    (problem,) = problems_of(name)
    assert problem.hint.startswith(f"did you mean {term}?")


@pytest.mark.parametrize(
    "said, meant",
    [
        ("NLC", ""), ("XX", ""), ("D3", ""), ("blackjack switch", ""), ("double 8-11", ""),
        ("no peeking", ""), ("ace", ""),
        ("S16", "S17"), ("SPL5", "SPL4"), ("D11", "D10"), ("DA3", "DA2"), ("H71", "H17"),
        ("RAS", "RSA"), ("NDSA", "NDAS or DSA"), ("EHNC", "ENHC"), ("LSS", "LS"),
        ("late", "LS"), ("no surr", "NS"), ("soft 17", "S17 or H17"), ("dealer hits", "H17"),
        ("surendre", "LS"),
        ("european blackjack", "ENHC or the game european"),
        ("spanish 21", "the game spanish_21"), ("double exposure", "the game double_exposure"),
        ("spanish", "the game spanish_21, spanish_21_h17 or spanish_21_redouble"),
    ],
)  # fmt: skip
def test_what_a_word_of_a_line_may_mean(said: str, meant: str) -> None:
    (problem,) = problems_of(f"6D {said} DAS")
    word = said.split(maxsplit=1)[0]
    assert problem.text == f"{word} is not a term" + (f"; did you mean {meant}?" if meant else "")


def test_a_line_is_a_file_that_can_be_kept() -> None:
    line = "2D NDAS D9 ENHC ES10 7:5"
    rules, base = rules_of(line), load_rulebook("standard")
    text = toml_of(rules, base, base.id)
    kept = tomllib.loads(text)
    assert kept["extends"] == "standard"
    chosen = {name: option["default"] for name, option in kept["options"].items()}
    assert chosen == differing(rules, base)
    again = rules_of("standard", **chosen)
    assert (again.deal, again.double, again.surrender) == (
        rules.deal,
        rules.double,
        rules.surrender,
    )


def test_a_file_may_extend_a_line_or_a_game_of_the_gallery(tmp_path: Path) -> None:
    for name in ("6D H17 ES", "standard"):
        path = tmp_path / "mine.toml"
        path.write_text(f'title = "Mine"\nextends = "{name}"\n', encoding="utf-8")
        rules = rules_of(str(path))
        assert rules.dealer.hits_soft_17 == ("H17" in name)


def test_terms_set_options_of_any_rulebook() -> None:
    tribal = load_rulebook("tribal")
    told = read_line("8D LS")
    assert settings_of(tribal, told) == {"decks": "8", "surrender": "true"}
    with pytest.raises(RulebookError, match=r"H17: no option of tribal makes .* true \[T-l-2\]"):
        settings_of(tribal, read_line("H17"))


def test_names_from_outside_are_no_paths() -> None:
    names = ("nz", "standard", "6D H17", *gallery())
    assert all(is_named(name) for name in names)
    outside = ("", "/etc/passwd", "../nz", "nz.toml", "6D /etc", "6D " * 60)
    assert not any(is_named(name) for name in outside)
    assert base_of(load_rulebook("nz")) is None
    assert base_of(load_rulebook("6D")) is load_rulebook("standard")


@pytest.mark.parametrize(
    "line, names",
    [
        ("6D S17", ["decks", "s17", "blackjack_pays", "das", "split_to"]),
        ("1D H17 OBO NDAS SPL2 ES", ["decks", "h17", "blackjack_pays", "no_hole_card", "obo",
                                     "ndas", "es"]),
        ("8D RSA LS D9", ["decks", "s17", "blackjack_pays", "das", "double_on", "split_to", "rsa",
                          "ls"]),
        ("8D ES10 CSM", ["decks", "s17", "blackjack_pays", "continuous", "das", "split_to",
                         "es10"]),
    ],
)  # fmt: skip
def test_what_the_lobby_shows_of_a_table(line: str, names: list[str]) -> None:
    assert [one.name for one in terms(rules_of(line))] == names


@pytest.mark.parametrize(
    "line, told",
    [
        ("6D SPL1 RSA", "SPL1 and RSA contradict each other: no splits"),
        ("RSA SPL1", "SPL1 and RSA contradict each other: no splits"),
        ("6D SPL1 HSA", "SPL1 and HSA contradict each other: no splits"),
        ("6D DSA SPL1", "SPL1 and DSA contradict each other: no splits"),
    ],
)
def test_a_line_says_nothing_of_hands_that_it_never_makes(line: str, told: str) -> None:
    with pytest.raises(RulebookError) as refused:
        rules_of(line)
    assert str(refused.value) == f"{line}: {told}"
    assert refused.value.hint == "keep one of them"


@pytest.mark.parametrize("line", ["SPL1 NRSA", "SPL1 DAS", "SPL2 HSA DSA", "SPL2 RSA"])
def test_rules_on_split_aces_go_with_splits(line: str) -> None:
    assert rules_of(line).rulebook == line
