"""Wrong command lines: one sentence, and a hint that names what to write instead."""

import shlex

import pytest

from tests.cli.commands import refused, run
from tests.library.test_followed_hints import CALLS as LIBRARY_CALLS

CALLS = [
    # wrong, a part of the hint, right (if it is quick)
    ("advise nz --hand 'Ts 6d' --up '9c 8d'", "as 9c", "advise nz --hand 'Ts 6d' --up 9c"),
    ("advise nz --hand 'Ts 6d'", "--up 9c", "advise nz --hand 'Ts 6d' --up 9c"),
    ("advise nz --hand 'Ts 6d' --up 9", "9s", "advise nz --hand 'Ts 6d' --up 9s"),
    ("advise nz --hand Ts --up 9c", "'Ts 6d'", "advise nz --hand 'Ts 6d' --up 9c"),
    ("advise nz --hand 'Ts 6d' --up 9c --removd 8s", "--removed", ""),
    ("advise nz --hand 'Ts 9d 8c' --up 9c", "at most 21", ""),
    ("advise nz --up 9c", "--hand", ""),
    ("odds", "pitboss odds nz", ""),
    ("odds nzz", "nz", "odds nz"),
    ("odds nz --set decks=99", "pitboss rules nz", "rules nz"),
    ("odds nz --set deks=6", "decks", "rules nz --set decks=6"),
    ("odds nz --set decks", "--set name=value", "rules nz --set decks=8"),
    ("odds nz --wager nope", "pitboss odds", ""),
    ("odds nz --effects maybe", "pitboss odds", ""),
    ("strategy nz --chart /no/such/folder/x.toml", "check the path", ""),
    ("simulate nz --rounds ten", "20M", "simulate nz --strategy basic --rounds 5000"),
    ("simulate nz --rounds 1k --threads x", "pitboss simulate", ""),
    ("simulate nz --rounds 1k --count hilo", "hi_lo", "simulate nz --rounds 1k --count hi_lo"),
    ("simulate nz --rounds 1k --ramp 1:2", "--count hi_lo", ""),
    ("simulate nz --rounds 1k --count hi_lo --ramp x", "-12:1 1:2 3:8", ""),
    ("simulate nz --rounds 1k --penetration 2", "pitboss simulate", ""),
    ("simulate nz --rounds 1k --boxes 99", "--boxes 3", ""),
    ("study nz", "--count hi_lo", ""),
    ("study nz --count hilo", "hi_lo", ""),
    ("study house --shipped --spread 0", "1-12", "study house --shipped --spread 1-12"),
    ("study house --shipped --spread x", "12", "study house --shipped --spread 12"),
    ("study house --shipped --penetration 2", "--penetration 0.7", ""),
    ("study house --shipped --count nope", "one of these", "study house --shipped --count zen"),
    ("counts nz --best 9", "--best 2", ""),
    ("counts nzz", "nz", ""),
    ("replay", "pitboss replay", ""),
    ("verify", "pitboss verify", ""),
    ("verify nope.jsonl", "check the path", ""),
    ("verify README.md", "History", ""),
    ("rules '6D H17 DAZ'", "write that", "rules '6D H17 DAS'"),
    ("rules nz --set decks=3", "pitboss rules nz", "rules nz"),
    ("rules", "pitboss rules", "rules nz"),
    ("diff nz", "pitboss diff nz tribal", "diff nz tribal"),
    ("diff nz trible", "tribal", "diff nz tribal"),
    ("clauses nzz", "nz", "clauses nz"),
    ("clauses nz --class none", "engine", "clauses nz --class engine"),
    ("terms nope", "pitboss terms", "terms"),
    ("schema nope", "advise", "schema advise"),
    ("report", "pitboss report", ""),
    ("backup", "pitboss backup", ""),
    ("restore", "pitboss restore", ""),
    ("case", "pitboss case", ""),
    ("readings", "pitboss readings", "readings nz"),
    ("serve --port x", "pitboss serve", ""),
    ("frobnicate", "pitboss --help", "--help"),
    ("sumulate", "pitboss simulate", ""),
    ("od nz", "pitboss odds", ""),
    ("--verison", "--version", "--version"),
    ("audit", "write pitboss odds nz", "odds nz"),
    ("completion", "pitboss --help lists all", "--help"),
    ("export", "pitboss report", ""),
    ("reset-password", "pitboss reset-password boss", ""),
    ("reset-password ann --data /nowhere", "--data", ""),
    ("repair --data /nowhere", "--data", ""),
    ("repair x y --data /nowhere", "pitboss repair", ""),
    ("witness --data /nowhere", "--data", ""),
    ("restore nope", "check the file", ""),
    ("case x", "--round", ""),
    ("report nope", "pitboss report --table nz", ""),
    ("readings nzz", "nz", "readings nz"),
    ("terms x", "pitboss terms", "terms"),
    ("replay nope.toml", "rulebook =", ""),
    ("advise", "pitboss advise nz", "advise nz --hand 'Ts 6d' --up 9c"),
    ("strategy", "pitboss strategy nz", "strategy nz"),
    ("strategy nzz", "nz", "strategy nz"),
    ("counts", "pitboss counts house", ""),
    ("diff", "pitboss diff nz tribal", "diff nz tribal"),
    ("study nz --count hi_lo --rounds x", "20M", ""),
    ("simulate", "pitboss simulate tribal", ""),
    ("simulate nzz", "nz", ""),
    ("simulate nz --rounds 1k --seed x", "pitboss simulate", ""),
    ("simulate nz --rounds 1k --wager nope", "--wagers", ""),
    ("serve --data", "pitboss", ""),
    ("verify nope --witness x", "check the path", ""),
    ("rules nz --json --nope", "pitboss rules nz", "rules nz --json"),
    ("odds nz --json x", "pitboss odds nz", "odds nz --json"),
    ("study house --shipped --boxes x", "pitboss study", ""),
]


def test_a_hundred_and_fifty_wrong_calls_are_told() -> None:
    assert len(CALLS) + len(LIBRARY_CALLS) >= 150


@pytest.mark.parametrize("wrong, hint, right", CALLS, ids=[call[0] for call in CALLS])
def test_a_wrong_line_names_the_right_one(wrong: str, hint: str, right: str) -> None:
    error, hinted = refused(*shlex.split(wrong)).splitlines()
    assert error.startswith("error: ")
    assert "Did you mean" not in error
    assert hint in hinted
    assert not hinted.endswith("--help"), "a hint names more than where to read"
    if right:
        assert run(*shlex.split(right)).exit_code == 0


def test_the_help_is_grouped() -> None:
    text = run("--help").stdout
    titles = ["Play:", "Read and write rules:", "Price:", "Study:", "Prove:", "Run a house:"]
    places = [text.index(f"\n{title}\n") for title in titles]
    assert places == sorted(places)
