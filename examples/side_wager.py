"""Add a side wager in one file: what wins, at which price, and what it is worth."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pitboss
from pitboss.cards import colour
from pitboss.odds.side_wagers.prices import side_wagers
from pitboss.testing.check_wager import check_wager
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager
from pitboss.wagers.registry import add_kind


@add_kind
@dataclass(frozen=True)
class RedPair(Wager):
    """The first two cards are both red, or both black where ``side`` says so."""

    side: str = "red"

    kind = "red_pair"
    decided = Stage.DEAL
    reads = ("first", "second")
    categories = ("same_rank", "colour")

    def classify(self, sight: Sight) -> str:
        """By colour first, then by rank."""
        if sight.first is None or sight.second is None:
            return OPEN
        if {colour(sight.first), colour(sight.second)} != {self.side}:
            return LOSE
        return "same_rank" if sight.first // 4 == sight.second // 4 else "colour"


RULEBOOK = """
extends = "house"
title = "The house game with Red Pair"

[clauses]
"RP-1" = "Red Pair is a wager of 1 to 25 on two red cards."
"RP-2" = "It pays 10 to 1 for two of one rank and 2 to 1 for any other two."

[[wagers]]
name = "red_pair"
title = "Red Pair"
kind = "red_pair"
clause = "RP-1"
stakes_clause = "RP-1"
main_clause = "RP-1"
stakes = [1, 5, 25]

[[wagers.scales]]
lines = [
  { category = "same_rank", pays = "10 to 1", clause = "RP-2" },
  { category = "colour", pays = "2 to 1", clause = "RP-2" },
]
"""

check_wager(RedPair)
with TemporaryDirectory() as folder:
    path = Path(folder, "red-pair.toml")
    path.write_text(RULEBOOK, encoding="utf-8")
    rules = pitboss.rules(str(path))

odds = next(one for one in side_wagers(rules) if one.wager == "red_pair")
for line in odds.lines:
    print(f"{line.name:10} {line.probability:.4%} = {line.chance}, pays {line.pays}")
print(f"house edge {odds.house_edge:.4%}")

table = pitboss.Table(rules, cards="8h 6d 8d Tc 9c")
table.sit("ann", 100)
table.bet("ann", 5)
table.bet("ann", 5, wager="red_pair")
table.deal()
table.act("stand")
print(table.net)
