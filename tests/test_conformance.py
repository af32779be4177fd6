"""Every shipped rulebook and kind of wager passes its kit; what is wrong is found.

The stores pass theirs in tests/store.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.rulebook.catalog import SHIPPED, gallery
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Movement, Record
from pitboss.testing.check_rulebook import check_rulebook
from pitboss.testing.check_store import check_store
from pitboss.testing.check_wager import check_wager
from pitboss.testing.conformance import Nonconforming
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager
from pitboss.wagers.registry import wager_kinds

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", [*SHIPPED, str(ROOT / "examples/rulebooks/charity-night.toml")])
def test_rulebooks(name: str) -> None:
    check_rulebook(name, rounds=30)


@pytest.mark.parametrize("name", gallery())
def test_the_gallery(name: str) -> None:
    check_rulebook(name, rounds=6)


def test_a_game_in_one_line() -> None:
    check_rulebook("2D H17 NDAS D10 ES 6:5", rounds=6)


@pytest.mark.parametrize("kind", sorted(wager_kinds()))
def test_wagers(kind: str) -> None:
    check_wager(wager_kinds()[kind])


@dataclass(frozen=True)
class Fickle(Wager):
    """Looks at a card that it does not name, and changes its mind."""

    kind = "fickle"
    decided = Stage.DEAL
    reads = ("first",)
    categories = ("won",)

    def classify(self, sight: Sight) -> str:
        if sight.first is None:
            return OPEN
        return "won" if sight.second is None or sight.second < 20 else LOSE


@dataclass(frozen=True)
class Hasty(Wager):
    """Names nothing properly."""

    kind = "hasty"
    decided = Stage.DEAL
    reads = ("colour",)
    categories = ("won", "lose", "won")

    def classify(self, sight: Sight) -> str:
        return "won"


@dataclass(frozen=True)
class Loud(Wager):
    """Is decided at once, and by something that it does not list."""

    kind = "loud"
    decided = Stage.DEAL
    reads = ("first",)
    categories = ("won",)

    def classify(self, sight: Sight) -> str:
        return "jackpot"


@dataclass(frozen=True)
class Early(Wager):
    """Is to be decided before what it looks at is there, and stays up though it is over."""

    kind = "early"
    decided = Stage.HAND
    reads = ("first", "dealer_total", "result")
    categories = ("won",)
    stays_up = True

    def classify(self, sight: Sight) -> str:
        return OPEN if sight.result is None else LOSE


@dataclass(frozen=True)
class Telltale(Wager):
    """Would be paid with the deal by the card that lies face down."""

    kind = "telltale"
    decided = Stage.DEAL
    reads = ("first", "hole", "dealer_blackjack")
    categories = ("won",)

    def classify(self, sight: Sight) -> str:
        if sight.first is None or sight.hole is None:
            return OPEN
        return "won" if sight.first == sight.hole else LOSE


@dataclass(frozen=True)
class Undecided(Wager):
    """Has no answer to a seven."""

    kind = "undecided"
    decided = Stage.DEALER
    reads = ("first", "dealer_total")
    categories = ("won",)

    def classify(self, sight: Sight) -> str:
        if sight.first is None or sight.dealer_total is None:
            return OPEN
        return OPEN if sight.first // 4 == 6 else "won"


@dataclass(frozen=True)
class Late(Wager):
    """Says when in words of its own."""

    kind = "late"
    decided = "deal"  # type: ignore[assignment]
    reads = ("first",)
    categories = ("won",)


@pytest.mark.parametrize(
    "kind, faults",
    [
        (
            Early,
            [
                "it reads dealer_total, which is not shown before Stage.DEALER",
                "it reads result, which is not shown before Stage.ROUND",
                "it stays up over rounds",
            ],
        ),
        (
            Telltale,
            [
                "it reads hole, which is not shown before Stage.DEALER, and to settle by it would",
                "it reads dealer_blackjack, which is not shown before Stage.DEALER",
            ],
        ),
        (Undecided, ["it is open though all that it reads is known"]),
        (Late, ["decided is 'deal', where a Stage is expected"]),
        (Fickle, ["it says 'lose' once second is known", "it looks at something"]),
        (Hasty, ["it reads 'colour'", "named twice", "'lose' is not a category"]),
        (Loud, ["decided before a card is dealt", "it says 'jackpot'"]),
        (Wager, ["it has no 'kind'"]),
    ],
)
def test_a_wager_that_is_wrong(kind: type[Wager], faults: list[str]) -> None:
    with pytest.raises(Nonconforming) as caught:
        check_wager(kind)
    for fault in faults:
        assert any(fault in told for told in caught.value.faults), fault


class Forgetful(MemoryStore):
    """Keeps only a part of what it is given, and lets anybody write anywhere."""

    def append(
        self,
        table: str,
        after: int,
        records: Sequence[Record],
        movements: Sequence[Movement] = (),
        *,
        opened: Sequence[Record] = (),
    ) -> None:
        self._records[table].extend(records[:1])

    def answered(self, table: str, command: str) -> tuple[int, int] | None:
        return (1, 1)


def test_a_store_that_is_wrong() -> None:
    with pytest.raises(Nonconforming) as caught:
        check_store(Forgetful)
    told = str(caught.value)
    for fault in ("does not give what append() was given", "a table at version 2", "never carried",
                  "after a restart", "races"):  # fmt: skip
        assert fault in told


def test_a_rulebook_that_is_wrong(tmp_path: Path) -> None:
    """Where a box takes at most 1 and a wager is at least 5, nobody can bet."""
    path = tmp_path / "mine.toml"
    least = '[rules.limits]\nbox_max = { value = 1, clause = "T-c-4" }\n'
    path.write_text(f'extends = "tribal"\n{least}', encoding="utf-8")
    with pytest.raises(Nonconforming, match="as it comes, round 0: nobody can bet"):
        check_rulebook(str(path), rounds=2)
