-- Why:      a list that was loaded as a part of the published one does not show that a wallet has no allocation
--           (docs/decisions/0063). Lists from before count as whole ones.
-- Locks:    ACCESS EXCLUSIVE on lists (a row per version), for milliseconds.
-- Roll-out: before the programs that write it.
-- Way back: ALTER TABLE lists DROP COLUMN part. Only with programs that do not write it.

ALTER TABLE lists ADD COLUMN part boolean NOT NULL DEFAULT false;
