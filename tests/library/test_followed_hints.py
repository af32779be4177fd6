"""Wrong calls are refused in one sentence, and the hint, followed, leads to a call that works."""

from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss import odds, study

NAMES: dict[str, Any] = {"pitboss": pitboss, "odds": odds, "study": study}


def table(*bets: object) -> Any:
    """A table at which ann sits and bets."""
    dealt: Any = pitboss.Table("tribal", cards="6s 9d 5c Th 7s Kh")
    dealt.sit("ann", 100)
    if bets:
        dealt.bet("ann", *bets)
    return dealt


def dealt() -> Any:
    begun = table(10)
    begun.deal()
    return begun


def game() -> Any:
    return pitboss.Study.shipped("house").game(penetration=0.75)


def played(seed: int) -> pitboss.Study:
    return pitboss.Study.play("double_deck", rounds=9, seed=seed)


NAMES |= {"table": table, "dealt": dealt, "game": game, "played": played}


CALLS = [
    # wrong, a part of the hint, right
    ("pitboss.rules('nzz')", "nz", "pitboss.rules('nz')"),
    ("pitboss.rules('trible')", "tribal", "pitboss.rules('tribal')"),
    ("pitboss.rules('')", "tribal, nz", "pitboss.rules('nz')"),
    ("pitboss.rules(6)", "'tribal'", "pitboss.rules('tribal')"),
    ("pitboss.rules(None)", "'tribal'", "pitboss.rules('tribal')"),
    ("pitboss.rules('6D H17 DAZ')", "write that", "pitboss.rules('6D H17 DAS')"),
    ("pitboss.rules('6D H18')", "write that", "pitboss.rules('6D H17')"),
    ("pitboss.rules('nz', deks=8)", "decks", "pitboss.rules('nz', decks=8)"),
    ("pitboss.rules('nz', decks=99)", "from 4 to 8", "pitboss.rules('nz', decks=8)"),
    ("pitboss.rules('nz', decks='x')", "from 4 to 8", "pitboss.rules('nz', decks=4)"),
    ("pitboss.rules('nz', variant='ante_up')", "antes_up",
     "pitboss.rules('nz', variant='antes_up')"),
    ("pitboss.rules(pitboss.rules('nz'), decks=8)", "rules.replace(decks=8)",
     "pitboss.rules('nz').replace(decks=8)"),
    ("pitboss.rules('nz').replace(deks=8)", "decks", "pitboss.rules('nz').replace(decks=8)"),
    ("pitboss.rules('nz').clause('double.card')", "double.cards",
     "pitboss.rules('nz').clause('double.cards')"),
    ("pitboss.rules('nz').diff('tribal')", "pitboss.rules('nz')",
     "pitboss.rules('nz').diff(pitboss.rules('nz', decks=8))"),
    ("pitboss.Card('10s')", "write Ts", "pitboss.Card('Ts')"),
    ("pitboss.Card('sT')", "write Ts", "pitboss.Card('Ts')"),
    ("pitboss.Card('K')", "Ks", "pitboss.Card('Ks')"),
    ("pitboss.Card('Ts 6d')", "'Ts 6d'", "pitboss.parse_cards('Ts 6d')"),
    ("pitboss.Card(10)", "Ts", "pitboss.Card('Ts')"),
    ("pitboss.Card(None)", "'Ts'", "pitboss.Card('Ts')"),
    ("pitboss.Card.of(52)", "0 to 51", "pitboss.Card.of(51)"),
    ("pitboss.Card.of(-1)", "0 to 51", "pitboss.Card.of(0)"),
    ("pitboss.parse_cards('Ts6d')", "'Ts 6d'", "pitboss.parse_cards('Ts 6d')"),
    ("pitboss.parse_cards('Ts,6d')", "'Ts 6d'", "pitboss.parse_cards('Ts 6d')"),
    ("pitboss.parse_cards(7)", "'Ts 6d'", "pitboss.parse_cards('Ts 6d')"),
    ("pitboss.Hand('As 6')", "6s", "pitboss.Hand('As 6s')"),
    ("pitboss.Hand(None)", "'Ts 6d'", "pitboss.Hand('Ts 6d')"),
    ("pitboss.Table('nz', seed=-1)", "from 0", "pitboss.Table('nz', seed=0)"),
    ("pitboss.Table('nz', seed='x')", "from 0", "pitboss.Table('nz', seed=1)"),
    ("pitboss.Table('nz', cards='1s')", "As", "pitboss.Table('nz', cards='As')"),
    ("table().sit('', 100)", "'ann'", "table().sit('ann', 100)"),
    ("table().sit('bob', 0)", "above 0", "table().sit('bob', 1)"),
    ("table().sit('bob', 'x')", "12.50", "table().sit('bob', '12.50')"),
    ("table().bet('bob', 10)", "table.sit('bob', 100)", "table().bet('ann', 10)"),
    ("table().bet('ann', 1)", "5.00", "table().bet('ann', 5)"),
    ("table().bet('ann', 10**6)", "", "table().bet('ann', 100)"),
    ("table().bet('ann', 10, box=99)", "leave box out", "table().bet('ann', 10)"),
    ("table().bet('ann', 10, box='x')", "box=1", "table().bet('ann', 10, box=1)"),
    ("table().bet('ann', 10, wager='mane')", "main", "table().bet('ann', 10, wager='main')"),
    ("table().deal()", "table.bet('ann', 10)", "table(10).deal()"),
    ("table().act('hit')", "bet and deal", "dealt().act('hit')"),
    ("dealt().act('hitt')", "hit", "dealt().act('hit')"),
    ("dealt().act('insure')", "table.insure", "dealt().act('stand')"),
    ("dealt().act('split')", "hit, stand, double", "dealt().act('double')"),
    ("dealt().bet('ann', 10)", "hit, stand, double", "dealt().act('stand')"),
    ("dealt().may('bob')", "table.sit('bob', 100)", "dealt().may('ann')"),
    ("dealt().view('an')", "ann", "dealt().view('ann')"),
    ("dealt().legal('bob')", "table.sit('bob', 100)", "dealt().legal('ann')"),
    ("dealt().play('basic')", "Chart", "dealt().play(pitboss.basic_chart())"),
    ("dealt().send('hit')", "table.act('hit')", "dealt().act('hit')"),
    ("pitboss.Table('nz').undo()", "table.copy()", "pitboss.Table('nz').copy()"),
    ("pitboss.solve('double_deck', by='total')", "totals",
     "pitboss.solve('double_deck', by='totals')"),
    ("pitboss.solve('double_deck', removed='9c 9c 9c')", "count the cards",
     "pitboss.solve('double_deck', removed='9c 9c')"),
    ("pitboss.solve('double_deck', shoe=6)", "odds.full(6)",
     "pitboss.solve('double_deck', shoe=odds.full(6))"),
    ("pitboss.solve('double_deck').split('88', '9c')", "'8'",
     "pitboss.solve('double_deck').split('8', '9c')"),
    ("pitboss.solve('double_deck').split('8', '9c', hands=1)", "from 2 to 8",
     "pitboss.solve('double_deck').split('8', '9c', hands=2)"),
    ("pitboss.solve('double_deck').acts('Ts', '6d')", "acts('Ts 6d', 'Tc')",
     "pitboss.solve('double_deck').acts('Ts 6d', 'Tc')"),
    ("odds.full(0)", "from 1", "odds.full(1)"),
    ("odds.parse_shoe('Ax')", "", "odds.parse_shoe('Ax4')"),
    ("pitboss.dealer_odds('nz', '6')", "6s", "pitboss.dealer_odds('nz', '6s')"),
    ("pitboss.dealer_odds('nz', None)", "'Ts'", "pitboss.dealer_odds('nz', 'Ts')"),
    ("pitboss.advise('nz', 'Ts', '9c')", "two cards", "pitboss.advise('nz', 'Ts 6d', '9c')"),
    ("pitboss.advise('nz', 'Ts 9d 8c', '9c')", "at most 21", "pitboss.advise('nz', 'Ts 9d', '9c')"),
    ("pitboss.basic_chart().play('Ts', '9c')", "two cards",
     "pitboss.basic_chart().play('Ts 6d', '9c')"),
    ("pitboss.basic_chart().cost(6)", "'tribal'", "pitboss.basic_chart().cost('tribal')"),
    ("pitboss.Chart.parse(None)", "Chart.read", "pitboss.Chart.parse(str(pitboss.basic_chart()))"),
    ("pitboss.Chart.parse('')", "hard",
     "pitboss.Chart.parse('[hard]\\n16 = \"' + 'S ' * 10 + '\"')"),
    ("pitboss.simulate('nz', 0)", "from 1", "pitboss.simulate('nz', 1, player='basic')"),
    ("pitboss.simulate('nz', 9, player='basik')", "basic",
     "pitboss.simulate('nz', 9, player='basic')"),
    ("pitboss.simulate('nz', 9, ramp={0: 1})", "count=",
     "pitboss.simulate('nz', 9, player='basic', count='hi_lo', ramp={0: 1})"),
    ("pitboss.simulate('nz', 9, count='hi_lo', ramp={0: 1.5})", "{0: 1, 2: 8}",
     "pitboss.simulate('nz', 9, player='basic', count='hi_lo', ramp={0: 1, 2: 8})"),
    ("pitboss.simulate('nz', 9, count='hilo')", "hi_lo",
     "pitboss.simulate('nz', 9, player='basic', count='hi_lo')"),
    ("pitboss.simulate('nz', 9, penetration=2)", "between 0 and 1",
     "pitboss.simulate('nz', 9, player='basic', penetration=0.7)"),
    ("pitboss.simulate('nz', 9, threads=0)", "from 1",
     "pitboss.simulate('nz', 9, player='basic', threads=1)"),
    ("pitboss.simulate('nz', 9, boxes=0)", "1 to", "pitboss.simulate('nz', 9, player='basic')"),
    ("pitboss.indices('nz', 'hilo')", "hi_lo", "pitboss.COUNTS['hi_lo']"),
    ("pitboss.indices('nz', 'hi_lo', penetration=2)", "between 0 and 1", "0.75"),
    ("pitboss.Study.shipped('house', 'omega_ii')", "one of these",
     "pitboss.Study.shipped('house', 'zen')"),
    ("pitboss.Study.shipped('house', 5)", "quotes", "pitboss.Study.shipped('house', 'zen')"),
    ("pitboss.Study.play('nz', 'hilo')", "hi_lo", "pitboss.Study.shipped('nz', 'hi_lo')"),
    ("pitboss.Study.play('nz', rounds=0)", "from 1", "pitboss.Study.shipped('nz')"),
    ("game().bet({1.5: 2})", "{2: 4}", "game().bet({2: 4})"),
    ("pitboss.best_ramp(game(), spread=0)", "8", "pitboss.best_ramp(game(), spread=8)"),
    ("pitboss.best_ramp(game(), spread='8')", "number", "pitboss.best_ramp(game(), spread=8)"),
    ("pitboss.replay('')", "path", "pitboss.replay('examples/rounds/01-first-round.round.toml')"),
    ("pitboss.replay(5)", "", "pitboss.replay('examples/rounds/01-first-round.round.toml')"),
    ("pitboss.verify('nope.jsonl')", "check the path",
     "pitboss.verify('examples/logs/one_round.log.jsonl')"),
    ("pitboss.verify(b'x')", "History", "pitboss.verify('examples/logs/one_round.log.jsonl')"),
    ("pitboss.read_log(5)", "jsonl", "pitboss.read_log('examples/logs/one_round.log.jsonl')"),
    # Studies, ramps and bets.
    ("pitboss.simulate('nz', 9, penetration=0)", "between 0 and 1",
     "pitboss.simulate('nz', 9, player='basic', penetration=0.75)"),
    ("pitboss.simulate('nz', 9, penetration='x')", "between 0 and 1",
     "pitboss.simulate('nz', 9, player='basic', penetration=0.75)"),
    ("pitboss.simulate('nz', 9, threads=5000)", "from 1 to 1,024",
     "pitboss.simulate('nz', 9, player='basic', threads=1)"),
    ("pitboss.simulate('nz', 9, seed=-1)", "from 0",
     "pitboss.simulate('nz', 9, player='basic', seed=0)"),
    ("pitboss.simulate('nz', 9, player='basic', wagers=('nope',))", "no side wagers",
     "pitboss.simulate('nz', 9, player='basic')"),
    ("pitboss.simulate('nz', 9, wagers='main')", "['a', 'b']",
     "pitboss.simulate('nz', 9, player='basic', wagers=[])"),
    ("pitboss.simulate('nz', 9, plays='i18')", "hi_lo",
     "pitboss.simulate('nz', 9, player='basic', count='hi_lo')"),
    ("pitboss.simulate('nz', 9, every_round=1)", "True",
     "pitboss.simulate('nz', 9, player='basic', every_round=True)"),
    ("pitboss.simulate('nz', 9, count='hi_lo', ramp=[1, 2])", "{2: 4}",
     "pitboss.simulate('nz', 9, player='basic', count='hi_lo', ramp={2: 4})"),
    ("pitboss.simulate('nz', 9, player='basic').rows('wager')", "wagers",
     "pitboss.simulate('nz', 9, player='basic').rows('wagers')"),
    ("pitboss.indices('nz', 5)", "quotes", "pitboss.COUNTS['hi_lo']"),
    ("pitboss.Study.shipped('nope')", "choose one of these", "pitboss.Study.shipped('nz')"),
    ("pitboss.Study.load('nope.npz')", "cannot be read", "pitboss.Study.shipped('nz')"),
    ("pitboss.Study.load(5)", "quotes", "pitboss.Study.shipped('nz')"),
    ("pitboss.Study.shipped('nz').game(penetration=2)", "0.75",
     "pitboss.Study.shipped('nz').game(penetration=0.75)"),
    ("pitboss.Study.shipped('nz').game(behind=-1)", "leave both out",
     "pitboss.Study.shipped('nz').game()"),
    ("pitboss.Study.shipped('nz').game(penetration=0.75, behind=78)", "one of them",
     "pitboss.Study.shipped('nz').game(behind=78)"),
    ("pitboss.Study.shipped('nz').columns('cell')", "cells",
     "pitboss.Study.shipped('nz').columns('cells')"),
    ("pitboss.Study.shipped('nz').export('/nowhere/x.csv')", "check the path",
     "pitboss.Study.shipped('nz').export(folder + '/x.csv', 'wagers')"),
    ("pitboss.Study.shipped('nz').export('x.txt')", "x.csv",
     "pitboss.Study.shipped('nz').export(folder + '/x.csv', 'wagers')"),
    ("pitboss.Study.shipped('nz').merge(pitboss.Study.shipped('house'))", "another seed",
     "played(seed=1).merge(played(seed=2))"),
    ("pitboss.Study.play('nz', boxes=99)", "1 to 9", "pitboss.Study.shipped('nz')"),
    ("pitboss.Study.play('nz', player_errors=2)", "from 0 to 1", "pitboss.Study.shipped('nz')"),
    ("pitboss.Study.play('nz', threads=-1)", "from 0", "pitboss.Study.shipped('nz')"),
    ("game().bet({})", "{-12: 1, 2: 4}", "game().bet({-12: 1, 2: 4})"),
    ("game().bet({0: -1})", "bet 0", "game().bet({0: 0, 1: 2})"),
    ("game().bet({0: 1}, hands=0)", "hands=1", "game().bet({0: 1}, hands=1)"),
    ("game().wager('nope')", "insurance", "game().wager('insurance')"),
    ("game().bet({0: 1, 1: 8}).ruin(-1)", "above 0", "game().bet({0: 1, 1: 8}).ruin(1)"),
    ("pitboss.best_ramp(game(), spread=0.5)", "8", "pitboss.best_ramp(game(), spread=8)"),
    ("pitboss.best_ramp(game(), spread=8, hands=99)", "hands=1",
     "pitboss.best_ramp(game(), spread=8, hands=1)"),
    ("pitboss.best_ramp('nz', spread=8)", "pitboss.study.game.Game",
     "pitboss.best_ramp(game(), spread=8)"),
    ("study.best_bets(game(), bankroll=0)", "400", "study.best_bets(game(), bankroll=400)"),
    ("study.best_bets(game(), bankroll=400, kelly=0)", "0.5",
     "study.best_bets(game(), bankroll=400, kelly=0.5)"),
    ("study.best_bets(game(), bankroll=4000, high=8, ruin=2)", "0.05",
     "study.best_bets(game(), bankroll=4000, high=8, ruin=0.05)"),
    ("study.best_bets(game(), bankroll=400, low=9, high=3)", "not above high",
     "study.best_bets(game(), bankroll=400, low=3, high=9)"),
    ("study.best_bets(game(), bankroll=400, chip=-1)", "from 0",
     "study.best_bets(game(), bankroll=400, low=1, high=8, chip=1)"),
    ("study.human_ramp(game(), bankroll=400, high=8, levels=0)", "levels=4",
     "study.human_ramp(game(), bankroll=400, high=8, levels=4, chip=1)"),
    # Odds, charts and records.
    ("odds.parse_shoe('A99999')", "", "odds.parse_shoe('Ax4')"),
    ("odds.parse_shoe('Ax9999')", "write Ax4", "odds.parse_shoe('Ax4')"),
    ("pitboss.solve('double_deck').split('1', '9c')", "A, 2, 3",
     "pitboss.solve('double_deck').split('A', '9c')"),
    ("pitboss.advise('nz', '', '9c')", "'Ts 6d'", "pitboss.advise('nz', 'Ts 6d', '9c')"),
    ("pitboss.advise('nz', 'Ts 6d', '9c', removed='x')", "'As'",
     "pitboss.advise('nz', 'Ts 6d', '9c', removed='As')"),
    ("pitboss.par_sheet('nz').wager('nope')", "insurance",
     "pitboss.par_sheet('nz').wager('insurance')"),
    ("pitboss.par_sheet(None)", "'tribal'", "pitboss.par_sheet('tribal')"),
    ("pitboss.removal_effects(5)", "'tribal'", "pitboss.removal_effects('tribal')"),
    ("pitboss.rule_effects('nzz')", "nz", "pitboss.rules('nz')"),
    ("pitboss.basic_chart().write('/nowhere/x.toml')", "check the path",
     "pitboss.basic_chart().write(folder + '/x.toml')"),
    ("pitboss.Chart.read('nope.toml')", "check the path", "pitboss.basic_chart()"),
    ("pitboss.Chart.parse('[hardd]\\n16 = \"S\"')", "hard",
     "pitboss.Chart.parse('[hard]\\n16 = \"' + 'S ' * 10 + '\"')"),
    ("pitboss.Chart.parse('[hard]\\n99 = \"' + 'S ' * 10 + '\"')", "'16'",
     "pitboss.Chart.parse('[hard]\\n16 = \"' + 'S ' * 10 + '\"')"),
    ("pitboss.Chart.parse('[hard]\\n16 = \"' + 'Q ' * 10 + '\"')", "write one of S H D",
     "pitboss.Chart.parse('[hard]\\n16 = \"' + 'H ' * 10 + '\"')"),
    ("table().sit('bob', '1.234')", "12.50", "table().sit('bob', '12.50')"),
    ("table().bet('an', 10)", "ann", "table().bet('ann', 10)"),
    ("table().take_even_money('ann')", "table.bet('ann', 10)", "table().bet('ann', 10)"),
    ("table().insure('ann', 5)", "bet and deal first", "table(10).deal()"),
    ("table().bet('ann', 10, wager='insurance')", "main", "table().bet('ann', 10, wager='main')"),
    ("pitboss.rules('9D')", "1D", "pitboss.rules('1D')"),
    ("pitboss.rules('6D H17 S17')", "keep one", "pitboss.rules('6D H17')"),
    ("pitboss.rules('nope.toml')", "check the path", "pitboss.rules('nz')"),
    ("pitboss.rules('nz', super_sevens=2)", "true or false",
     "pitboss.rules('nz', super_sevens=True)"),
    ("pitboss.verify('examples/logs/one_round.log.jsonl', receipts=['README.md'])",
     "receipts that the page saved", "pitboss.verify('examples/logs/one_round.log.jsonl')"),
    ("pitboss.verify('examples/logs/one_round.log.jsonl', witness='nope')", "check the path",
     "pitboss.verify('examples/logs/one_round.log.jsonl')"),
    ("pitboss.verify('examples/logs/one_round.log.jsonl', receipts=['nope'])", "check the path",
     "pitboss.verify('examples/logs/one_round.log.jsonl')"),
]  # fmt: skip


@pytest.mark.parametrize("wrong, hint, right", CALLS, ids=[call[0] for call in CALLS])
def test_a_followed_hint_works(wrong: str, hint: str, right: str, tmp_path: Path) -> None:
    with pytest.raises(pitboss.Error) as refused:
        eval(wrong, NAMES)
    error = refused.value
    said = f"{error}"
    assert "\n" not in said.split("\nhint: ", maxsplit=1)[0].strip() or isinstance(
        error, pitboss.RulebookError
    )
    assert len(said) < 400
    assert hint in f"{said} {error.hint} {getattr(error, '__notes__', '')}"
    eval(right, NAMES | {"folder": str(tmp_path)})
