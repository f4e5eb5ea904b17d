-- Why:      the check of the ledger of a claim took longer than the row. Ledgers with claims are not deleted
--           (claim-ledger.repository.ts).
-- Locks:    ACCESS EXCLUSIVE on claims and claim_ledgers, for a moment. Apart from the next migration, which takes longer.
-- Roll-out: with the programs that use it; those of the release before write the same rows.
-- Way back: ALTER TABLE claims ADD FOREIGN KEY (ledger_id) REFERENCES claim_ledgers (id) ON DELETE RESTRICT ON UPDATE RESTRICT.

ALTER TABLE claims DROP CONSTRAINT claims_ledger_id_fkey;
