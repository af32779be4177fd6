"""Settings of a server, read once: from flags, the environment and a file, in that order.

Limits of a server that no house has to set; a test hands in its own.
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
    """New ones from one address, after a burst."""
    connections_burst: int = 400
    arrivals_per_second: int = 300
    """New connections in all; more wait at the door."""
    header_s: float = 10.0
    """The header of a request has come by then, in however small pieces."""
    body_s: float = 10.0
    unread_s: float = 20.0
    """A client that reads nothing of an answer for this long is cut off."""
    sockets_per_account: int = 20
    requests_per_second: int = 400
    """Requests of all who are not at a table, served in turns by address; more wait."""
    requests_per_account: int = 20
    """A second, of somebody at a table, after a burst; more wait like a stranger's."""
    frames_per_second: int = 10
    """Messages over all sockets of strangers at one address; more are read later."""
    bytes_per_second: int = 8_000_000
    """Sent to one address, after a burst."""
    bytes_burst: int = 64_000_000
    calculations_per_address: int = 4
    """Questions about odds that may wait for one address."""
    guesses_per_hour: int = 20
    """Wrong passwords for one account, from addresses it was never used from."""
    queue_max: int = 256
    """Commands that may wait at one table."""
    outbox_max: int = 256
    """Messages that may wait for one socket."""
    send_timeout_ms: int = 1_500
    """A socket that takes nothing for this long is cut."""
    snapshot_every: int = 500
    """Events between two snapshots of a table."""
    compile_after_s: int = 20
    """Seconds after the start in which kernels are compiled ahead, while nobody asks for anything;
    0: never."""


LIMITS = Limits()
ONCE_SET = ("queue_max", "outbox_max", "send_timeout_ms", "snapshot_every", "compile_after_s")
"""Those that were settings of their own; the others were settings of ``admission``."""


PREFIX = "PITBOSS_"
"""Names of settings in the environment begin like this: ``PITBOSS_PORT``."""


class SettingsError(Error):
    """A setting that cannot be used."""


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a table waits, in milliseconds."""

    betting_ms: int = 12_000
    """From the first wager of a round to the deal."""
    insurance_ms: int = 10_000
    turn_ms: int = 20_000
    """For one decision; then the rulebook's default is played for the player. 0: no limit."""
    cut_ms: int = 3_000
    """For players at the table to contribute to the cut of a new shoe; 0: nobody is asked."""
    prize_ms: int = 8_000
    """Until the house presses the prize button itself. 0: never."""
    bank_ms: int = 30_000
    """Beyond the time of a turn, for one player who is connected, in all turns of a shoe."""
    has_lone_clock: bool = False
    """Time is counted for somebody who plays alone, too."""
    has_auto_deal: bool = True
    """Otherwise a dealer deals and closes insurance."""
    has_bots: bool = True
    """Bots may be seated."""


PACE_MAX_MS = 3_600_000
"""Nobody waits longer at a table."""


def pace_of(house: Pace, given: Mapping[str, int], *, is_by_hand: bool) -> Pace:
    """The pace of one table; raises ``SettingsError``.

    At a table dealt by hand nobody is hurried and no bot sits, unless that is switched on.
    """
    if is_by_hand:
        house = msgspec.structs.replace(house, turn_ms=0, prize_ms=0, has_bots=False)
    for name, value in given.items():
        most = PACE_MAX_MS if name.endswith("_ms") else 1
        if name not in Pace.__struct_fields__ or not 0 <= value <= most:
            raise SettingsError(f"the pace of a table has no {name[:40]} of {value}")
    whole = {**msgspec.structs.asdict(house), **given}
    return msgspec.convert(whole, Pace, strict=False)


class PlayMoney(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What people play with, in cents."""

    opening: int = 1_000_000
    """In the bankroll of everybody who comes for the first time."""
    top_up: int = 100_000
    """Added to a bankroll that holds less than this, once in a while; 0: never."""
    top_up_hours: int = 24
    """At the least from one top-up to the next."""
    buy_in_day_max: int = 0
    """What one person may buy in for, at all tables together, from midnight to midnight UTC;
    0: as much as they have."""


class Admission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many people may come from one address; the other limits are fixed."""

    connections_per_address: int = 200
    """Connections that are open at once."""
    sockets_per_address: int = 150
    strangers_per_address: int = 20
    """Sockets of people who have not logged in."""
    frames_per_address: int = 250
    """Messages a second over all sockets of people who have logged in; more are read later."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set."""

    host: str = "127.0.0.1"
    port: int = 8021
    data: str = "data"
    """The folder of the SQLite file."""
    database: str = ""
    """A PostgreSQL URL; the folder is not used then."""
    witness: str = ""
    """The file outside the store that keeps the signed heads of every log; beside the data folder
    where none is named."""
    witness_key: str = ""
    """The file of the key that signs them; the name of the witness with ``.key`` behind it."""
    seal_key: str = ""
    """The file of the key that the order of a shoe in play is sealed with; beside the data folder
    where none is named. Every server of a house is given the same one."""
    security_copy: str = ""
    """Where each line of the security log is copied to besides the store: a file, or
    ``syslog://HOST:PORT``."""
    origins: tuple[str, ...] = ()
    """Web origins, such as ``https://tables.example``, by which people reach this server besides
    ``localhost`` and the addresses of the machine: a domain name, a proxy, the host of a
    container."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose ``X-Forwarded-For`` is believed; nobody else's is."""
    has_secure_cookies: bool = False
    """Send cookies over HTTPS only: set it behind a TLS proxy."""
    rulebooks: tuple[str, ...] = ()
    """Rulebook files of the house, which tables may be opened by besides the shipped ones; each is
    known by its name without the suffix."""
    time_zone: str = ""
    """Where the days of reports begin at midnight, and in which their times are written:
    ``Pacific/Auckland``; that of this machine where none is named."""
    trust_kinds: bool = False
    """Run the Python files that those rulebooks name for their kinds of side wager."""
    pace: Pace = Pace()
    play_money: PlayMoney = PlayMoney()
    admission: Admission = Admission()
    chips_max: int = 1_000_000
    """Play money that a player may have before him after buying in, in cents."""
    sockets_max: int = 2_000
    sockets_per_table_max: int = 250
    commands_per_second: int = 25
    """From one person at one table; a burst of twice as many is let through."""
    logins_per_minute: int = 30
    """From one address."""
    simulations_max: int = 6
    """Simulations that may run at once."""
    simulated_rounds_max: int = 1_000_000_000
    """Rounds of one simulation."""
    session_hours: int = 24
    """A session lasts so long."""
    session_idle_hours: float = 2.0
    """A session that nobody uses for this long is over; an open table counts as use."""
    staff_second_factor: bool = False
    """Staff without a second factor are players until they set one up."""
    coachless: tuple[str, ...] = ()
    """Tables at which nobody is coached, by id; ``*`` for all."""
    tables_max: int = 200
    private_tables_max: int = 100
    """Private tables, of all people together."""
    private_per_person_max: int = 3
    """Private tables of one person."""
    empty_s: int = 300
    """After this many seconds without people a table sends its bots home, and a private one is
    closed: chips go back to their owners."""


GROUPS = {"pace": Pace, "play_money": PlayMoney, "admission": Admission}
"""Settings that stand in a table of their own in a file."""
ORIGIN = re.compile(r"https?://[^/?#@\sA-Z]+")
"""A web origin as browsers write it: a scheme, a host in small letters, and a port if unusual."""
LISTS = ("coachless", "origins", "rulebooks", "trusted_proxies")
"""Settings with several values, which stand with commas between them in the environment."""


def load_settings(
    flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """The settings: a flag counts for more than the environment, and that more than the file."""
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
    """Refuse names that were settings once; raises ``SettingsError``."""
    group = values.get("admission")
    named = {*values, *(f"admission_{name}" for name in (group if isinstance(group, dict) else ()))}
    named |= {name.removeprefix(PREFIX).lower() for name in environment if name.startswith(PREFIX)}
    for limit in fields(Limits):
        group_name = "" if limit.name in ONCE_SET else "admission."
        if f"{group_name}{limit.name}".replace(".", "_") in named:
            fixed = f"{group_name}{limit.name} is fixed now, at {limit.default}"
            raise SettingsError(f"{fixed}: take it out of the settings")


def _told(error: msgspec.ValidationError) -> str:
    """What is wrong with a setting, in plain words."""
    if match := re.match(
        r"Object contains unknown field `(.*?)`(?: - at `\$\.(\w+)`)?", str(error)
    ):
        name, group = match.groups()
        return f"there is no setting {f'{group}.{name}' if group else name}"
    return str(error)


def _group(values: dict[str, object], group: str) -> dict[str, object]:
    """The settings of a group: from its table, and those named with it as ``pace_turn_ms``."""
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
