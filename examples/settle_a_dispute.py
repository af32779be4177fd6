"""Settle a dispute: write the round down, play it through the real engine, read the ruling."""

import pitboss

SCRIPT = """
title = "May a soft 17 be doubled in Auckland?"
rulebook = "nz"
shoe = "As 6d 6h 9c | Tc 5s"

[[rounds]]
wagers = ["1 ann main 10"]
acts = ["! 1 double @NZ-11.1", "1 hit", "1 stand"]
expect = { "ann 1 main" = -10 }
"""

verdict = pitboss.replay(SCRIPT)
print("\n".join(verdict.story()))
print("it holds" if verdict.ok else "\n".join(verdict.failures))
