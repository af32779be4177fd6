"""Play a round: sit, bet, act, and read what happened."""

import pitboss

table = pitboss.Table(pitboss.rules("pa_free_bet"), cards="8s 6d 8h Tc 3d Kh 9c 7d")
table.sit("ann", 100)
table.bet("ann", 10)
table.deal()
table.act("split")  # free: the house puts the second wager up
table.act("double")  # free again, on 11
table.act("stand")
print("\n".join(table.story()))
print(table.net, table.balances)
