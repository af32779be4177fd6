-- Several servers at one database: who writes which table, and commands for the one who does.

-- A lease stands on the row that every append locks, so that an append sees the newest epoch.
ALTER TABLE logs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE logs ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;

CREATE TABLE servers (
    server TEXT PRIMARY KEY,
    seen TIMESTAMPTZ NOT NULL
);

-- Commands on their way to the owner of a table, and its answers on their way back. What a crash of
-- the database takes with it is sent again.
CREATE UNLOGGED TABLE errands (
    errand TEXT PRIMARY KEY,
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    asked TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    asker TEXT NOT NULL,
    table_id TEXT NOT NULL,
    request TEXT NOT NULL,
    answer TEXT
);

CREATE INDEX errands_waiting ON errands (table_id, number) WHERE answer IS NULL;
CREATE INDEX errands_answered ON errands (asker) WHERE answer IS NOT NULL;
