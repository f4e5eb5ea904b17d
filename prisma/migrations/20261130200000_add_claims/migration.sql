-- Why:      claims that the events of a followed distributor state, so that a check, the figures of a drop and the history of a
--           wallet need no node. Public data of a chain; no record of who asked.
-- Locks:    ACCESS EXCLUSIVE on observations, for a moment: its rows are checked again, a few per drop.
-- Roll-out: before the programs that use it. Those of the release before do not know the tables.
-- Way back: DROP TABLE claim_hours, claims, claim_ledgers. A later follower reads the chain again. DELETE FROM observations WHERE kind =
--           'claimed_share', and the former check.

CREATE TABLE claim_ledgers (
  id          serial         NOT NULL,
  -- CAIP-10.
  contract    text           NOT NULL CHECK (length(contract) BETWEEN 1 AND 200),
  -- The list that it pays: the name, empty for the unnamed one.
  drop_id     text           NOT NULL,
  list        text           NOT NULL,
  -- By which claims were read: the style, and the token of a contract of several.
  terms       text           NOT NULL CHECK (length(terms) BETWEEN 1 AND 200),
  first_block bigint         NOT NULL CHECK (first_block >= 0),
  -- Last block that was read, and so were all before.
  block       bigint         NOT NULL CHECK (block >= first_block - 1),
  block_hash  bytea          NOT NULL CHECK (length(block_hash) = 32),
  block_at    timestamptz(3) NOT NULL,
  -- Latest block of the node, when it was asked last.
  head        bigint         NOT NULL CHECK (head >= block),
  head_at     timestamptz(3) NOT NULL,
  read_at     timestamptz(3) NOT NULL,
  -- Since when another ledger is in its place; its claims are deleted later.
  retired_at  timestamptz(3),
  CONSTRAINT claim_ledgers_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX claim_ledgers_drop_id_list_key ON claim_ledgers (drop_id, list) WHERE retired_at IS NULL;
CREATE INDEX claim_ledgers_retired_at_idx ON claim_ledgers (retired_at) WHERE retired_at IS NOT NULL;

CREATE TABLE claims (
  ledger_id   integer        NOT NULL,
  block       bigint         NOT NULL,
  log_index   integer        NOT NULL CHECK (log_index >= 0),
  -- Key of the wallet of the list.
  wallet      bytea          NOT NULL CHECK (length(wallet) = 20),
  -- Base units that this claim paid.
  amount      numeric(78, 0) NOT NULL CHECK (amount >= 0),
  -- Claim index, where the event has one.
  index       numeric(78, 0),
  -- Address that received the tokens; null where the event does not state it.
  recipient   bytea          CHECK (length(recipient) = 20),
  transaction bytea          NOT NULL CHECK (length(transaction) = 32),
  -- Time of the block.
  at          timestamptz(3) NOT NULL,
  CONSTRAINT claims_pkey PRIMARY KEY (ledger_id, block, log_index),
  CONSTRAINT claims_ledger_id_fkey FOREIGN KEY (ledger_id) REFERENCES claim_ledgers (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX claims_ledger_id_wallet_idx ON claims (ledger_id, wallet);
-- The largest claims.
CREATE INDEX claims_ledger_id_amount_at_idx ON claims (ledger_id, amount DESC, at);

-- Sums of `claims` by UTC hour.
CREATE TABLE claim_hours (
  ledger_id integer        NOT NULL,
  hour      timestamptz(0) NOT NULL,
  claims    integer        NOT NULL CHECK (claims > 0),
  -- Wallets whose first claim this hour has.
  wallets   integer        NOT NULL CHECK (wallets >= 0),
  amount    numeric(78, 0) NOT NULL,
  CONSTRAINT claim_hours_pkey PRIMARY KEY (ledger_id, hour),
  CONSTRAINT claim_hours_ledger_id_fkey FOREIGN KEY (ledger_id) REFERENCES claim_ledgers (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

-- The share of the lists of a drop that was claimed.
ALTER TABLE observations
  DROP CONSTRAINT observations_kind_check,
  ADD CONSTRAINT observations_kind_check CHECK (kind IN ('price_usd', 'fdv_usd', 'probability', 'claimed_share'));
