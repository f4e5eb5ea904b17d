-- Why:      ruleset 2026.3 publishes the momentum of a drop beside its score (docs/scoring.md). That of a point follows from
--           its signals; a current score stores only their states.
-- Locks:    ACCESS EXCLUSIVE on scores for a moment: a column without a default rewrites no row, and the check is validated
--           on null values of a small table (some rows a drop).
-- Roll-out: before the workers and API instances that write and read it. Former ones leave it null.
-- Way back: ALTER TABLE scores DROP COLUMN momentum.

ALTER TABLE scores ADD COLUMN momentum smallint CHECK (momentum BETWEEN -100 AND 100);
