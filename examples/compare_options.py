"""Compare two ways to set up a table: what an option costs or gives the player, exactly."""

import pitboss


def edge(options: pitboss.Options) -> float:
    """The house edge of the tribal game with these options."""
    return pitboss.solve(pitboss.rules("tribal", **options)).house_edge


CHANGES: list[pitboss.Options] = [
    {"surrender": True},
    {"five_card_21": True},
    {"max_hands": 4},
    {"decks": 8},
]
plain = edge({})
print(f"{'as it comes':24} {plain:8.4%}")
for options in CHANGES:
    changed = edge(options)
    for name, value in options.items():
        print(f"{name + ' = ' + str(value).lower():24} {changed:8.4%} {changed - plain:+8.4%}")
