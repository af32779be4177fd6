"""Lines of the register about the house: tables, clocks, secrets, electronic shoes."""

from pitboss.server.people.signed_entries import Entry


class TableClosed(Entry, frozen=True, tag="table_closed"):
    """A table, by its id, is played no more; its log is kept."""


class TablesOpened(Entry, frozen=True, tag="tables_opened"):
    """The first start has opened its tables; its name is empty."""


class ClockJumped(Entry, frozen=True, tag="clock_jumped"):
    """The clock on the wall of a server jumped, back where it is below zero; its name is empty."""

    by_ms: int


class ServerStopped(Entry, frozen=True, tag="server_stopped"):
    """A server was stopped in order; its name is empty."""

    waited: dict[str, tuple[int, int]]
    """Tables whose timers ran: the version of each, and for how long it had waited, in ms."""


class SecretMade(Entry, frozen=True, tag="secret_made"):
    """A secret for signing, written by an earlier version and used no more."""

    secret: str


class ShoeKeyMade(Entry, frozen=True, tag="shoe_key_made"):
    """An electronic shoe may send cards to a table, by its id; an earlier key ends with it."""

    key_sha256: str
    by: str


class ShoeKeyEnded(Entry, frozen=True, tag="shoe_key_ended"):
    """No electronic shoe sends cards to a table any more."""

    by: str
