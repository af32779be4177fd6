-- What is sealed in a log and not opened yet is found without reading the whole log.

ALTER TABLE records ADD COLUMN is_sealed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sealed_records ON records (table_id, version) WHERE is_sealed = 1;
