"""The pages and the schema are as the code has them, and the example works."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema
import pytest

import pitboss
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.wagers.registry import wager_kinds
from tests.cli.commands import refused, run

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "rulebooks" / "charity-night.toml"
SHIPPED_FILES = [ROOT / "src" / "pitboss" / "rulebooks" / name / "rules.toml" for name in SHIPPED]


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    text = (ROOT / "src" / "pitboss" / "schemas" / "rulebook.schema.json").read_text(
        encoding="utf-8"
    )
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("path", [*SHIPPED_FILES, EXAMPLE], ids=lambda path: path.parent.name)
def test_the_schema_fits_real_files(validator: jsonschema.Draft202012Validator, path: Path) -> None:
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    faults = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(raw)]
    assert not faults, f"{path.parent.name}: {'; '.join(faults)}"


@pytest.mark.parametrize(
    "text, place",
    [
        ("rules.double.cards.value = 'three'", "$.rules.double.cards.value"),
        ("rules.double.cards.cases = [{when={}, clause='A', value='x'}]", "cases[0].value"),
        ("rules.double.crads.value = 'two'", "$.rules.double"),
        ("rules.table.decks.value = 0", "$.rules.table.decks.value"),
        ("rules.limits.min_bet.value = 'off'", "$.rules.limits.min_bet.value"),
        ("rules.blackjack.pays.value = 'even'", "$.rules.blackjack.pays.value"),
        ("rules.deal.peek.value = ['king']", "$.rules.deal.peek.value[0]"),
        ("options.decks.default = []", "$.options.decks.default"),
        ("refusals.trun = 'A'", "$.refusals"),
        ("wagers = [{ name = 'a' }]", "$.wagers[0]"),
        ("notices = 3", "$.notices"),
        ("colour = 'red'", "$"),
    ],
)
def test_the_schema_finds_faults(
    validator: jsonschema.Draft202012Validator, text: str, place: str
) -> None:
    raw = tomllib.loads(f"extends = 'tribal'\n{text}\n")
    assert any(error.json_path.endswith(place) for error in validator.iter_errors(raw))


@pytest.mark.parametrize(
    "text",
    ["rules.limits.box_max.value = 'off'", "options.decks.default = 4", "title = 'Mine'", ""],
)
def test_a_file_that_extends_need_not_be_complete(
    validator: jsonschema.Draft202012Validator, text: str
) -> None:
    assert validator.is_valid(tomllib.loads(f"extends = 'tribal'\n{text}\n"))
    assert not validator.is_valid(tomllib.loads(text))


def test_the_example_is_a_table() -> None:
    rules = choose(load_rulebook(str(EXAMPLE)), {})
    assert rules.table.decks == 6
    assert rules.limits.max_bet == 2000
    assert rules.double.amount == "equal"
    assert rules.clause("double.amount") == "CN-3"
    assert rules.wagers["lucky_pair"].stake_max == 500
    assert run("diff", "tribal", str(EXAMPLE)).exit_code == 0
    assert "by CN-2\n" in refused("rules", str(EXAMPLE), "--set", "max_bet=50")


PAGES = sorted((*ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md"), ROOT / "README.md"))
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
RECIPES = re.compile(r"^## How to add\n.*?(?=^## )", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


HAND_MADE = [page for page in PAGES if page.parent.name != "rulebooks"]
"""Pages of rulebooks are made from the tests that they name."""


def test_everything_that_a_page_names_is_there() -> None:
    """A claim names its test, and a figure the program that measures it."""
    sources = [path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py")]
    known = {name for source in sources for name in re.findall(r"def (test_\w+)\(", source)}
    texts = [page.read_text(encoding="utf-8") for page in (*HAND_MADE, CONTRIBUTING)]
    # tests/test_contributing.py makes the files of the recipes.
    text = RECIPES.sub("", "\n".join(texts))
    tests, files = re.findall(r"`(test_\w+)`", text), re.findall(r"`(tests/[^`]+)`", text)
    assert set(tests) - known == set()
    assert [file for file in files if not list(ROOT.glob(file.partition("::")[0]))] == []
    modules = re.findall(r"python -m ((?:benchmarks|scripts)[.\w]*)", text)
    programs = re.findall(r"python ((?:benchmarks|scripts)/\w+\.py)", text)
    paths = [ROOT / name.rstrip(".").replace(".", "/") for name in modules]
    assert [
        path for path in paths if not (path.is_dir() or path.with_suffix(".py").is_file())
    ] == []
    assert [name for name in programs if not (ROOT / name).is_file()] == []
    assert min(len(set(tests)) // 10, len(set(files)) // 5, len(modules), len(programs)) > 5


def test_the_readme_says_what_was_counted_and_measured() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    measured = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    fast = " ".join(readme.partition("## How fast")[2].split())
    rates = re.findall(r"\d+(?:,\d{3})+(?! tables)", fast)
    assert len(rates) >= 8
    rates += re.findall(r"plays ([\d.]+) million rounds per CPU second", fast)
    assert [rate for rate in rates if f"| {rate} |" not in measured] == []
    agents = (ROOT / "docs" / "guides" / "train-an-agent.md").read_text(encoding="utf-8")
    first = " ".join(agents.split()).partition("Nothing is compiled")[0]
    rates = re.findall(r"\d+(?:,\d{3})+", first)
    assert [f"| {rate} |" in measured for rate in rates] == [True, True]
    clauses = sum(len(load_rulebook(name).clauses) for name in SHIPPED)
    assert f"real rulebooks are data: {clauses} clauses." in readme


@pytest.mark.parametrize("name, blocks_min", [("README.md", 4), ("docs/index.md", 4)])
def test_the_front_pages_show_what_their_commands_print(name: str, blocks_min: int) -> None:
    """Lines of three dots leave some out; space at the end of a line does not count."""
    page = (ROOT / name).read_text(encoding="utf-8")
    blocks = re.findall(r"```\n\$ pitboss (.*)\n((?:.*\n)*?)```", page)
    assert len(blocks) >= blocks_min
    for command, shown in blocks:
        done = run(*shlex.split(command))
        printed = [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
        lines = iter([line for line in printed if line])
        missing = [
            line for line in shown.splitlines() if line not in ("", "...") and line not in lines
        ]
        assert missing == [], command


ANSWERS = {
    "What is the edge of 6D H17 DAS LS?": ("guides/price-a-rule.md", "6D H17 DAS LS"),
    "May I double after splitting aces at Free Bet?": (
        "rulebooks/pa_free_bet.md",
        "Split aces may be doubled. (PA-9-b)",
    ),
    "How do I host a night for six friends?": ("guides/night-with-friends.md", "make run LAN=1"),
    "How do I train an agent?": ("guides/train-an-agent.md", "gymnasium"),
    "How do I prove this round was fair?": ("guides/verify-a-log.md", "pitboss verify"),
}
"""Questions of strangers, each with the page that answers it and words of the answer."""


def linked_from(page: Path) -> set[Path]:
    """Return the pages that a page links to."""
    links = re.findall(r"\]\(([^)#:]+\.md)[^)]*\)", page.read_text(encoding="utf-8"))
    return {(page.parent / link).resolve() for link in links}


@pytest.mark.parametrize("question", ANSWERS)
def test_a_question_is_answered_within_two_clicks_of_the_readme(question: str) -> None:
    name, words = ANSWERS[question]
    answer, index = (ROOT / "docs" / name).resolve(), (ROOT / "docs" / "index.md").resolve()
    first = linked_from(ROOT / "README.md")
    assert index in first
    assert answer in first.union(*map(linked_from, (page for page in first if page.is_file())))
    assert words in answer.read_text(encoding="utf-8")
    # The index says which page it is.
    assert re.search(
        rf"\| {re.escape(question)} \|.*\({re.escape(name)}\)", index.read_text(encoding="utf-8")
    )


def test_the_picture_of_the_readme_moves() -> None:
    assert "](docs/images/round.webp)" in (ROOT / "README.md").read_text(encoding="utf-8")
    picture = (ROOT / "docs" / "images" / "round.webp").read_bytes()
    assert len(picture) <= 400_000
    assert picture.count(b"ANMF") >= 10  # The pictures that it is made of.


RUN_ELSEWHERE = ("run-a-supervised-table.md", "http.md")
"""Their blocks are run by the tests of their own parts."""


def programs() -> list[Path]:
    pages = [page for page in PAGES if page.name not in RUN_ELSEWHERE]
    return [page for page in pages if "```python\n" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", programs(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_programs_of_a_page_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are one program, with its own assertions."""
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    known = dict(wager_kinds())
    try:
        exec(compile("\n".join(blocks), page.name, "exec"), {"__name__": "page"})
    finally:
        wager_kinds().clear()
        wager_kinds().update(known)


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """No link leads nowhere, and every page that is named is there."""
    result = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    page = (tmp_path / "guides" / "use-from-python.html").read_text(encoding="utf-8")
    assert "fonts.googleapis" not in page
    assert (tmp_path / "examples" / "learn_to_play.py").is_file()
    # The reference has signatures with types, and examples as code.
    api = (tmp_path / "reference" / "api.html").read_text(encoding="utf-8")
    for name in pitboss.__all__:
        assert f">pitboss.{name}<" in api
    assert "&gt;&gt;&gt;" in api.partition(">pitboss.Table<")[2].partition("<h3")[0]
    # A tutorial is a page with what its cells show; the notebook itself can be downloaded.
    tutorial = (tmp_path / "examples" / "price_a_rule.html").read_text(encoding="utf-8")
    assert "surrender is worth 4.40 an hour to the player" in tutorial
    assert "<caption>Lucky Ladies: house edge 24.0460%</caption>" in tutorial
    assert 'href="price_a_rule.ipynb"' in tutorial
    assert 'href="examples/price_a_rule.html"' in (tmp_path / "index.html").read_text("utf-8")
    # Search works in a site that is opened from a file, and asks nobody else for a script.
    assert (tmp_path / "search" / "search_index.js").is_file()
    assert 'src="../js/iframe-worker.js"' in api
    assert "unpkg" not in api


def test_the_guides_show_what_the_command_says() -> None:
    start = (ROOT / "docs" / "start.md").read_text(encoding="utf-8")
    assert refused("rules", "nz", "--set", "decks=3") in start


GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))


WORDS_MAX = {"README.md": 650, "CONTRIBUTING.md": 1_300}
WORDS_MAX |= {f"docs/{name}.md": 1_700 for name in ("performance", "reliability", "security")}
WORDS_MAX |= {f"docs/guides/{guide.name}": 1_000 for guide in GUIDES}
"""The most words of a page, with its code. A reader gives up on more."""


@pytest.mark.parametrize("name", WORDS_MAX)
def test_a_page_is_short_enough_to_be_read(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").split()) <= WORDS_MAX[name]


def test_what_is_written_by_hand_is_read_to_the_end() -> None:
    """All pages for users together have at most so many words, with their code."""
    docs = ROOT / "docs"
    pages = [ROOT / "README.md", CONTRIBUTING, docs / "index.md", docs / "start.md"]
    pages += [docs / f"{name}.md" for name in ("performance", "reliability", "security")]
    pages += [
        page for name in ("guides", "concepts", "coming-from") for page in docs.glob(f"{name}/*.md")
    ]
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in pages) <= 34_000


def test_the_index_leads_to_every_guide() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert [guide.name for guide in GUIDES if f"(guides/{guide.name})" not in index] == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_a_guide_says_what_to_install(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    if re.search(r"^(\$ )?pitboss |^import pitboss", text, re.MULTILINE):
        assert re.search(r"pip install|start\.md#install|make run|make \.venv", text)


@pytest.mark.parametrize(
    "name, written",
    [
        ("settle-an-argument", "argument.round.toml"),
        ("price-a-rule", ""),
        ("own-rulebook", "club.toml"),
    ],
)
def test_a_guide_shows_what_its_first_command_prints(
    name: str, written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "guides" / f"{name}.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    if written:
        blocks = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
        file = "\n".join(blocks if name == "own-rulebook" else blocks[:1])
        Path(written).write_text(file, encoding="utf-8")
    command, shown = re.findall(r"```\n\$ pitboss (.*?)\n(.*?)```", text, re.DOTALL)[0]
    printed = [line.rstrip() for line in run(*command.split()).stdout.splitlines()]
    assert [line for line in printed if line.strip()][-len(shown.splitlines()) :] == [
        line.rstrip() for line in shown.splitlines()
    ]


def test_the_guide_to_verifying_ends_as_the_command_does(tmp_path: Path) -> None:
    """The verdicts on a log without a witness, and on one in which an amount was changed."""
    page = (ROOT / "docs" / "guides" / "verify-a-log.md").read_text(encoding="utf-8").splitlines()
    log = ROOT / "examples" / "logs" / "one_round.log.jsonl"
    forged = tmp_path / "forged.log.jsonl"
    text = re.sub(r'"amount":\d+', '"amount":60000', log.read_text(encoding="utf-8"), count=1)
    forged.write_text(text, encoding="utf-8")
    for path, status in ((log, 3), (forged, 1)):
        result = run("verify", str(path))
        assert result.exit_code == status
        assert result.stdout.splitlines()[-1] in page


FILES_ON_THE_WAY_MAX = 20
"""A reader follows a command through this many files, not more."""


def test_the_way_of_a_double() -> None:
    """The walk through the code names files that are there, and not too many."""
    text = (ROOT / "docs" / "concepts" / "architecture.md").read_text(encoding="utf-8")
    walk = text.partition("## The way of a double")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in walk.splitlines() if line.startswith("| `")]
    files = [name for row in rows for name in re.findall(r"`([\w/]+\.\w+)`", row)]
    assert len(files) == len(set(files)) <= FILES_ON_THE_WAY_MAX
    missing = [name for name in files if not (ROOT / "src" / "pitboss" / name).is_file()]
    assert missing == []
