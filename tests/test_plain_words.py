"""What people read is plain English: phrases that docs/style.md bans are nowhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.plain_words import PATTERNS, QUESTION, allowed, counted
from tests.test_tidy import ROOT, assert_none, at, matches, text, tree

READ = (
    "src", "docs", "examples", "scripts", "benchmarks", "README.md", "CHANGELOG.md", "SECURITY.md"
)  # fmt: skip
SUFFIXES = {".py", ".js", ".md", ".toml", ".html"}
CLAUSES = re.compile(
    r"clauses\.csv$|rulebooks/.*|par-sheets/.*|irregularities\.md$|lang/.*|docs/style\.md$"
)
"""Clauses keep the words of their sources; other languages have tests of their own. One page lists
the phrases."""

BANNED = {
    r"\bhangs? on\b": "depends on",
    r"\banew\b": "again",
    r"\b[Ww]ho(?:ever)? does not answer\b": "if you do not answer",
    r"\}[^\w\s]? is no [a-z{]": "is not a",
    r"\b(?:it|this|that|which) is no (?!more|longer|other)\w+[^\"\n]*\"": "is not a",
    r"\bof the processors?\b": "CPU time, CPU seconds",
    r"\bbehind (?:event|version)\b": "after",
    r"\d are the most\b|\} are the most\b": "at most",
    r"\bdid not come about\b": "failed",
    r"\bthe copy outside\b": "the outside copy",
    r"\bas by default\b": "default",
    r"\bit holds (?:at once|from now on)\b": "it takes effect now",
    r"\bRule so\b": "make the ruling",
    r"\bwaits for a place\b": "waits for a box",
    r"\bgives? away \{": "costs",
    r"\bbears a sign\b": "is marked",
    r"\bsnapper\b": "blackjack",
    r"\bup ?card of the dealer\b": "the dealer's up card",
    r"\bdealer takes soft 17\b": "H17",
    r"\bwhat was refused so\b": "you can send it again",
    r"\bexclude each other\"": "do not go together",
    r"\bis no TOML\b": "is not a TOML file",
    r"\bto be offered as\b": "offer it as",
    r"\b[Ll]east main wager\b": "smallest main wager, table minimum",
    r"\b[Gg]reatest main wager\b": "largest main wager, table maximum",
    r"\bnone is given\"": "--ramp needs a count",
    r"\bsay two things of\b": "contradict each other",
    r"\bdue is(?: the|:)": "comes first",
    r"\bis nothing or more\b": "cannot be below 0",
    r"\bthere is no place for\b": "there is no box for",
    r"\} a lammer worth": "gets a lammer worth",
    r"\bdata frame of (?:pandas|[Pp]olars)\b": "pandas data frame, Polars data frame",
    r"\bwhere nobody says otherwise\b": "by default",
}
"""A phrase, and what to write instead."""

PROSE = {
    r"\b[Ww]hoever\b": "anyone who, if you, the person who",
    r"(?:^|[.:;] )(?-i:Who) [a-z]+(?:s|t|d)? (?![^.]*\?)": "if you, players who",
    r"(?<!here )\bis no (?!more|longer|other)[a-z]+\b": "is not a",
    r"\bone's own\b": "of your own, private",
    r"\bat the least\b": "at least",
    r"\bheld against\b": "checked against, compared with",
    r"\bwhat came of\b": "the result",
    r"\bare gone on with\b": "carry on",
    r"\band nothing else is\b": "only",
    r"\bis over 21\b": "busts",
    r"\bso many (?:rounds|cards|hands|boxes)\b": "this many",
    r"\bfor who (?:plays|sits|comes)\b": "for players who",
    r"\bof (?:the )?one's\b": "your",
    r"\bthe (?:least|most) (?:that is|of the table)\b": "the minimum, the maximum",
}
"""Phrases that pages written by hand do without, and what to write instead."""

BY_HAND = re.compile(
    r"(?:README|CONTRIBUTING|SECURITY)\.md$"
    r"|docs/(?:index|start|performance|reliability|security)\.md$"
    r"|docs/(?:guides|concepts|coming-from)/.*\.md$"
    r"|docs/reference/(?:log|perft|round-scripts|commands|terms|roles)\.md$|examples/README\.md$"
)


PAGES_BY_HAND = re.compile(
    r"(?:README|CONTRIBUTING|SECURITY)\.md$|examples/(?:\w+/)?README\.md$"
    r"|docs/(?:index|start|performance|reliability|security)\.md$"
    r"|docs/(?:guides|concepts|coming-from)/.*\.md$"
    r"|docs/reference/(?:http|settings|studies|simulation|environments|asvs|log|perft)\.md$"
    r"|docs/reference/(?:round-scripts|test-times)\.md$"
)
"""Every page that no script writes, but for the list of words itself."""
OPENERS = r"\A"
IN_PAGES = {
    name: pattern.replace(OPENERS, "(?!)")
    for name, pattern in PATTERNS.items()
    if name not in (QUESTION, "somebody", "have it done")
}
"""Patterns that pages do without, but for openers of docstrings. Pages speak to people."""


IN_DOCSTRINGS = {
    r"\b[Ww]hoever\b": "anyone who, the person who",
    r"\bwhat came of\b": "the result",
    r"\bheld against\b": "compared with",
    r"\bone's own\b": "your own",
    r"\bfor so long\b": "for this long",
    r"\bso many\b(?! that)": "this many",
    r"(?<!there )(?:is|are) no (?:blackjack|pair|statement|event|record|study|terminal)\b": (
        "is not a"
    ),
}
"""Riddles that docstrings do without, and what to write instead."""


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """The texts that stand by themselves in a module, each with its line."""
    for node in ast.walk(ast.parse(text(path))):
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.lineno, value.value


@pytest.mark.parametrize("phrase", IN_DOCSTRINGS)
def test_no_docstring_is_a_riddle(phrase: str) -> None:
    modules = [path for path in tree() if path.suffix == ".py" and ROOT / "src" in path.parents]
    assert len(modules) > 300
    pattern = re.compile(phrase, re.IGNORECASE)
    assert_none(
        f"{path.relative_to(ROOT)}:{line}: write {IN_DOCSTRINGS[phrase]!r}"
        for path in modules
        for line, told in docstrings(path)
        if pattern.search(" ".join(told.split()))
    )


def test_docstring_patterns_only_become_fewer() -> None:
    most = allowed()
    assert_none(
        f"{package} has {n} docstrings of the pattern {name!r}, and may have {most.get(key, 0)}: "
        f"python -m scripts.plain_words {package}"
        for key, n in counted().items()
        for name, package in [key]
        if n > most.get(key, 0)
    )


def test_no_program_beside_the_package_begins_with_a_question() -> None:
    beside = [ROOT / folder for folder in ("scripts", "examples", "benchmarks")]
    assert_none(
        f"{at(path, line)}: {told[:60]!r} begins with a question word"
        for path in tree()
        if path.suffix == ".py" and any(path.is_relative_to(folder) for folder in beside)
        for line, told in docstrings(path)
        if re.match(PATTERNS[QUESTION], told)
    )


@pytest.mark.parametrize("phrase", BANNED)
def test_no_banned_phrase_is_read(phrase: str) -> None:
    names = {path: path.relative_to(ROOT).as_posix() for path in tree()}
    read = [
        path
        for path, name in names.items()
        if name.startswith(READ) and not CLAUSES.search(name) and path.suffix in SUFFIXES
    ]
    assert len(read) > 300
    assert_none(
        f"{fault}; write {BANNED[phrase]!r}"
        for fault in matches(re.compile(phrase, re.IGNORECASE), read)
    )


@pytest.mark.parametrize("phrase", PROSE)
def test_no_stiff_phrase_is_in_a_page(phrase: str) -> None:
    pages = [path for path in tree() if BY_HAND.match(path.relative_to(ROOT).as_posix())]
    assert len(pages) > 40
    faults = matches(re.compile(phrase, re.IGNORECASE | re.MULTILINE), pages)
    assert_none(f"{fault}; write {PROSE[phrase]!r}" for fault in faults)


@pytest.mark.parametrize("name", IN_PAGES)
def test_no_page_has_a_pattern_that_stops_readers(name: str) -> None:
    pages = [path for path in tree() if PAGES_BY_HAND.match(path.relative_to(ROOT).as_posix())]
    assert len(pages) > 35
    pattern = re.compile(IN_PAGES[name], re.IGNORECASE)
    assert_none(
        f"{path.relative_to(ROOT)}: {prose[max(0, match.start() - 40) : match.end() + 20]!r}"
        for path in pages
        for prose in [without_code(text(path))]
        for match in pattern.finditer(prose)
    )


CLAIMS = re.compile(
    r"\b(?:fast|slow|quick|simpl|cheap|saf|strong|great)er than (?!the cards)"
    r"|\bno other (?!streak wager\b)|\bthe (?:fast|great|b)est (?:in|known)\b"
    r"|\bguarantees?\b|\bimpossible to\b",
    re.IGNORECASE,
)
"""Claims that need a figure beside them."""


def test_no_page_claims_without_a_figure() -> None:
    pages = [path for path in tree() if PAGES_BY_HAND.match(path.relative_to(ROOT).as_posix())]
    paragraphs = [
        (path, " ".join(part.split()))
        for path in pages
        for part in re.sub(r"```.*?```", "", text(path), flags=re.DOTALL).split("\n\n")
    ]
    assert_none(
        f"{path.relative_to(ROOT)}: {part[max(0, claim.start() - 40) : claim.end() + 40]!r}"
        for path, part in paragraphs
        for claim in CLAIMS.finditer(part)
        if not re.search(r"\d", part)
    )


def test_every_page_is_written_by_a_script_or_read_for_patterns() -> None:
    """A new page is added here, or to a script."""
    pages = {path for path in tree() if path.suffix == ".md" and ROOT / "docs" in path.parents}
    written = "".join(path.read_text("utf-8") for path in (ROOT / "scripts").glob("build_*.py"))
    names = {path: path.relative_to(ROOT).as_posix() for path in pages}
    left = [
        name
        for name in names.values()
        if not PAGES_BY_HAND.match(name)
        and name not in written
        and not re.match(r"docs/(?:rulebooks|wagers)/|docs/reference/api|docs/style\.md$", name)
    ]
    assert left == []


def without_code(page: str) -> str:
    """Return the prose of a page on one line, without blocks of code."""
    return " ".join(re.sub(r"```.*?```", "", page, flags=re.DOTALL).split())


def test_the_word_list_names_them() -> None:
    words = text(ROOT / "docs" / "style.md")
    for phrase in ("hangs on", "anew", "is no", "as by default", "waits for a place"):
        assert phrase in words
