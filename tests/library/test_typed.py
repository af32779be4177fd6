"""Type checkers find the mistakes of a user's script, and only these."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPT = """\
import pitboss

rules = pitboss.rules("nz", decks=8, variant="antes_up")
pitboss.rules("nz", decks="eight")  # wrong: the value of an option
pitboss.rules("nz", variant="anties_up")  # wrong: the choice of an option
pitboss.rules("nz", deks=8)  # wrong: the name of an option
rules.replace(burn="sometimes")  # wrong: an option that is replaced

table = pitboss.Table(rules, seed=1)
table.sit("ann", 100)
table.bet("ann", 10)
table.deal()
table.act("stand")
table.act("doubel")  # wrong: a play
table.legal("ann")[0]["highest"]  # wrong: the key of a row

solution = pitboss.solve("double_deck", by="totals")
pitboss.solve("double_deck", by="total")  # wrong: the way to play
solution.values()[0]["ev"] + 1.0
solution.values()[0]["edge"]  # wrong: the key of a cell
pitboss.rule_effects("nz")[0]["changes"]  # wrong: the key of an effect
pitboss.par_sheet("nz").rows()[0]["edge"]  # wrong: the key of a wager
pitboss.par_sheet("house").wager("match_dealer").rows()[0]["probability"] + 1.0
pitboss.par_sheet("house").wager("match_dealer").rows()[0]["chance"]  # wrong: the key of a line
rules.readings()[0]["reading"]  # wrong: the key of a reading
pitboss.simulat("nz")  # wrong: a name of the package
pitboss.Card("Ts") + 1  # wrong: a card is not a number

count: pitboss.Count = pitboss.COUNTS["hi_lo"]
plays = pitboss.indices("nz", count)
result = pitboss.simulate("nz", 10, count=count, ramp={0: 1, 2: 8}, plays=plays)
result.rows()[0]["wager"] + result.rows()[0]["wager"]
result.rows()[0]["edge"]  # wrong: the key of a wager's row
result.rows("counts")[0]["count"] + result.rows("distribution")[0]["net"]
result.rows("counts")[0]["net"]  # wrong: the key of another part
result.rows("count")  # wrong: the name of a part
study = pitboss.Study.shipped("house", "hi_lo")
study.game().rows()[0]["deviation"] + study.game().wager("insurance")[0]["ev"]
study.game().rows()[0]["sd"]  # wrong: the key of a count
study.game().wager("insurance")[0]["deviation"]  # wrong: the key of a wager's count
pitboss.replay("mine.round.toml").rows()[0]["net"].strip()
pitboss.replay("mine.round.toml").rows()[0]["amount"]  # wrong: the key of a net result
pitboss.best_ramp(study.game(penetration=0.75), spread=8)
chart: pitboss.Chart = pitboss.basic_chart()
chart.rows()[0]["T"] + chart.rows()[0]["hand"]
chart.rows()[0]["10"]  # wrong: the key of a chart's cell
chart.cost("6D H17 DAS") + pitboss.dealer_odds("nz", "6s")["bust"]
report: pitboss.Report = pitboss.verify("table.log.jsonl")
move: pitboss.Play = "hit"
game: pitboss.Game = Path("mine.toml")
""".replace("import pitboss\n", "from pathlib import Path\n\nimport pitboss\n", 1)
WRONG = [n for n, line in enumerate(SCRIPT.splitlines(), start=1) if "# wrong" in line]


def test_a_type_checker_finds_each_mistake(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text(SCRIPT)
    cache = str(ROOT / ".mypy_cache")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(script)],
        capture_output=True, text=True, check=False, cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT / "src"), "MYPY_CACHE_DIR": cache},
    )  # fmt: skip
    lines = [int(n) for n in re.findall(r"^mine\.py:(\d+): error", checked.stdout, re.MULTILINE)]
    assert sorted({*lines}) == WRONG, checked.stdout
