"""Compare two ways to set up a table: what an option costs or gives the player, exactly."""

import pitboss


def edge(**options: object) -> float:
    """The house edge of the tribal game with these options."""
    return pitboss.solve(pitboss.rulebook("tribal", **options)).house_edge


plain = edge()
print(f"{'as it comes':24} {plain:8.4%}")
for name, value in {"surrender": True, "five_card_21": True, "max_hands": 4, "decks": 8}.items():
    changed = edge(**{name: value})
    print(f"{name + ' = ' + str(value).lower():24} {changed:8.4%} {changed - plain:+8.4%}")
