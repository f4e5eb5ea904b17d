-- Why:      a recovery is a job of the workers (docs/decisions/0029): one row each, with how far it is. And an account's
--           endpoints at one host share a rate, so that one account cannot send a host twenty times the rate of an endpoint.
-- Locks:    none on existing rows; creates two tables, and reads the endpoints once (there are few).
-- Roll-out: workers before API instances: a former worker leaves recoveries queued. The former API recovers by itself until it
--           is replaced, and counts no shares; workers count those of all accounts again at their start and once a day.
-- Way back: DROP both tables. Recoveries that are queued or running are lost, the deliveries that they made stay.

CREATE TABLE webhook_recoveries (
  id             text           NOT NULL CHECK (id ~ '^rec_[0-9a-z]+$'),
  endpoint_id    text           NOT NULL,
  account        text           NOT NULL,
  -- Of the events, by when they were recorded: from `since` to before `until`.
  since          timestamptz(3) NOT NULL,
  until          timestamptz(3) NOT NULL,
  status         text           NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')),
  -- Most deliveries that it may make, and most that may be pending of the account; null for an operator's, which has no bounds.
  deliveries_max integer,
  pending_max    integer,
  -- Events up to `after_place` are done, those up to `to_place` belong to it; null before its first step.
  after_place    bigint,
  to_place       bigint,
  deliveries     integer        NOT NULL DEFAULT 0,
  -- Steps in a row that failed.
  failures       integer        NOT NULL DEFAULT 0,
  -- Start of what a bound has left over; null where nothing was.
  next_since     timestamptz(3),
  stopped_by     text           CHECK (stopped_by IN ('pending_limit', 'daily_limit', 'endpoint_deleted', 'internal')),
  created_at     timestamptz(3) NOT NULL,
  finished_at    timestamptz(3),
  CONSTRAINT webhook_recoveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_recoveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id)
    ON DELETE CASCADE ON UPDATE RESTRICT
);
-- One at a time per account.
CREATE UNIQUE INDEX webhook_recoveries_open_key ON webhook_recoveries (account) WHERE status IN ('queued', 'running');
CREATE INDEX webhook_recoveries_account_created_at_idx ON webhook_recoveries (account, created_at);
CREATE INDEX webhook_recoveries_endpoint_id_idx ON webhook_recoveries (endpoint_id);

-- Endpoints that share a host with others of their account: how many there are of them. A table of its own, as claims write
-- to the rows of endpoints: who counts anew would wait for them, and they for him.
CREATE TABLE webhook_host_shares (
  endpoint_id text    NOT NULL,
  endpoints   integer NOT NULL CHECK (endpoints > 1),
  CONSTRAINT webhook_host_shares_pkey PRIMARY KEY (endpoint_id),
  CONSTRAINT webhook_host_shares_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id)
    ON DELETE CASCADE ON UPDATE RESTRICT
);
INSERT INTO webhook_host_shares (endpoint_id, endpoints)
SELECT id, endpoints FROM (
  SELECT id, count(*) OVER (PARTITION BY account, lower(substring(url FROM '^[A-Za-z]+://(\[[^]]*\]|[^/?#:]*)'))) AS endpoints
  FROM webhook_endpoints WHERE enabled AND deleted_at IS NULL
) AS counted
WHERE endpoints > 1;
