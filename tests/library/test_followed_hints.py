"""Wrong calls are refused in one sentence, and the hint, followed, leads to a call that works."""

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


NAMES |= {"table": table, "dealt": dealt, "game": game}


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
]  # fmt: skip


@pytest.mark.parametrize("wrong, hint, right", CALLS, ids=[call[0] for call in CALLS])
def test_a_followed_hint_works(wrong: str, hint: str, right: str) -> None:
    with pytest.raises(pitboss.Error) as refused:
        eval(wrong, NAMES)
    error = refused.value
    said = f"{error}"
    assert "\n" not in said.split("\nhint: ", maxsplit=1)[0].strip() or isinstance(
        error, pitboss.RulebookError
    )
    assert len(said) < 400
    assert hint in f"{said} {error.hint} {getattr(error, '__notes__', '')}"
    eval(right, NAMES)
