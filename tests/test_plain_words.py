"""What people read is plain English: phrases that CONTRIBUTING bans are nowhere."""

import re

import pytest

from tests.test_tidy import ROOT, assert_none, matches, text, tree

READ = ("src", "docs", "examples", "README.md", "CHANGELOG.md", "SECURITY.md")
SUFFIXES = {".py", ".js", ".md", ".toml", ".html"}
CLAUSES = re.compile(r"clauses\.csv$|rulebooks/.*|par-sheets/.*|irregularities\.md$|lang/.*")
"""Clauses keep the words of their sources; other languages have tests of their own."""

BANNED = {
    r"\bhangs? on\b": "depends on",
    r"\banew\b": "again",
    r"\b[Ww]ho(?:ever)? does not answer\b": "if you do not answer",
    r"\}[^\w\s]? is no [a-z{]": "is not a",
    r"\bas by default\b": "default",
    r"\bit holds (?:at once|from now on)\b": "it takes effect now",
    r"\bRule so\b": "make the ruling",
    r"\bwaits for a place\b": "waits for a box",
    r"\bgives? away \{": "costs",
    r"\bbears a sign\b": "is marked",
    r"\bsnapper\b": "blackjack",
    r"\bup ?card of the dealer\b": "the dealer's up card",
    r"\bdealer takes soft 17\b": "H17",
}
"""A phrase, and what to write instead."""


@pytest.mark.parametrize("phrase", BANNED)
def test_no_banned_phrase_is_read(phrase: str) -> None:
    names = {path: path.relative_to(ROOT).as_posix() for path in tree()}
    read = [
        path
        for path, name in names.items()
        if name.startswith(READ) and not CLAUSES.search(name) and path.suffix in SUFFIXES
    ]
    assert len(read) > 300
    assert_none(f"{fault}; write {BANNED[phrase]!r}" for fault in matches(re.compile(phrase), read))


def test_the_word_list_names_them() -> None:
    words = text(ROOT / "CONTRIBUTING.md").partition("## Words")[2]
    for phrase in ("hangs on", "anew", "is no", "as by default", "waits for a place"):
        assert phrase in words
