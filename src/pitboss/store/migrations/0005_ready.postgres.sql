-- Who watches which table on which server, and who would have its cards dealt. What a crash of the
-- database takes with it is told again.

CREATE UNLOGGED TABLE watching (
    server TEXT NOT NULL,
    table_id TEXT NOT NULL,
    names TEXT[] NOT NULL,
    PRIMARY KEY (server, table_id)
);

CREATE UNLOGGED TABLE ready (
    table_id TEXT NOT NULL,
    name TEXT NOT NULL,
    round BIGINT NOT NULL,
    PRIMARY KEY (table_id, name)
);
