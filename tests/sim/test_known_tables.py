"""Tables that were kept are those that would be made again."""

from pathlib import Path

import numpy as np
import pytest

from pitboss import basic_chart, cache
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim import Experiment, LikeDealer, experiment
from pitboss.sim.players import Player
from pitboss.sim.tables.compile import Compiled
from pitboss.sim.tables.kept import pack, unpack


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.NAME, str(tmp_path))
    return tmp_path / "tables"


def compiled(player: Player | None = None, **options: object) -> Compiled:
    rules = choose(load_rulebook("double_deck"), options)
    return Experiment(rules, player or basic_chart()).compiled


def is_same(one: Compiled, other: Compiled) -> bool:
    tables = [c.tables._asdict() for c in (one, other)]
    is_equal = all(
        array.dtype == tables[1][name].dtype and np.array_equal(array, tables[1][name])
        for name, array in tables[0].items()
    )
    figures = [(c.grain, c.pay_low, c.pay_high, c.hands_max, c.levels) for c in (one, other)]
    return is_equal and figures[0] == figures[1]


def test_tables_are_made_once(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = compiled()
    other = compiled(hole_check="none")
    assert not is_same(made, other)
    assert len(list(kept.iterdir())) == 2
    monkeypatch.setattr(experiment, "compile_tables", None)
    assert is_same(compiled(), made)
    assert is_same(compiled(hole_check="none"), other)


def test_a_forged_table_is_made_anew(kept: Path) -> None:
    made = compiled()
    (path,) = kept.iterdir()
    packed = pack(made)
    for content in (b"", packed[:-4], b"\x80\x04K\x01."):
        cache.store("tables", path.name, content)
        assert unpack(Compiled, content) is None
        assert is_same(compiled(), made)
    restored = unpack(Compiled, packed)
    assert restored is not None
    assert is_same(restored, made)
    assert restored.tables.numbers.flags.writeable


def test_players_who_say_little_of_themselves_are_always_asked(kept: Path) -> None:
    compiled(LikeDealer(choose(load_rulebook("double_deck"), {})))
    assert not kept.exists()
