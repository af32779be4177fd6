-- The logs of tables. The same statements serve SQLite and PostgreSQL.

CREATE TABLE logs (
    table_id TEXT PRIMARY KEY,
    created_ms BIGINT NOT NULL,
    header TEXT NOT NULL
);

CREATE TABLE records (
    table_id TEXT NOT NULL REFERENCES logs (table_id),
    version BIGINT NOT NULL CHECK (version > 0),
    at_ms BIGINT NOT NULL,
    command TEXT NOT NULL,
    event TEXT NOT NULL,
    chain TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
);

-- A repeated command gets its first answer.
CREATE INDEX records_by_command ON records (table_id, command, version) WHERE command <> '';
