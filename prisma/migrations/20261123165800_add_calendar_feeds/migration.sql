-- Why:      parts of the calendar at secret addresses, to which calendar apps subscribe. A feed belongs to an account, as webhook
--           endpoints do, and can be read while one of its keys is valid.
-- Locks:    none: a new table.
-- Way back: DROP TABLE calendar_feeds. The addresses are lost; subscribers receive 404.

CREATE TABLE calendar_feeds (
  id           text           NOT NULL CHECK (id ~ '^feed_[0-9a-z]{20}$'),
  account      text           NOT NULL,
  -- SHA-256 of the token in the address. The token itself is not stored.
  token_hash   bytea          NOT NULL CHECK (length(token_hash) = 32),
  name         text           NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Empty filters nothing.
  types        text[],
  chains       text[],
  drops        text[],
  form         text           NOT NULL CHECK (form IN ('points', 'spans')),
  remind       text,
  created_at   timestamptz(3) NOT NULL,
  -- To the hour.
  last_read_at timestamptz(3),
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX calendar_feeds_token_hash_key ON calendar_feeds (token_hash);
CREATE INDEX calendar_feeds_account_created_at_idx ON calendar_feeds (account, created_at);
