"""Who comes to a world, and where they sit: drawn once, before anything goes wrong."""

import random
from dataclasses import dataclass

from pitboss.rulebook.catalog import SHIPPED
from pitboss.rulebook.rules import Rules
from pitboss.server.feed.floor import DEALING
from pitboss.server.house import Site
from pitboss.server.lobby.lobby import FIRST_OPTIONS
from tests.world.clients import Person

FLOOR = "floor"
"""The table that people deal by hand."""
NAMES = ("ann", "bob", "cat", "dan")
STAFF = {"dee": "dealer", "sue": "supervisor", "sam": "supervisor", "art": "auditor"}
BOTS = ("random", "")


@dataclass(frozen=True, slots=True)
class House:
    """People with their places, and tables with their rules."""

    places: tuple[tuple[Person, str, str], ...]
    """Who sits at which table, and as what."""
    players: tuple[str, ...]
    rules: dict[str, Rules]
    bots: dict[str, tuple[str, ...]]
    """By table: the kinds of bots that sit there."""


async def settle_in(site: Site, rng: random.Random) -> House:
    """Make accounts, open a table dealt by hand, and give everybody a place."""
    identity, lobby = site.identity, site.lobby
    admin = await identity.make_account(
        "boss", "password of boss", admin_token=identity.admin_token
    )
    staff = []
    for name, role in STAFF.items():
        await identity.make_account(name, f"password of {name}")
        await identity.give_role(admin, name, role)
        staff.append((Person(name, f"password of {name}"), role))
    players = []
    for name in NAMES[: rng.randint(2, len(NAMES))]:
        _, key = await identity.name_guest(name)
        players.append(Person(name, key))
    dealing = rng.choice(("by_hand", "by_hand", "cards_by_hand"))
    await lobby.open(FLOOR, "", rng.choice(SHIPPED), {}, automations=DEALING[dealing])
    used = [FLOOR]
    for rulebook in rng.sample(SHIPPED, 2):
        used.append(rulebook.replace("_", "-"))
        await lobby.open(used[-1], "", rulebook, FIRST_OPTIONS.get(rulebook, {}))
    # Some sit at two tables at once, and both are paid out of one bankroll.
    places = [
        (person, table, "player")
        for person in players
        for table in rng.sample(used, rng.choice((1, 1, 1, 2)))
    ]
    if not any(table == FLOOR for _, table, _ in places):
        places.append((players[0], FLOOR, "player"))
    # Auditors see what the staff sees, wherever they are.
    places += [
        (person, rng.choice(used) if role == "auditor" else FLOOR, role) for person, role in staff
    ]
    places.append((Person(), rng.choice(used), "watcher"))
    bots = {table: tuple(rng.choices(BOTS, k=rng.randint(1, 3))) for table in used[1:]}
    rules = {table: lobby.tables[table].rules for table in used}
    return House(tuple(places), tuple(one.name for one in players), rules, bots)
