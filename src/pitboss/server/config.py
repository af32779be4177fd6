"""Settings of a server, read once: from flags, the environment and a file, in that order."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

PREFIX = "PITBOSS_"
"""Names of settings in the environment begin like this: ``PITBOSS_PORT``."""


class SettingsError(Exception):
    """A setting that cannot be used."""


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a table waits, in milliseconds."""

    betting_ms: int = 12_000
    """From the first wager of a round to the deal."""
    insurance_ms: int = 10_000
    turn_ms: int = 20_000
    """For one decision; then the rulebook's default is played for the player."""
    cut_ms: int = 3_000
    """For players at the table to contribute to the cut of a new shoe; 0: nobody is asked."""
    prize_ms: int = 8_000
    """Until the house presses the prize button itself."""
    has_auto_deal: bool = True
    """Otherwise a dealer deals and closes insurance."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set."""

    host: str = "127.0.0.1"
    port: int = 8021
    data: str = "data"
    """The folder of the SQLite file."""
    database: str = ""
    """A PostgreSQL URL; the folder is not used then."""
    origins: tuple[str, ...] = ()
    """Further web origins whose pages may use this server; its own always may."""
    has_secure_cookies: bool = False
    """Send cookies over HTTPS only: set it behind a TLS proxy."""
    pace: Pace = Pace()
    chips_max: int = 1_000_000
    """Play money that a player may have before him after buying in, in cents."""
    sockets_max: int = 2_000
    sockets_per_table_max: int = 250
    queue_max: int = 256
    """Commands that may wait at one table."""
    commands_per_second: int = 25
    """From one person at one table; a burst of twice as many is let through."""
    logins_per_minute: int = 30
    """From one address."""
    outbox_max: int = 256
    """Messages that may wait for one socket."""
    send_timeout_ms: int = 1_500
    """A socket that takes nothing for so long is cut."""
    snapshot_every: int = 500
    """Events between two snapshots of a table."""
    simulations_max: int = 2
    """Simulations that may run at once."""
    simulated_rounds_max: int = 1_000_000_000
    """Rounds of one simulation."""
    session_hours: int = 24
    coachless: tuple[str, ...] = ()
    """Tables at which nobody is coached, by id; ``*`` for all."""
    tables_max: int = 200


def load_settings(
    flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """The settings: a flag counts for more than the environment, and that more than the file."""
    known = set(Settings.__struct_fields__) | {f"pace_{name}" for name in Pace.__struct_fields__}
    found: dict[str, object] = _read(file) if file is not None else {}
    for name, value in environment.items():
        key = name.removeprefix(PREFIX).lower()
        if name.startswith(PREFIX) and key in known:
            found[key] = value.split(",") if key in ("coachless", "origins") else value
    found.update({name: value for name, value in flags.items() if value is not None})
    pace = found.pop("pace", {})
    if not isinstance(pace, dict):
        raise SettingsError("pace must be a table of settings")
    for name in Pace.__struct_fields__:
        if f"pace_{name}" in found:
            pace[name] = found.pop(f"pace_{name}")
    try:
        settings = msgspec.convert({**found, "pace": pace}, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(f"the settings cannot be used: {error}") from None
    if not 0 <= settings.port <= 65_535:
        raise SettingsError(f"there is no port {settings.port}")
    return settings


def _read(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{file} cannot be read: {error}") from None
