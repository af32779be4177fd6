"""`pitboss serve`: starts the live tables and the page."""

import contextlib
import os
import sys
from pathlib import Path

import click

from pitboss.cli.arguments import json_option
from pitboss.cli.errors import InputError
from pitboss.cli.output import print_json

SWITCH_S = 0.000_5
FILES = 200
"""Files that are open beside sockets."""


@click.command(
    epilog="""\b
Examples:
  pitboss serve
  pitboss serve --port 9000 --data ./my-tables
  pitboss serve --database postgresql://localhost/pitboss
"""
)
@click.option("--port", type=int, default=None, help="The port to listen on; 8021 by default.")
@click.option("--host", default=None, help="The address to listen on; this machine by default.")
@click.option("--data", default=None, help="The folder of the SQLite file; ./data by default.")
@click.option("--database", default=None, metavar="URL", help="A PostgreSQL database instead.")
@click.option(
    "--witness",
    type=click.Path(dir_okay=False),
    default=None,
    help="The file that keeps the signed heads of every log; beside the data folder by default.",
)
@click.option(
    "--config", "config", type=click.Path(dir_okay=False, path_type=Path), default=None,
    help="A TOML file with settings.",
)  # fmt: skip
@json_option
def serve(
    port: int | None,
    host: str | None,
    data: str | None,
    database: str | None,
    witness: str | None,
    config: Path | None,
    as_json: bool,
) -> None:
    """Start the live tables; stop them with Ctrl-C.

    Settings come from flags, from the environment (PITBOSS_PORT) and from a file, in that order.
    Everything is play money.
    """
    from pitboss.server.config import SettingsError, load_settings

    if data is not None and database is not None:
        raise InputError("--data and --database exclude each other", "give one of them")
    flags = {
        "port": port, "host": host, "data": data, "database": database, "witness": witness
    }  # fmt: skip
    try:
        settings = load_settings(flags, os.environ, config)
    except SettingsError as error:
        raise InputError(str(error), "docs/guides/run-a-server.md lists the settings") from None

    from pitboss.server.app import Server, bind
    from pitboss.server.garbage import collect_rarely
    from pitboss.server.head_sender import HeadSender
    from pitboss.server.logs import log_to
    from pitboss.server.site import Site
    from pitboss.server.witnessing import (
        UntrustedRegister,
        open_store,
        under_witness,
        witness_paths,
    )
    from pitboss.store.port import StoreError
    from pitboss.store.witness.keys import WitnessKeyError
    from pitboss.store.witness.statements import StatementError

    try:
        bound = bind(settings)
    except OSError as error:
        text = f"port {settings.port} of {settings.host} cannot be used: {error.strerror}"
        raise InputError(text, "give another with --port") from None
    try:
        store = open_store(settings)
        faults = under_witness(store, settings)
        site = Site(settings, store, faults=faults)
    except WitnessKeyError as error:
        bound.close()
        raise InputError(str(error), "docs/guides/run-a-server.md tells of the witness") from None
    except (UntrustedRegister, StatementError) as error:
        bound.close()
        raise InputError(str(error), "`pitboss repair` shows what can be done") from None
    except (StoreError, OSError) as error:
        bound.close()
        raise InputError(str(error), "check the folder or the database") from None
    log_to()
    url = f"http://{'localhost' if settings.host == '127.0.0.1' else settings.host}:{settings.port}"
    token = site.identity.admin_token
    admin_url = f"{url}/#admin={token}" if token else None
    if as_json:
        print_json({"url": url, "admin_url": admin_url})
    else:
        click.echo(f"Tables at {url}")
        if admin_url:
            click.echo(f"Administrator, once: {admin_url}")
    # A thread that comes back from the disk is soon let in, however busy the loop is.
    sys.setswitchinterval(SWITCH_S)
    collect_rarely()
    _allow_sockets(settings.sockets_max)
    server = Server(site)
    heads, _ = witness_paths(settings)
    sender = HeadSender(heads, settings.witness_url) if settings.witness_url else None
    # Ctrl-C is how a server is stopped: it has parked its tables by then.
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[bound])
    if sender is not None:
        sender.close()


def _allow_sockets(count: int) -> None:
    """Let the process hold so many sockets and as many requests, as far as the system permits."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * count + FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
