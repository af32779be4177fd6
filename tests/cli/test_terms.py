"""`pitboss terms`, the gallery, and games in one line on the command line."""

import tomllib

from pitboss.rulebook.catalog import gallery
from pitboss.rulebook.terms.terms import SHORT_TERMS, WORDS
from tests.cli.commands import refused, run, run_json

LINE = "6D H17 DAS LS RSA 3:2"


def test_the_gallery_is_listed_apart_from_the_five() -> None:
    listed = run_json("rulebooks", "--gallery")
    assert [book["id"] for book in listed] == list(gallery())
    macau = next(book for book in listed if book["id"] == "macau")
    assert macau["terms"] == "6D S17 3:2 OBO CSM DAS DA2 SPL4 NRSA ES10"
    assert not {book["id"] for book in run_json("rulebooks")} & set(gallery())


def test_every_term_says_what_it_sets() -> None:
    listed = {row["term"]: row["sets"] for row in run_json("terms")}
    terms = [one.term for one in SHORT_TERMS] + [word.term for word in WORDS]
    assert list(listed) == terms
    assert listed["H17"] == "dealer.hits_soft_17 = true"
    assert "DAS" in run("terms").stdout


def test_a_line_shows_the_rulebook_that_it_stands_for_and_is_written_as_a_file() -> None:
    told = run("rules", LINE).stdout
    assert "This is standard with h17=true, rsa=true, surrender=late." in told
    file = tomllib.loads(run("rules", LINE, "--toml").stdout)
    assert file["extends"] == "standard"
    assert {name: one["default"] for name, one in file["options"].items()} == {
        "h17": True, "rsa": True, "surrender": "late",
    }  # fmt: skip


def test_a_term_sets_the_option_of_any_rulebook() -> None:
    eight = run_json("rules", "tribal", "--set", "8d")["options"]
    assert {row["name"]: row["value"] for row in eight}["decks"] == 8
    both = run_json("rules", "tribal", "--set", "LS", "--set", "decks=2")["options"]
    assert {"decks": 2, "surrender": True}.items() <= {r["name"]: r["value"] for r in both}.items()
    assert "H17: no option of nz makes" in refused("rules", "nz", "--set", "H17")


def test_a_word_that_is_no_term_is_told_with_a_hint() -> None:
    told = refused("odds", "6D H18 DAS")
    assert "H18 is not a term; did you mean H17?" in told
    assert "write that" in told
    assert "does not set anything" in refused("rules", "nz", "--set", "H18")
