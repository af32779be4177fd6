-- Commands on their way to the writer of a table, under a name that says so.

ALTER TABLE errands RENAME TO forwarded;
ALTER TABLE forwarded RENAME COLUMN errand TO id;
ALTER INDEX errands_waiting RENAME TO forwarded_waiting;
ALTER INDEX errands_answered RENAME TO forwarded_answered;
