-- The witness: what each commit left behind, signed; and what is chained and signed with it.

CREATE TABLE statements (
    writer TEXT NOT NULL,
    number BIGINT NOT NULL CHECK (number > 0),
    line TEXT NOT NULL,
    PRIMARY KEY (writer, number)
);

-- Movements of an account are chained as the records of a log are; empty in older ones.
ALTER TABLE movements ADD COLUMN chain TEXT NOT NULL DEFAULT '';

-- A snapshot was taken at a place of its log, and is signed with the key of the witness.
ALTER TABLE snapshots ADD COLUMN chain TEXT NOT NULL DEFAULT '';
ALTER TABLE snapshots ADD COLUMN signature TEXT NOT NULL DEFAULT '';
