-- Bankrolls: every movement of somebody's play money, the newest of which says what they have.

CREATE TABLE movements (
    account TEXT NOT NULL,
    number BIGINT NOT NULL CHECK (number > 0),
    at_ms BIGINT NOT NULL,
    kind TEXT NOT NULL,
    amount BIGINT NOT NULL,
    held BIGINT NOT NULL CHECK (held >= 0),
    source TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (account, number)
);

CREATE INDEX movements_by_kind ON movements (account, kind, number);

-- An event of a table moves a bankroll once, and so does a grant.
CREATE UNIQUE INDEX movements_once ON movements (account, kind, source, mark) WHERE mark <> '';
