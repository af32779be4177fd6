"""Play and value a rulebook of your own: a TOML file that says only what is different."""

from pathlib import Path

import pitboss
from pitboss.rulebook.words.describe import describe
from pitboss.testing.check_rulebook import check_rulebook

FILE = Path(__file__).parent / "rulebooks" / "charity-night.toml"

check_rulebook(str(FILE), rounds=20)
rules = pitboss.rules(str(FILE))
for sentence in describe(rules):
    if any(clause.startswith("CN-") for clause in sentence.clauses):
        print(f"{sentence.text} [{', '.join(sentence.clauses)}]")
print(f"house edge {pitboss.solve(rules).house_edge:.4%}")
try:
    pitboss.rules(str(FILE), max_bet=50)
except pitboss.RulebookError as error:
    print(str(error).removeprefix(f"{FILE}: "))
