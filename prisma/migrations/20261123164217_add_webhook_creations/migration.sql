-- Why:      a repeated request with the same idempotency key gets the endpoint that the first one created, with its secret
--           (docs/decisions/0046). At most 100 rows per account and day; deleted after a day.
-- Locks:    none on existing rows; creates a table.
-- Roll-out: before the API that reads it. The former API ignores the header.
-- Way back: DROP the table. Repetitions of the last day then create endpoints.

CREATE TABLE webhook_creations (
  account     text           NOT NULL,
  key_hash    bytea          NOT NULL CHECK (octet_length(key_hash) = 32),
  terms_hash  bytea          NOT NULL CHECK (octet_length(terms_hash) = 32),
  endpoint_id text           NOT NULL,
  sealed      bytea          NOT NULL,
  key_id      text           NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  CONSTRAINT webhook_creations_pkey PRIMARY KEY (account, key_hash)
);
