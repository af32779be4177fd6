"""Reading a rulebook file: what it makes, and everything that can be wrong with it."""

from pathlib import Path

import pytest

from pitboss.cards import DECKS_MAX
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.file.load import merge, parse_toml
from tests.rulebook.books import CHARITY, charity, problems_of, texts_of, write_book, write_copy

ONE_PROBLEM = [
    (('boxes = { option = "boxes", clause = "DD-5" }\n', ""), "rules.table.boxes is missing"),
    (("[rules.fees]", "[rules.fes]"), "there is no section fes; did you mean fees?"),
    (("\nturn = ", "\ntrn = "), "trn is not a refusal; did you mean turn?"),
    (("\nturn = ", "\n# turn = "), "refusals.turn is missing"),
    (('\nturn = "DD-24"', "\nturn = 3"), "refusals.turn must name a clause"),
    (('\nturn = "DD-24"', "\nturn = []"), "refusals.turn names no clause"),
    (
        ('in_force_from = "unknown"', 'revision = "one"'),
        "the file: expected a whole number, got text at revision",
    ),
    (
        ('in_force_from = "unknown"', 'in_force_form = "2026"'),
        "a rulebook has no in_force_form; did you mean in_force_from?",
    ),
    (
        ('hole_card = { value = true, clause = "DD-7" }', "hole_card = 1"),
        "rules.deal.hole_card must have a value and its clause: write hole_card = {",
    ),
    (
        ('hole_card = { value = true, clause = "DD-7" }', 'hole_card = { clause = "DD-7" }'),
        "rules.deal.hole_card must give either a value or an option",
    ),
    (
        ('hole_card = { value = true, clause = "DD-7" }', "hole_card = { value = true }"),
        "rules.deal.hole_card: it lacks the key 'clause'",
    ),
    (
        ('hole_card = { value = true, clause = "DD-7" }', 'hole_card = { value=1, clause="DD-7"}'),
        "rules.deal.hole_card: expected true or false, got a whole number",
    ),
    (
        ('match = { option = "split_match"', 'match = { option = "split_mach"'),
        "rules.split.match: there is no option split_mach; did you mean split_match?",
    ),
    (
        ('match = { option = "split_match"', 'match = { option = "double_totals"'),
        "rules.split.match: double_totals = hard_only: it must be one of value, rank",
    ),
    (
        ('when = { hole_check = "none" }', 'when = { hole_check = "never" }'),
        "rules.deal.peek: hole_check is never never; it is one of ace_and_ten, none",
    ),
    (
        ('when = { hole_check = "none" }', "when = { hole_chek = 1 }"),
        "rules.deal.peek: there is no option hole_chek; did you mean hole_check?",
    ),
    (
        ('pays = { value = "3 to 2"', 'pays = { value = "3 for 2"'),
        "rules.blackjack.pays: '3 for 2' is not a price: write it as '3 to 2'",
    ),
    (
        ('hands_max = { value = 4, clause = "DD-20"', 'hands_max = { value = 4, clause = "DD-99"'),
        "rules.split.hands_max names the clause DD-99, which does not exist",
    ),
    (
        ("default = 6\nmin = 1\nmax = 7", "default = 8\nmin = 1\nmax = 7"),
        "the default is refused: boxes = 8 is not allowed: choose a whole number from 1 to 7",
    ),
    (
        (
            'rank = "A pair has one rank: a king and a ten are not split."\n'
            'value = "A pair has one value: a king and a ten are split."\n',
            "",
        ),
        "options.split_match must list its values",
    ),
    (
        ('require.min_bet.at_most = "max_bet"', "require.min_bet.multiple_of = 0"),
        "constraints.0: nothing is a multiple of 0",
    ),
    (
        ('require.min_bet.at_most = "max_bet"', 'require.min_bet.multiple_of = "chip"'),
        "constraints.0: there is no option chip",
    ),
    (
        ('require.min_bet.at_most = "max_bet"', 'require.min_bet.price_at_least = "even"'),
        "constraints.0: 'even' is not a price: write it as '3 to 2'",
    ),
    (
        ('require.min_bet.at_most = "max_bet"', "require.min_bet.stake = 0.001"),
        "constraints.0: 0.001 is not an amount",
    ),
]


@pytest.mark.parametrize("change, text", ONE_PROBLEM, ids=[text for _, text in ONE_PROBLEM])
def test_a_fault_is_told(tmp_path: Path, change: tuple[str, str], text: str) -> None:
    texts = texts_of(write_copy(tmp_path, change))
    assert any(said.startswith(text) for said in texts), texts


def test_a_copy_has_no_fault(tmp_path: Path) -> None:
    assert problems_of(write_copy(tmp_path)) == ()


def test_all_problems_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    path = write_copy(
        tmp_path,
        ('in_force_from = "unknown"', "revision = 1.5"),
        (
            'tie = { value = "push", clause = "DD-13" }',
            'tie = { value = "draw", clause = "DD-13" }',
        ),
        ("[rules.surrender]\n", "[rules.surrender]\nhand = { value = 1, clause = 'DD-2' }\n"),
    )
    lines = path.read_text(encoding="utf-8").splitlines()
    problems = problems_of(path)
    assert len(problems) == 3
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)
    for problem in problems[1:]:
        assert lines[problem.line - 1].startswith(problem.path.rpartition(".")[2])
        assert str(problem).startswith(f"line {problem.line}: ")


def test_problems_of_a_file_that_extends_another_stand_on_their_own_lines(tmp_path: Path) -> None:
    """The lists of the rulebook below come first, and must not shift the numbers."""
    text = CHARITY + wager_text("nothing", "5 to 1", "one", stakes_clause="CN-9")
    more = wager_text("perfect_pairs", "5 to 1", "perfect").partition("scales")[0]
    more = more.replace("ours", "second") + (
        '\nscales = [{ lines = [{ category = "perfct", pays = "1 to 1", clause = "CN-1" }] }]\n'
        "[options.decks]\ndefault = 6\nmin = 'one'\n"
        '[[notices]]\nclause = "CN-7"\ntext = "Words"\n'
    )
    path = write_book(tmp_path, f"{text}\n{more}")
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    at = {problem.text: lines[problem.line - 1] for problem in problems_of(path)}
    assert len(at) == 5
    for told, line in at.items():
        wanted = next(
            begins
            for word, begins in (
                ("there is no kind of wager nothing", 'kind = "nothing"'),
                ("wagers.0.stakes_clause names the clause CN-9", 'stakes_clause = "CN-9"'),
                ("wagers.1.scales.0.lines.0: perfect_pairs has no line", "scales = "),
                ("options.decks: expected a number", "min = "),
                ("notices.0 names the clause CN-7", "[[notices]]"),
            )
            if word in told
        )
        assert line.startswith(wanted)


def test_an_entry_of_a_list_has_its_own_line(tmp_path: Path) -> None:
    text = wager_text("perfect_pairs", "5 to 1", "perfect").partition("scales")[0]
    lines = [
        f'  {{ category = "{category}", pays = "1 to 1", clause = "CN-1" }},'
        for category in ("perfect", "mixt", "colourd")
    ]
    scale = ["[[wagers.scales]]", "lines = [", *lines, "]"]
    path = write_book(tmp_path, CHARITY + text + "\n".join(scale))
    written = Path(path).read_text(encoding="utf-8").splitlines()
    problems = problems_of(path)
    assert len(problems) == 2
    for problem, name in zip(problems, ("mixt", "colourd"), strict=True):
        assert name in written[problem.line - 1]


def test_a_value_that_is_written_is_played_and_fixes_its_option(tmp_path: Path) -> None:
    rulebook = charity(tmp_path, '[rules.table]\ndecks = { value = 1, clause = "CN-1" }\n')
    rules = choose(rulebook, {})
    assert (rules.table.decks, rules.decks_in_play, rules.options["decks"]) == (1, 1, 1)
    assert choose(rulebook, {"decks": 1}).table.decks == 1
    with pytest.raises(RulebookError, match="decks = 6 is not allowed: choose 1, by CN-1"):
        choose(rulebook, {"decks": 6})


@pytest.mark.parametrize("value", ['"two"', "true", "2.5"])
def test_a_value_of_the_wrong_kind_is_one_problem_in_its_line(tmp_path: Path, value: str) -> None:
    cell = f'[rules.table]\ndecks = {{ value = {value}, clause = "CN-1" }}\n'
    path = write_book(tmp_path, CHARITY + cell)
    (problem,) = problems_of(path)
    assert problem.text.startswith("rules.table.decks: expected a whole number")
    assert Path(path).read_text(encoding="utf-8").splitlines()[problem.line - 1].startswith("decks")


def test_an_option_that_decides_nothing_any_more_is_fixed(tmp_path: Path) -> None:
    """`surrender` is asked for by the value that is written, and by nothing else but a sign."""
    cell = '[rules.surrender]\nhands = { value = "any", clause = "CN-1" }\n'
    rulebook = charity(tmp_path, cell)
    assert choose(rulebook, {}).surrender.hands == "any"
    with pytest.raises(
        RulebookError, match="surrender = true is not allowed: choose false, by CN-1"
    ):
        choose(rulebook, {"surrender": True})


def test_an_option_does_not_depend_on_one_that_decides_nothing_any_more(tmp_path: Path) -> None:
    """Whether aces may be surrendered against stays a choice where files say who surrenders."""
    cells = (
        '[rules.surrender]\nhands = {{ value = "any", {0} }}\nwhen = {{ value = "late", {0} }}\n'
    )
    text = 'title = "Own"\nextends = "standard"\n' + cells.format('clause = "STD-surrender"')
    rulebook = load_rulebook(write_book(tmp_path, text))
    assert choose(rulebook, {}).surrender.hands == "any"
    rules = choose(rulebook, {"surrender_against_ace": False})
    assert not rules.surrender.against_ace


def test_an_option_with_another_clause_keeps_what_is_not_said(tmp_path: Path) -> None:
    option = '[options.decks]\ndefault = 4\nclause = "CN-1"\n'
    spec = charity(tmp_path, option).options["decks"].spec
    assert (spec.default, spec.clause, spec.type) == (4, "CN-1", "integer")
    assert spec.text


@pytest.mark.parametrize(
    "text, told",
    [
        ("options = 3\n", "options must be a table: write [options]"),
        ("rules = []\n", "rules must be a table: write [rules]"),
        ("rules.double = 3\n", "rules.double must be a table: write [rules.double]"),
        ("refusals = 'DD-1'\n", "refusals must be a table: write [refusals]"),
        ("wagers = 3\n", "wagers must be a list: write [[wagers]]"),
        ("notices = {}\n", "notices must be a list: write [[notices]]"),
        ("constraints = [3]\n", "constraints.0: expected a table, got a whole number"),
        ("clauses = 3\n", "the file: expected a table, got a whole number at clauses"),
        (
            "options.min_bet = 5\n",
            "options.min_bet must be a table: write min_bet = { default = 5 }",
        ),
    ],
)
def test_what_stands_in_the_place_of_a_table_is_told(tmp_path: Path, text: str, told: str) -> None:
    assert told in texts_of(write_book(tmp_path, f'title = "Nothing"\n{text}'))


def test_an_option_hangs_on_options_that_there_are(tmp_path: Path) -> None:
    text = f"{CHARITY}\n[options.surrender]\nwhen = {{ surender = true }}\n"
    (told,) = texts_of(write_book(tmp_path, text))
    assert "options.surrender" in told
    assert "surender" in told


def test_needed_options_have_their_types(tmp_path: Path) -> None:
    change = ('[options.decks]\ntype = "integer"', '[options.decks]\ntype = "amount"')
    assert "options.decks must be of type integer" in texts_of(write_copy(tmp_path, change))


def wager_text(kind: str, pays: str, category: str, **more: str) -> str:
    """A side wager of one line, added to the charity's rulebook."""
    keys = {"clause": "CN-1", "stakes_clause": "CN-1", "main_clause": "CN-1", **more}
    return "\n".join(
        [
            "[[wagers]]",
            'name = "ours"',
            'title = "Ours"',
            f'kind = "{kind}"',
            "stakes = [1]",
            *(f"{key} = {value}" if value == "true" else f'{key} = "{value}"'
              for key, value in keys.items()),
            f'scales = [{{ lines = [{{ category = "{category}", pays = "{pays}", '
            'clause = "CN-1" }] }]',
        ]
    )  # fmt: skip


@pytest.mark.parametrize(
    "kind, pays, category, more, told",
    [
        ("sevens", "5 to 1", "one", {"paid": "deal"}, "sevens is not decided with the deal"),
        ("push_dealer", "5 to 1", "other", {"paid": "last"}, "push_dealer is not decided with the"),
        ("same_suit", "5 to 1", "suited", {"paid": "last"}, "is a drawn prize, not 5 to 1"),
        ("same_suit", "prize", "suited", {}, "a prize is drawn with the deal or last of all"),
        ("streak", "meter", "won", {}, "streak is decided after the round, too late to win the"),
        ("streak", "5 to 1", "won", {"any_box": "true"}, "streak needs a main wager of its player"),
    ],
)
def test_a_wager_is_paid_when_it_is_decided(
    tmp_path: Path, kind: str, pays: str, category: str, more: dict[str, str], told: str
) -> None:
    texts = texts_of(write_book(tmp_path, CHARITY + wager_text(kind, pays, category, **more)))
    assert any(told in text for text in texts), texts


@pytest.mark.parametrize(
    "cell",
    [
        '{ value = 1, clause = "DD-1", cases = [{ when = { decks_in_play = 1 }, value = 2, '
        'clause = "DD-1" }] }',
        '{ option = "decks_in_play", clause = "DD-1" }',
    ],
)
def test_the_decks_in_play_do_not_hang_on_themselves(tmp_path: Path, cell: str) -> None:
    change = ('parts = { value = 1, clause = "DD-1" }', f"parts = {cell}")
    told = "rules.shoe.parts cannot depend on decks_in_play, which follows from it"
    assert told in texts_of(write_copy(tmp_path, change))


@pytest.mark.parametrize("parts, decks", [(1, 6), (2, 3), (3, 2), (4, 6)])
def test_a_shoe_has_its_part_of_the_decks(tmp_path: Path, parts: int, decks: int) -> None:
    """Where they make no equal parts, all are in play."""
    cell = f'[rules.shoe]\nparts = {{ value = {parts}, clause = "CN-1" }}\n'
    assert choose(charity(tmp_path, cell), {}).decks_in_play == decks


def test_broken_toml_names_its_line(tmp_path: Path) -> None:
    (problem,) = problems_of(write_book(tmp_path, 'title = "A"\nrevision = \n'))
    assert problem.text.startswith("it is not valid TOML")
    assert "line 2" in problem.text
    assert problem.hint


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "9" * 5000], ids=["deep", "long"])
def test_toml_that_python_cannot_hold_is_no_crash(text: str) -> None:
    with pytest.raises(RulebookError, match="it is not valid TOML"):
        parse_toml(text, "book")


def test_many_problems_are_cut_short_in_the_message() -> None:
    problems = [Problem(f"fault {number}") for number in range(30)]
    error = RulebookError("book", problems)
    assert len(error.problems) == 30
    assert str(error).startswith("book: fault 0; fault 1; ")
    assert str(error).endswith("fault 19; and 10 more")


def test_merging_joins_tables_and_replaces_values() -> None:
    base = {
        "title": "A",
        "options": {"decks": {"default": 6, "clause": "A-1"}},
        "rules": {"double": {"cards": {"value": "two", "clause": "A-2"}}},
        "wagers": [{"name": "one", "title": "1"}, {"name": "two"}],
        "notices": [{"text": "a"}],
    }
    child = {
        "title": "B",
        "options": {"decks": {"default": 8}},
        "rules": {"double": {"cards": {"option": "x", "clause": "B-2"}}},
        "wagers": [{"name": "one", "title": "new"}],
        "notices": [{"text": "b"}],
    }
    assert merge(base, child) == {
        "title": "B",
        "options": {"decks": {"default": 8, "clause": "A-1"}},
        "rules": {"double": {"cards": {"option": "x", "clause": "B-2"}}},
        "wagers": [{"name": "two"}, {"name": "one", "title": "new"}],
        "notices": [{"text": "a"}, {"text": "b"}],
    }


def test_a_rulebook_may_extend_a_shipped_one(tmp_path: Path) -> None:
    rulebook = charity(
        tmp_path,
        '[options.surrender]\ntype = "boolean"\ndefault = true\nclause = "CN-1"\ntext = "Given."\n'
        "[options.decks]\ndefault = 4\n",
    )
    assert rulebook.id == "book"
    assert rulebook.title == "Charity night"
    assert rulebook.clauses["CN-1"].summary == "Surrender is always offered."
    assert "T-a-1" in rulebook.clauses
    rules = choose(rulebook, {})
    assert rules.surrender.hands != "none"
    assert rules.table.decks == 4


def test_a_rulebook_may_extend_one_beside_it(tmp_path: Path) -> None:
    write_copy(tmp_path / "base", ("default = 6\nmin = 1", "default = 3\nmin = 1"))
    path = write_book(tmp_path, 'title = "Mine"\nextends = "base/rules.toml"\n')
    rulebook = load_rulebook(path)
    assert choose(rulebook, {}).table.boxes == 3
    assert "DD-1" in rulebook.clauses


@pytest.mark.parametrize("extends", ["'book.toml'", "3", "['tribal']"])
def test_extending_must_end(tmp_path: Path, extends: str) -> None:
    (problem,) = problems_of(write_book(tmp_path, f'title = "Loop"\nextends = {extends}\n'))
    assert problem.text == "extends must name another rulebook, and the chain must end"
    assert problem.line == 2
    assert problem.hint


def test_a_rulebook_without_clauses_may_cite_what_it_likes(tmp_path: Path) -> None:
    copy = write_copy(tmp_path / "copy", ('clause = "DD-20"', 'clause = "page 3"'))
    path = copy.rename(tmp_path / "mine.toml")
    assert problems_of(path) == ()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_rulebooks_have_no_fault(name: str) -> None:
    rulebook = load_rulebook(name)
    assert rulebook.id == name
    assert rulebook.source
    assert choose(rulebook, {}).rulebook == name


def test_the_charity_rulebook_has_no_fault(tmp_path: Path) -> None:
    assert problems_of(write_book(tmp_path, CHARITY)) == ()


def test_no_shoe_has_more_decks_than_there_is_room_for(tmp_path: Path) -> None:
    text = '[rules.table]\ndecks = {{ value = {}, clause = "STD-decks" }}\n'
    book = 'title = "Large"\nextends = "standard"\n' + text
    rules = choose(load_rulebook(str(write_book(tmp_path, book.format(DECKS_MAX)))), {})
    assert len(rules.stack) == 52 * DECKS_MAX
    (problem,) = problems_of(write_book(tmp_path, book.format(DECKS_MAX + 1)))
    assert problem.text == "rules.table.decks: expected a whole number of at most 20"
    assert problem.line == 4
