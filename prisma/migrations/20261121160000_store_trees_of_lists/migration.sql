-- Why:      lists as they are published: claim indexes, the tree that their proofs come from, and which version's rows
--           are still there.
-- Locks:    lists and list_rows, for a moment: the new columns are empty, so no row is written.
-- Way back: DROP the columns and the table; lists that were loaded with a tree then have no proofs.

ALTER TABLE lists
  -- How the file was written; null for what was loaded before this was kept.
  ADD COLUMN format      text    CHECK (length(format) BETWEEN 1 AND 32),
  -- Of the file: more than the wallets where some were summed.
  ADD COLUMN rows        integer CHECK (rows >= wallets),
  ADD COLUMN tree_format text    CHECK (tree_format IN ('uniswap', 'ens', 'openzeppelin', 'jito')),
  ADD COLUMN root        bytea   CHECK (octet_length(root) = 32),
  -- Where the trees of its shards stand, of the format that has them.
  ADD COLUMN shards      jsonb   CHECK (jsonb_typeof(shards) = 'array'),
  -- From then on its rows may be gone. The version itself stays, so that its number is never given again.
  ADD COLUMN purged_at   timestamptz(6),
  ADD CONSTRAINT lists_tree_check CHECK ((tree_format IS NULL) = (root IS NULL)),
  ADD CONSTRAINT lists_purged_check CHECK (purged_at IS NULL OR NOT in_force);

-- `position`: of its leaf among those of the tree, from 0. `proof`: as published, one hash after another, in a list
-- that is a part of what its tree was made of, and so has no nodes.
ALTER TABLE list_rows
  ADD COLUMN index    numeric(78, 0) CHECK (index >= 0),
  ADD COLUMN position integer        CHECK (position >= 0),
  ADD COLUMN proof    bytea          CHECK (octet_length(proof) % 32 = 0);

-- Nodes of a list's tree, 32 numbers a row, so that a proof is a handful of rows. Hashes do not compress: STORAGE PLAIN
-- saves the attempt.
CREATE TABLE list_nodes (
  list_id bigint  NOT NULL,
  chunk   integer NOT NULL CHECK (chunk >= 0),
  hashes  bytea   NOT NULL CHECK (octet_length(hashes) % 32 = 0 AND octet_length(hashes) BETWEEN 32 AND 1024),
  CONSTRAINT list_nodes_pkey PRIMARY KEY (list_id, chunk)
);
ALTER TABLE list_nodes ALTER COLUMN hashes SET STORAGE PLAIN;
