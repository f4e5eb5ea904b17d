-- Why:      a claim is written with two indexes instead of three. Look-ups are by wallet, so the primary key serves them.
-- Locks:    ACCESS EXCLUSIVE on claims, some seconds per million rows, for the primary key.
-- Roll-out: with the programs that use it; those of the release before write the same rows.
-- Way back: ALTER TABLE claims DROP CONSTRAINT claims_pkey, ADD PRIMARY KEY (ledger_id, block, log_index); and the index on
--           (ledger_id, wallet).

ALTER TABLE claims
  DROP CONSTRAINT claims_pkey,
  ADD CONSTRAINT claims_pkey PRIMARY KEY (ledger_id, wallet, block, log_index);
DROP INDEX claims_ledger_id_wallet_idx;
