"""Settings of a server, read once: from flags, the environment and a file, in that order.

``Limits`` has the numbers that no house has to set; a test gives its own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import msgspec

from pitboss.errors import Error
from pitboss.money import MONEY_MAX
from pitboss.reports.times import ZoneError, checked_zone
from pitboss.toml_files import FileError, TomlError, read_text, read_toml


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers that hold for every house, each with its unit."""

    connections_max: int = 4_000
    """Connections that are open at once; fewer if the system gives fewer handles."""
    connections_per_second: int = 20
    """New connections a second from one address, after a burst."""
    connections_burst: int = 400
    arrivals_per_second: int = 300
    """New connections a second in all; more wait to be accepted."""
    header_s: float = 10.0
    """Time in which the header of a request has to arrive, in however small pieces."""
    body_s: float = 10.0
    unread_s: float = 20.0
    """Time after which a client that reads nothing of an answer is cut off."""
    sockets_per_account: int = 20
    requests_per_second: int = 400
    """Requests a second of all who are not at a table, served in turns by address; more wait."""
    requests_per_account: int = 20
    """Requests a second of one person at a table, after a burst; more wait like a stranger's."""
    frames_per_second: int = 10
    """Messages a second over all sockets of strangers at one address; more are read later."""
    bytes_per_second: int = 8_000_000
    """Bytes a second sent to one address, after a burst."""
    bytes_burst: int = 64_000_000
    calculations_per_address: int = 4
    """Questions about odds that may wait for one address."""
    guesses_per_hour: int = 20
    """Wrong passwords an hour for one account, from addresses that it was never used from."""
    queue_max: int = 256
    """Commands that may wait at one table."""
    outbox_max: int = 256
    """Messages that may wait for one socket."""
    send_timeout_ms: int = 1_500
    """Time after which a socket that takes nothing is cut."""
    snapshot_every: int = 500
    """Events between two snapshots of a table."""
    best_play_s: float = 10.0
    """Time for the best play of an absent player, from the start of the wait; then they stand."""
    compile_after_s: int = 20
    """Seconds from the start until an idle server compiles kernels ahead; 0: never."""


LIMITS = Limits()
ONCE_SET = ("queue_max", "outbox_max", "send_timeout_ms", "snapshot_every", "compile_after_s")
"""Limits that were settings of their own; the others were settings of ``admission``."""


PREFIX = "PITBOSS_"
"""Prefix of settings in the environment: ``PITBOSS_PORT``."""


class SettingsError(Error):
    """A setting that cannot be used."""


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Times that a table waits, in milliseconds."""

    betting_ms: int = 12_000
    """Time from the first wager of a round to the deal."""
    insurance_ms: int = 10_000
    turn_ms: int = 20_000
    """Time for one decision; then the rulebook's default is played for the player. 0: no limit."""
    cut_ms: int = 3_000
    """Time for players at the table to contribute to the cut of a new shoe; 0: they do not."""
    prize_ms: int = 8_000
    """Time until the house presses the prize button itself. 0: never."""
    bank_ms: int = 30_000
    """Time beyond that of a turn, for one connected player, in all turns of a shoe."""
    absent_ms: int = 8_000
    """Time after a lost connection until the table acts for a player whom others wait for, at a
    public table. 0: the time of a turn."""
    has_best_play: bool = False
    """Play on for such a player by the exact best play without further stakes: hit, stand or
    surrender. Otherwise, or without exact odds, the hand stands."""
    has_lone_clock: bool = False
    """Count time for a player who is alone at a table, too."""
    has_auto_deal: bool = True
    """Deal and close insurance by itself; otherwise a dealer does."""
    has_bots: bool = True
    """Let bots take seats."""


PACE_MAX_MS = 3_600_000
"""Longest wait at a table."""


def pace_of(
    house: Pace, changes: Mapping[str, int], *, is_by_hand: bool, is_private: bool = False
) -> Pace:
    """Return the pace of one table; raise ``SettingsError``.

    At a table dealt by hand there is no limit on turns and no bot, and at a private one no shorter
    time for absent players, unless that is switched on.
    """
    if is_private:
        house = msgspec.structs.replace(house, absent_ms=0)
    if is_by_hand:
        house = msgspec.structs.replace(house, turn_ms=0, prize_ms=0, has_bots=False)
    for name, value in changes.items():
        most = PACE_MAX_MS if name.endswith("_ms") else 1
        if name not in Pace.__struct_fields__ or not 0 <= value <= most:
            raise SettingsError(f"the pace of a table has no {name[:40]} of {value}")
    merged = {**msgspec.structs.asdict(house), **changes}
    return msgspec.convert(merged, Pace, strict=False)


class PlayMoney(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play money, in cents."""

    opening: int = 1_000_000
    """Amount in the bankroll of each new person."""
    top_up: int = 100_000
    """Amount added to a bankroll that holds less than this, once in a while; 0: never."""
    top_up_hours: int = 24
    """Shortest time from one top-up to the next."""
    buy_in_day_max: int = 0
    """Largest sum of a person's buy-ins at all tables in a day (UTC); 0: no limit."""


class Admission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits on one address; the other limits are fixed."""

    connections_per_address: int = 200
    """Connections that are open at once."""
    sockets_per_address: int = 150
    strangers_per_address: int = 20
    """Sockets of people who have not logged in."""
    frames_per_address: int = 250
    """Messages a second over all sockets of people who have logged in; more are read later."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings."""

    host: str = "127.0.0.1"
    port: int = 8021
    data: str = "data"
    """The folder of the SQLite file."""
    database: str = ""
    """A PostgreSQL URL; the folder is not used then."""
    witness: str = ""
    """File outside the store for the signed heads of logs; by default beside the data folder."""
    witness_key: str = ""
    """File of the key that signs them; by default the witness's name with ``.key`` behind it."""
    seal_key: str = ""
    """File of the key that seals the order of a shoe in play; by default beside the data folder.
    Every server of a house is given the same one."""
    security_copy: str = ""
    """File or ``syslog://HOST:PORT`` that gets a copy of each line of the security log."""
    origins: tuple[str, ...] = ()
    """Web origins of this server in addition to ``localhost`` and the addresses of the machine,
    such as ``https://tables.example``: a domain name, a proxy, the host of a container."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of the only proxies whose ``X-Forwarded-For`` is believed."""
    has_secure_cookies: bool = False
    """Send cookies over HTTPS only: set it behind a TLS proxy."""
    rulebooks: tuple[str, ...] = ()
    """Custom rulebook files, which tables may be opened by in addition to the shipped ones; each is
    known by its name without the suffix."""
    time_zone: str = ""
    """Time zone of reports, whose days begin at its midnight: ``Pacific/Auckland``; by default that
    of this machine."""
    trust_kinds: bool = False
    """Run the Python files that those rulebooks name for their kinds of side wager."""
    pace: Pace = Pace()
    play_money: PlayMoney = PlayMoney()
    admission: Admission = Admission()
    chips_max: int = 1_000_000
    """Largest amount of play money before a player after buying in, in cents."""
    sockets_max: int = 2_000
    sockets_per_table_max: int = 250
    commands_per_second: int = 25
    """Commands of one person at one table; a burst of twice as many is let through."""
    logins_per_minute: int = 30
    """Log-ins from one address."""
    simulations_max: int = 6
    """Simulations that may run at once."""
    simulated_rounds_max: int = 1_000_000_000
    """Rounds of one simulation."""
    session_hours: int = 24
    """Longest life of a session."""
    session_idle_hours: float = 2.0
    """Time after which an unused session is over; an open table counts as use."""
    staff_second_factor: bool = False
    """Treat staff without a second factor as players until they set one up."""
    coachless: tuple[str, ...] = ()
    """Tables without a coach, by id; ``*`` for all."""
    tables_max: int = 200
    private_tables_max: int = 100
    """Private tables of all people together."""
    private_per_person_max: int = 3
    """Private tables of one person."""
    demo_rounds: int = 400
    """Rounds a day (UTC) of the bots at the demo table, while it has viewers; 0: no demo table.
    A house of several servers has none."""
    empty_s: int = 300
    """Seconds without people after which a table sends its bots home."""
    private_empty_s: int = 43_200
    """Seconds without people after which a private table is closed: chips go back to their owners.
    """


GROUPS = {"pace": Pace, "play_money": PlayMoney, "admission": Admission}
"""Settings with a table of their own in a file."""
ORIGIN = re.compile(r"https?://[^/?#@\sA-Z]+")
"""A web origin as browsers write it: a scheme, a host in small letters, and a port if unusual."""
LISTS = ("coachless", "origins", "rulebooks", "trusted_proxies")
"""Settings with several values, which are separated by commas in the environment."""


def load_settings(
    flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """Return the settings; flags override the environment, which overrides the file."""
    known = set(Settings.__struct_fields__) | {
        f"{group}_{name}" for group, kind in GROUPS.items() for name in kind.__struct_fields__
    }
    values: dict[str, object] = _read(file) if file is not None else {}
    _check_fixed(values, environment)
    for name, value in environment.items():
        key = name.removeprefix(PREFIX).lower()
        if name.startswith(PREFIX) and key in known:
            values[key] = value.split(",") if key in LISTS else value
    values.update({name: value for name, value in flags.items() if value is not None})
    groups = {group: _group(values, group) for group in GROUPS}
    try:
        settings = msgspec.convert({**values, **groups}, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(f"the settings cannot be used: {_told(error)}") from None
    for name, amount in msgspec.structs.asdict(settings.play_money).items():
        if not 0 <= amount <= MONEY_MAX:
            raise SettingsError(f"play_money.{name} cannot be {amount}")
    for name, limit in msgspec.structs.asdict(settings.admission).items():
        if limit <= 0:
            raise SettingsError(f"admission.{name} cannot be {limit}")
    for origin in settings.origins:
        if not ORIGIN.fullmatch(origin):
            raise SettingsError(
                f"origins: {origin[:80]!r} is not a web origin; write it as https://tables.example"
            )
    if settings.session_idle_hours <= 0:
        raise SettingsError(f"session_idle_hours cannot be {settings.session_idle_hours}")
    if not 0 <= settings.port <= 65_535:
        raise SettingsError(f"there is no port {settings.port}")
    try:
        checked_zone(settings.time_zone)
    except ZoneError as error:
        raise SettingsError(str(error)) from None
    return settings


def _check_fixed(values: Mapping[str, object], environment: Mapping[str, str]) -> None:
    """Refuse the names of former settings; raise ``SettingsError``."""
    group = values.get("admission")
    named = {*values, *(f"admission_{name}" for name in (group if isinstance(group, dict) else ()))}
    named |= {name.removeprefix(PREFIX).lower() for name in environment if name.startswith(PREFIX)}
    for limit in fields(Limits):
        group_name = "" if limit.name in ONCE_SET else "admission."
        if f"{group_name}{limit.name}".replace(".", "_") in named:
            fixed = f"{group_name}{limit.name} is fixed now, at {limit.default}"
            raise SettingsError(f"{fixed}: take it out of the settings")


def _told(error: msgspec.ValidationError) -> str:
    """Return the fault of a setting in plain words."""
    if match := re.match(
        r"Object contains unknown field `(.*?)`(?: - at `\$\.(\w+)`)?", str(error)
    ):
        name, group = match.groups()
        return f"there is no setting {f'{group}.{name}' if group else name}"
    return str(error)


def _group(values: dict[str, object], group: str) -> dict[str, object]:
    """Return a group of settings from its table, and those named with it as ``pace_turn_ms``."""
    settings = values.pop(group, {})
    if not isinstance(settings, dict):
        raise SettingsError(f"{group} must be a table of settings")
    for name in GROUPS[group].__struct_fields__:
        if f"{group}_{name}" in values:
            settings[name] = values.pop(f"{group}_{name}")
    return settings


def _read(file: Path) -> dict[str, object]:
    try:
        return read_toml(read_text(file))
    except (FileError, TomlError) as error:
        raise SettingsError(f"{file} cannot be read: {error}") from None
