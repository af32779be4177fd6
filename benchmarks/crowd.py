"""`pitboss serve` for a crowd that comes from one address: `python -m benchmarks.crowd FILE`."""

import json
import os
import sys
from pathlib import Path

from pitboss.server.app import Server
from pitboss.server.house import Site
from pitboss.server.observability import log_to
from pitboss.server.security.seal_key import open_seals
from pitboss.server.security.witness import open_store, under_witness
from pitboss.server.settings import Limits, load_settings
from pitboss.server.startup import collect_rarely

LIMITS = Limits(
    connections_per_second=1_000, requests_per_second=40_000, arrivals_per_second=1_000
)  # fmt: skip


def main(config: Path) -> None:
    """Serve by the settings of a file until it is ended, and print where the tables are."""
    settings = load_settings({}, os.environ, config)
    store = open_store(settings)
    faults = under_witness(store, settings)
    seals = open_seals(store, settings)
    site = Site(settings, store, faults=faults, seals=seals, limits=LIMITS)
    log_to()
    url = f"http://localhost:{settings.port}"
    told = {"url": url, "admin_url": f"{url}/#admin={site.identity.admin_token}"}
    print(json.dumps(told), flush=True)
    collect_rarely()
    Server(site).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
