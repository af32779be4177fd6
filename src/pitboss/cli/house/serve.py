"""`pitboss serve`: starts the live tables and the page."""

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.house.backup import CONFIG, SETTINGS_HINT
from pitboss.cli.shared.arguments import json_option
from pitboss.cli.shared.errors import InputError, bad_input
from pitboss.cli.shared.output import print_json

if TYPE_CHECKING:
    import socket

    from pitboss.server.house import Site
    from pitboss.server.settings import Settings

ANY_ADDRESS = "0.0.0.0"
LAN_WARNING = (
    "Everybody on this network can join and read along: play money, plain HTTP. Use it at home."
)
SWITCH_S = 0.000_5
FILES = 200
"""Files that are open beside sockets."""


@click.command(
    epilog="""\b
Examples:
  pitboss serve
  pitboss serve --lan
  pitboss serve --port 9000 --data ./my-tables
  pitboss serve --database postgresql://localhost/pitboss
"""
)
@click.option("--port", type=int, default=None, help="The port to listen on; 8021 by default.")
@click.option(
    "--host", default=None, help="The address to listen on; only this machine by default."
)
@click.option(
    "--lan", "is_lan", is_flag=True,
    help="Let phones of this network join: listen on all addresses, and show a code to scan.",
)  # fmt: skip
@click.option("--data", default=None, help="The folder to keep everything in; ./data by default.")
@click.option("--database", default=None, metavar="URL", help="Use a PostgreSQL database instead.")
@click.option(
    "--witness",
    type=click.Path(dir_okay=False),
    default=None,
    help="Where to keep the signed heads of every log; beside the data folder by default.",
)
@click.option(
    "--seal-key-lost",
    is_flag=True,
    help="The seal key is lost for good: make a new one. Shoes in play become void.",
)
@CONFIG
@click.option(
    "--rulebook",
    "rulebooks",
    multiple=True,
    metavar="FILE",
    help="A rulebook of your own to offer; repeatable.",
)
@click.option(
    "--trust-kinds",
    is_flag=True,
    default=None,
    help="Run the Python files that those rulebooks name as kinds of side wager.",
)
@click.option(
    "--tz",
    "time_zone",
    default=None,
    metavar="ZONE",
    help="Time zone of the house's reports, such as Pacific/Auckland; this machine's by default.",
)
@json_option
def serve(
    config: Path | None, is_lan: bool, seal_key_lost: bool, as_json: bool, **flags: Any
) -> None:
    """Start the live tables; stop them with Ctrl-C.

    Settings come from flags, from the environment (PITBOSS_PORT) and from a file, in that order.
    Everything is play money.
    """
    from pitboss.server.settings import SettingsError, load_settings

    if flags["data"] is not None and flags["database"] is not None:
        raise InputError("--data and --database do not go together", "give one of them")
    flags["host"] = flags["host"] or (ANY_ADDRESS if is_lan else None)
    flags["rulebooks"] = flags["rulebooks"] or None
    with bad_input(SETTINGS_HINT, SettingsError):
        settings = load_settings(flags, os.environ, config)

        from pitboss.server.app import Server
        from pitboss.server.observability import log_to
        from pitboss.server.startup import collect_rarely, make_ready

        site, bound = _site(settings, is_key_lost=seal_key_lost)
    log_to()
    _greet(site, as_json)
    # A thread that comes back from the disk is soon let in, however busy the loop is.
    sys.setswitchinterval(SWITCH_S)
    collect_rarely()
    make_ready()
    _allow_sockets(max(settings.sockets_max, site.limits.connections_max // 2))
    server = Server(site)
    # Ctrl-C is how a server is stopped: it has parked its tables by then.
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[bound])


def _site(settings: "Settings", *, is_key_lost: bool = False) -> "tuple[Site, socket.socket]":
    """Return the parts of the server and its address; raise if it cannot start."""
    from pitboss.server.app import bind
    from pitboss.server.house import Site
    from pitboss.server.security.seal_key import faults_of_seals, open_seals
    from pitboss.server.security.witness import UntrustedRegister, open_store, under_witness
    from pitboss.store.port import StoreError
    from pitboss.store.seals import SealKeyError
    from pitboss.store.witness.statements import StatementError, WitnessKeyError

    try:
        bound = bind(settings)
    except OSError as error:
        text = f"port {settings.port} of {settings.host} cannot be used: {error.strerror}"
        # An unknown host name is an error of another kind than a port in use.
        is_name = error.errno is not None and error.errno < 0
        hint = "check the address after --host" if is_name else "give another with --port"
        raise InputError(text, hint) from None
    try:
        store = open_store(settings)
        with contextlib.ExitStack() as opened:
            opened.callback(store.close)
            faults = under_witness(store, settings)
            seals = open_seals(store, settings, is_lost=is_key_lost)
            faults = {**faults_of_seals(store, seals), **faults}
            site = Site(settings, store, faults=faults, seals=seals)
            opened.pop_all()
            return site, bound
    except (StoreError, OSError) as error:
        bound.close()
        hint = "check the folder or the database"
        if isinstance(error, WitnessKeyError):
            hint = "bring the key back, or see what `pitboss witness` says about it"
        elif isinstance(error, SealKeyError):
            hint = "if it is lost for good, --seal-key-lost makes a new one and voids the shoes"
        elif isinstance(error, UntrustedRegister | StatementError):
            hint = "`pitboss repair` shows what can be done"
        raise InputError(str(error), hint) from None


def _greet(site: "Site", as_json: bool) -> None:
    """Say where the tables are, and from where phones join."""
    from pitboss.server.phones import code_in_terminal, phone_url

    settings, token = site.settings, site.identity.admin_token
    host = "localhost" if settings.host in ("127.0.0.1", ANY_ADDRESS) else settings.host
    url, phones = f"http://{host}:{settings.port}", phone_url(settings)
    admin_url = f"{url}/#admin={token}" if token else None
    if as_json:
        print_json({"url": url, "admin_url": admin_url, "phone_url": phones or None})
        return
    click.echo(f"Tables at {url}")
    if admin_url:
        click.echo(f"Administrator, once: {admin_url}")
    if phones:
        click.echo(f"\nJoin from a phone: {phones}\n\n{code_in_terminal(phones)}\n{LAN_WARNING}")
    elif settings.host == ANY_ADDRESS:
        click.echo("This machine is in no network: no phone can join.")


def _allow_sockets(count: int) -> None:
    """Raise the limit of open files to this many sockets, as far as the system permits."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * count + FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
