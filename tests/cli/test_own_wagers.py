"""The guide to side wagers, followed step by step; and programs that nobody trusts."""

import asyncio
import re
import shlex
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

import pitboss
from pitboss.engine.betting.limits import PlaceWager
from pitboss.rulebook import catalog
from pitboss.rulebook import catalog as own_kinds
from pitboss.rulebook.errors import RulebookError
from pitboss.server.analysis.process import Calculator, add_rulebooks
from pitboss.server.settings import Pace, SettingsError, load_settings
from pitboss.wagers.kinds.perfect_pairs import PerfectPairs
from pitboss.wagers.registry import wager_kinds
from tests.cli.commands import refused, run, run_json
from tests.server.live import serving

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "own-side-wager.md"
QUICK = Pace(betting_ms=3_000, turn_ms=1, insurance_ms=1, prize_ms=1)


def forget() -> None:
    """Trust nothing and know no rulebook of the house, as a new process does."""
    own_kinds.distrust_kinds()
    own_kinds._LOADED.clear()
    catalog._OWN.clear()


@pytest.fixture(autouse=True)
def _forgets() -> Iterator[None]:
    """What a test makes known is unknown to the next one."""
    known = dict(wager_kinds())
    yield
    wager_kinds().clear()
    wager_kinds().update(known)
    forget()


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the guide, with the files that it tells the reader to write."""
    monkeypatch.chdir(tmp_path)
    text = GUIDE.read_text(encoding="utf-8")
    kind = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    *book, script = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "my_wagers.py").write_text(kind, encoding="utf-8")
    (tmp_path / "club.toml").write_text("\n".join(book), encoding="utf-8")
    (tmp_path / "aces.round.toml").write_text(script, encoding="utf-8")
    return tmp_path


def commands() -> list[str]:
    """The commands of the guide that stand alone in their lines."""
    return re.findall(r"^pitboss (.*)$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_guide_is_followed_to_its_end(club: Path) -> None:
    told = GUIDE.read_text(encoding="utf-8")
    said = refused("rules", "club.toml")
    assert said in told
    assert "guide_pair_of_aces" not in wager_kinds()
    rules, odds, simulate, replay, serve, verify = map(shlex.split, commands())
    assert "Aces takes a stake of 1.00 or 5.00. [CB-1]" in run(*rules).stdout
    wagers = {one["wager"]: one for one in run_json(*odds)["wagers"]}
    assert wagers["aces"]["outcomes"][0]["exact"] == "31/5395"
    assert {"lucky_ladies", "twenty_one_plus_three"} <= set(wagers)
    assert "aces" in run(*simulate, "--strategy", "basic", "--dry-run").stdout
    assert "1 of 1 scripts hold" in run(*replay).stdout
    for line in (simulate, replay, verify):
        trusted = [word for word in line if word != "--trust-kinds"]
        (club / "club.log.jsonl").write_bytes(b"")
        if line is not verify:
            own_kinds._LOADED.clear()
            assert "programs that would run: my_wagers.py" in refused(*trusted)
    assert {"serve", "--rulebook", "club.toml", "--trust-kinds"} == set(serve)


def test_a_server_plays_it_and_its_log_is_verified(club: Path) -> None:
    with serving(pace=QUICK, rulebooks=("club.toml",), trust_kinds=True) as live:
        boss, ann = live.admin(), live.guest("ann")
        assert "club" in [book["id"] for book in ann.get("/api/rulebooks")]
        boss.post(
            "/api/tables", {"table": "club-1", "rulebook": "club", "title": "Club"}, expect=201
        )
        assert "CB-1" in [one["id"] for one in ann.get("/api/rules/club/clauses")]
        wire = ann.socket("club-1")
        wire.until("view")
        wire.buy()
        for wager in ("main", "aces"):
            answer = wire.give(PlaceWager(box=1, wager=wager, amounts=(500,)))
            assert answer["ok"], answer
        while not any(e["event"]["event"] == "round_ended" for e in wire.events):
            wire.until("update")
        boss.post("/api/tables/club-1", None, verb="DELETE", expect=204)
        (club / "club.log.jsonl").write_bytes(boss.http.get("/api/tables/club-1/log").content)
    verify = shlex.split(commands()[-1])
    result = run(*verify)
    assert result.stdout.endswith("the log is not proven: witness (not made)\n"), result.stdout
    forget()
    unknown = run("verify", "club.log.jsonl")
    assert "the rulebook club does not come with pitboss" in unknown.stdout
    assert unknown.exit_code == 3
    assert "hint: --rulebook FILE names" in unknown.stderr


def test_a_process_of_the_server_knows_the_same_rulebooks(club: Path) -> None:
    add_rulebooks([str(club / "club.toml")], are_trusted=True)

    async def ask() -> tuple[str, ...]:
        calculator = Calculator()
        try:
            return await calculator.ask(catalog.offered_books)
        finally:
            calculator.close()

    assert "club" in asyncio.run(ask())


def test_a_server_takes_no_program_without_its_setting(club: Path) -> None:
    with (
        pytest.raises(RulebookError, match="programs that would run"),
        serving(rulebooks=("club.toml",)),
    ):
        pass
    given = load_settings({}, {"PITBOSS_RULEBOOKS": "a.toml,b.toml", "PITBOSS_TRUST_KINDS": "1"})
    assert (given.rulebooks, given.trust_kinds) == (("a.toml", "b.toml"), True)
    with pytest.raises(SettingsError, match="cannot be the name of a rulebook of the house"):
        add_rulebooks(["tribal.toml"], are_trusted=False)


def test_a_library_takes_it_with_a_word(club: Path) -> None:
    with pytest.raises(RulebookError, match="programs that would run"):
        pitboss.rules("club.toml")
    rules = pitboss.rules("club.toml", trust_kinds=True)
    assert rules.wagers["aces"].kind.kind == "guide_pair_of_aces"
    # Trust in one file is no trust in the next.
    own_kinds._LOADED.clear()
    with pytest.raises(RulebookError, match="programs that would run"):
        pitboss.rules("club.toml")


@pytest.mark.parametrize(
    "change, told",
    [
        (("is_ace(sight.first)", "is_ace(sight.first"), "my_wagers.py cannot be run: SyntaxError"),
        (("from pitboss.cards", "from pitboss.carts"), "cannot be run: ModuleNotFoundError"),
        (('"second")', '"hole")'), "decided before it knows hole: raise its stage, 'decided'"),
        (('"guide_pair_of_aces"', '"streak"'), "there is a kind 'streak' already"),
    ],
)
def test_a_file_of_kinds_that_is_wrong(club: Path, change: tuple[str, str], told: str) -> None:
    file = club / "my_wagers.py"
    file.write_text(file.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    said = refused("rules", "club.toml", "--trust-kinds")
    assert told in said
    assert "line 3: " in said


def test_a_file_of_kinds_that_is_not_there(club: Path) -> None:
    (club / "my_wagers.py").unlink()
    assert "my_wagers.py cannot be run: FileNotFoundError" in refused(
        "rules", "club.toml", "--trust-kinds"
    )
    (club / "bad.toml").write_text('extends = "house"\nkinds = 3\n', encoding="utf-8")
    assert "line 2: kinds must list Python files" in refused("rules", "bad.toml")


def test_an_installed_package_brings_a_kind(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = club / "packed-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Name: packed\nVersion: 1\n", encoding="utf-8")
    points = (
        "[pitboss.wagers]\nguide_pair_of_aces = my_wagers:PairOfAces\nbroken = my_wagers:is_ace\n"
    )
    (folder / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(str(club))
    assert metadata.entry_points(group="pitboss.wagers", name="broken")
    text = (club / "club.toml").read_text(encoding="utf-8").replace('kinds = ["my_wagers.py"]', "")
    (club / "plain.toml").write_text(text, encoding="utf-8")
    assert "Aces takes" in run("rules", "plain.toml").stdout
    (club / "broken.toml").write_text(
        text.replace('"guide_pair_of_aces"', '"broken"'), encoding="utf-8"
    )
    assert "is not a kind of wager named broken" in refused("rules", "broken.toml")
    assert PerfectPairs.kind in wager_kinds()


@pytest.mark.long
def test_the_simulator_plays_it(club: Path) -> None:
    simulate = shlex.split(commands()[2])
    played = run_json(*simulate)
    assert any(one["wager"] == "aces" for one in played["wagers"])
