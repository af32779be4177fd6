-- States that need not be rebuilt from the beginning of a log; the newest of each table.

CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY REFERENCES logs (table_id),
    version BIGINT NOT NULL CHECK (version >= 0),
    state BYTEA NOT NULL
);
