-- Why:      the end of the claims of a drop is announced once, with what was left.
-- Locks:    ACCESS EXCLUSIVE on observations, for a moment: its rows are checked again, a few per drop.
-- Roll-out: before the programs that use it. Those of the release before ignore the rows.
-- Way back: DELETE FROM observations WHERE kind = 'claims_end', and the former check.

ALTER TABLE observations
  DROP CONSTRAINT observations_kind_check,
  ADD CONSTRAINT observations_kind_check
    CHECK (kind IN ('price_usd', 'fdv_usd', 'probability', 'claimed_share', 'claims_end'));
