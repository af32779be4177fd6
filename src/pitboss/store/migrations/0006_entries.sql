-- A row holds a command with its events, and what the chain does not cover lies beside it.

ALTER TABLE records RENAME COLUMN event TO body;
ALTER TABLE records ADD COLUMN beside TEXT NOT NULL DEFAULT '';
