-- Why:      by which the amounts of a followed distributor unlock: constants of its contract.
-- Locks:    ACCESS EXCLUSIVE on claim_ledgers, for a moment.
-- Roll-out: before the programs that use it. A ledger that is there already has none until it restarts.
-- Way back: ALTER TABLE claim_ledgers DROP COLUMN vesting.

ALTER TABLE claim_ledgers
  ADD COLUMN vesting jsonb;
