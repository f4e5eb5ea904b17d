-- Why:      claims on Solana are followed by their accounts, which name no transaction, and their wallets have keys of 32 bytes. A claim
--           that is older than the first reading has no known time: `at`, and `hour` of its sums, is -infinity, before all known ones.
-- Locks:    ACCESS EXCLUSIVE on claims for one scan of it: the lengths of its keys are checked again.
-- Roll-out: before the programs that use it. Those of the release before read no ledgers of Solana, except `droptrack export`, which
--           fails over their claims of unknown times.
-- Way back: DELETE FROM claims, claim_hours and claim_ledgers, in this order, those of ledgers with `contract LIKE 'solana:%'`; then
--           the former checks and ALTER COLUMN transaction SET NOT NULL. A later follower reads the accounts again.

ALTER TABLE claims
  ALTER COLUMN transaction DROP NOT NULL,
  DROP CONSTRAINT claims_wallet_check,
  ADD CONSTRAINT claims_wallet_check CHECK (length(wallet) IN (20, 32));
