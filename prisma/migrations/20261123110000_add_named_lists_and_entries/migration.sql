-- Why:      a drop can have several lists with roots of their own (waves, chains), a wallet can have several leaves in one
--           tree, and trees differ in more than the encoding of their leaves.
-- Locks:    lists, for a moment: no row is written. list_rows, while its primary key is built again: some 2 s per million
--           rows; eligibility checks wait that long. The key of an EVM wallet keeps its size: the number fits into what was
--           padding.
-- Way back: DELETE the named lists and the rows with an entry above 0, DROP the columns, and restore the keys.

ALTER TABLE lists
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN leaves integer,
  ADD COLUMN tree_shape jsonb;
DROP INDEX lists_drop_id_kind_version_key;
CREATE UNIQUE INDEX lists_drop_id_kind_name_version_key ON lists (drop_id, kind, name, version);
DROP INDEX lists_in_force_key;
CREATE UNIQUE INDEX lists_in_force_key ON lists (drop_id, kind, name) WHERE in_force;

ALTER TABLE list_rows
  ADD COLUMN entry smallint NOT NULL DEFAULT 0,
  ADD COLUMN fields jsonb;
ALTER TABLE list_rows
  DROP CONSTRAINT list_rows_pkey,
  ADD CONSTRAINT list_rows_pkey PRIMARY KEY (list_id, wallet, entry);
