"""Count cards: what a count and a bet ramp make of a shoe dealt down to its cutting card."""

import pitboss
from pitboss.sim import ByStrategy, Experiment, run_experiment
from pitboss.sim.counting import Betting, load_count, parse_ramp

ROUNDS = 1_000_000

rules = pitboss.rules("double_deck")
player = ByStrategy(pitboss.solve(rules).strategy)
betting = Betting(load_count("hi_lo"), parse_ramp("-12:1 1:2 2:4 3:8"))
result = run_experiment(Experiment(rules, player, penetration=0.75, betting=betting), ROUNDS)

print(f"by the count {result.player_ev:+.3%} of all bets, +- {result.standard_error:.3%}")
for sums in result.by_count:
    if sums.rounds > ROUNDS // 100:
        ev, error = result.count_ev(sums)
        print(
            f"count {sums.count:+3d} {sums.rounds / ROUNDS:6.1%} of rounds {ev:+.2%} +- {error:.2%}"
        )
