-- Why:      outcomes and the calibration take the price at each claim from the ledgers.
-- Locks:    ACCESS EXCLUSIVE on observations, for a moment: its rows are checked again, a few per drop.
-- Roll-out: before the programs that use it. Those of the release before ignore the rows.
-- Way back: DELETE FROM observations WHERE kind = 'claimed_value', and the former check.

ALTER TABLE observations
  DROP CONSTRAINT observations_kind_check,
  ADD CONSTRAINT observations_kind_check
    CHECK (kind IN ('price_usd', 'fdv_usd', 'probability', 'claimed_share', 'claimed_value', 'claims_end'));
