"""News between servers that share a PostgreSQL database: short lines, by NOTIFY and LISTEN.

Nothing depends on them: what was not heard is found out at the next beat.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from pitboss.store.sql.pool import CONNECT_S, Pool, StoreCut, sql

if TYPE_CHECKING:
    from pitboss.store.sql.pool import Connection

CHANNEL = "'pitboss ' || current_schema()"
"""Servers whose tables are in different schemas do not hear each other."""
TELL = f"SELECT pg_notify({CHANNEL}, line) FROM unnest(?::text[]) AS line"
LISTEN = f"DO $$ BEGIN EXECUTE format('LISTEN %I', {CHANNEL}); END $$"


def tell(pool: Pool, lines: Sequence[str]) -> None:
    """Tell every server that listens, in a transaction of its own."""
    with pool.transaction() as db:
        # The order of commits is that of the news, so one that waits for the disk holds up others.
        db.execute("SET LOCAL synchronous_commit = off")
        tell_with(db, lines)


def tell_with(db: "Connection", lines: Sequence[str]) -> None:
    """Tell every server that listens when the transaction is committed."""
    db.execute(sql(TELL), (list(lines),))


async def listen(pool: Pool) -> AsyncGenerator[str, None]:
    """Lines as they come; the first is empty: from now on nothing is missed.

    Raises ``StoreCut`` when the connection breaks.
    """
    connect: Any = pool.psycopg.AsyncConnection.connect
    try:
        db = await connect(
            pool.conninfo, autocommit=True, connect_timeout=CONNECT_S, application_name="pitboss"
        )
        async with db:
            await db.execute(LISTEN)
            yield ""
            async with aclosing(db.notifies()) as lines:
                async for line in lines:
                    yield line.payload
    except pool.psycopg.Error as error:
        raise StoreCut(str(error).strip()) from error
