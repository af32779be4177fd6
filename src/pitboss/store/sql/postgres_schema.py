"""Compare the tables of a PostgreSQL database with those that the migrations make.

They are made once more as temporary tables, in a transaction that is rolled back, so that the
server describes both in its own words.
"""

import re
from typing import TYPE_CHECKING

from pitboss.store.sql.pool import Pool, sql, without_limits
from pitboss.store.sql.queries import MIGRATIONS, SCHEMA, migrations

if TYPE_CHECKING:
    from pitboss.store.sql.pool import Connection

PARTS = """
WITH own AS (SELECT oid, nspname FROM pg_namespace WHERE oid = {schema}),
relations AS (
    SELECT c.oid, relname::text, relkind FROM pg_class c, own WHERE relnamespace = own.oid
)
SELECT relname, relkind::text FROM relations WHERE relkind <> 'i'
UNION ALL
SELECT relname, attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull
    || ' ' || attidentity::text || ' ' || coalesce(pg_get_expr(adbin, adrelid), '')
FROM relations JOIN pg_attribute ON attrelid = relations.oid
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped
UNION ALL
SELECT conname::text, pg_get_constraintdef(pg_constraint.oid) || ' ' || convalidated
FROM relations JOIN pg_constraint ON conrelid = relations.oid WHERE contype <> 'n'
UNION ALL
SELECT relname, pg_get_indexdef(indexrelid) || ' ' || indisvalid
FROM relations JOIN pg_index ON indexrelid = relations.oid
UNION ALL
SELECT tgname::text, pg_get_triggerdef(pg_trigger.oid)
FROM relations JOIN pg_trigger ON tgrelid = relations.oid WHERE NOT tgisinternal
UNION ALL
SELECT rulename::text, pg_get_ruledef(pg_rewrite.oid)
FROM relations JOIN pg_rewrite ON ev_class = relations.oid
"""
"""Everything in a schema: its name, and how it is defined."""
NAME_OF = "SELECT nspname FROM pg_namespace WHERE oid = {schema}"
OWN, TEMPORARY = "current_schema()::regnamespace", "pg_my_temp_schema()"

Parts = set[tuple[str, str]]


def schema_fault(pool: Pool) -> str:
    """Return the first difference from the migrations, or ""."""
    with pool.transaction() as db:
        try:
            with db.transaction(force_rollback=True):
                return _fault(db)
        except pool.psycopg.errors.InsufficientPrivilege as error:
            return f"its tables cannot be checked without temporary ones (GRANT TEMPORARY): {error}"


def _fault(db: "Connection") -> str:
    without_limits(db)
    if db.execute(sql(MIGRATIONS)).fetchall() != [entry[:2] for entry in migrations("postgres")]:
        return "the list of its migrations is not the one that was written"
    own = _parts(db, OWN)
    db.execute("SET LOCAL search_path = pg_temp")
    db.execute(sql(SCHEMA))
    for _, _, text in migrations("postgres"):
        # A temporary table is never logged.
        db.execute(text.replace("CREATE UNLOGGED TABLE", "CREATE TABLE").encode())
    for name, _ in sorted(own ^ _parts(db, TEMPORARY)):
        return f"{name} is not as this program has made it"
    return ""


def _parts(db: "Connection", schema: str) -> Parts:
    """Return everything in a schema, without the schema's name."""
    (names,) = db.execute(NAME_OF.format(schema=schema).encode()).fetchall()
    rows = db.execute(PARTS.format(schema=schema).encode()).fetchall()
    prefix = re.compile(rf"\b({re.escape(names[0])}|pg_temp)\.")
    return {(name, prefix.sub("", text)) for name, text in rows}
