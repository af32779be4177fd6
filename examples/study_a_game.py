"""Study a game: one run by a count, and what penetration, spread and risk make of it."""

import pitboss
from pitboss import Study, best_ramp
from pitboss.sim.counting import parse_plays
from pitboss.study import human_ramp

ROUNDS = 2_000_000
PLAYS = """
insurance = 3
[plays]
"16 T" = "stand 0"
"15 T" = "stand 4"
"12 3" = "stand 2 else hit"
"""

plays, insurance = parse_plays(PLAYS)
study = Study.play(
    pitboss.rules("tribal"), "hi_lo", rounds=ROUNDS, plays=plays, insurance_at=insurance
)
print(study)
for penetration in (0.5, 0.6, 0.7, 0.75):
    game = study.game(penetration=penetration)
    returns = game.bet(best_ramp(game, spread=8))
    print(f"{penetration:.0%} dealt: SCORE {returns.score:6.2f} +- {returns.score_error:.2f}")

game = study.game(penetration=0.7)
ramp = human_ramp(game, bankroll=1000, kelly=0.5, high=10, levels=4)
returns = game.bet(ramp)
print("bets from each count on:", {count: bet for count, bet in ramp.items() if -2 <= count <= 6})
hour, spread = returns.hourly(80)
print(f"80 rounds win {hour:+.2f} +- {spread:.2f} wagers; ruin {returns.ruin(1000):.2%}")
print(f"ahead after 20,000 rounds: {returns.ahead(20_000):.1%}")
