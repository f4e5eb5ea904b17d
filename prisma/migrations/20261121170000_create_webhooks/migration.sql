-- Why:      events read off the log, endpoints that are told of them, and what became of each delivery. Endpoints belong
--           to an account: the keys that rotations put in each other's place.
-- Locks:    api_keys while each key gets its account (there are few); calendar_events while it gets two indexes; revisions
--           (ACCESS EXCLUSIVE, so it comes last) for a moment: its new CHECK allows more than the former, so that no row
--           is read for it (NOT VALID).
-- Roll-out: `keys issue` and `keys rotate` of the former release fail from here on, as they give no account; nothing is
--           done then. Use those of this release. The former API and worker go on.
-- Way back: DROP the tables and functions, ALTER TABLE api_keys DROP COLUMN account. Endpoints and their secrets are lost.

-- Id of the first of the keys that rotations put in each other's place.
ALTER TABLE api_keys ADD COLUMN account text;
WITH RECURSIVE chain AS (
  SELECT id, id AS account, replaced_by FROM api_keys AS k
  WHERE NOT EXISTS (SELECT FROM api_keys AS former WHERE former.replaced_by = k.id)
  UNION ALL
  SELECT k.id, chain.account, k.replaced_by FROM chain JOIN api_keys AS k ON k.id = chain.replaced_by
)
UPDATE api_keys AS k SET account = chain.account FROM chain WHERE chain.id = k.id;
ALTER TABLE api_keys ALTER COLUMN account SET NOT NULL;
CREATE INDEX api_keys_account_idx ON api_keys (account);

-- What is about to begin or to end.
CREATE INDEX calendar_events_starts_at_idx ON calendar_events (starts_at);
CREATE INDEX calendar_events_ends_at_idx ON calendar_events (ends_at);

-- What of the log has been turned into events; one row. New logs are read from their beginning, one that is there already
-- from now on: nobody waits for what was.
CREATE TABLE event_head (
  singleton     boolean        NOT NULL DEFAULT true CHECK (singleton),
  -- The last revision whose events are there.
  seq           bigint         NOT NULL,
  -- What the clock tells (starting soon, ended) is in the log up to here, or a little further.
  moments_until timestamptz(3) NOT NULL,
  CONSTRAINT event_head_pkey PRIMARY KEY (singleton)
);
INSERT INTO event_head (seq, moments_until) SELECT seq, clock_timestamp() FROM log_head;

-- Thresholds of the hype score that a drop stands above, so that jitter makes no event.
CREATE TABLE hype_levels (
  drop_id text       NOT NULL,
  held    smallint[] CHECK (held IS NOT NULL),
  CONSTRAINT hype_levels_pkey PRIMARY KEY (drop_id)
);

-- What endpoints are told, as they are told it. Of the log's events there is exactly one row each, in the log's order;
-- those about an endpoint itself belong to its account and to nobody else.
CREATE TABLE events (
  place       bigserial      NOT NULL,
  id          text           NOT NULL CHECK (id ~ '^evt_[0-9A-Za-z_-]+$'),
  type        text           NOT NULL,
  -- Of the log; null for what is told of an endpoint.
  seq         bigint,
  account     text,
  -- What filters look at.
  drop_id     text,
  chain       text,
  hype        smallint,
  recorded_at timestamptz(6) NOT NULL,
  -- The exact bytes that are signed and sent.
  body        text           NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (place),
  CONSTRAINT events_id_key UNIQUE (id)
);
CREATE INDEX events_type_account_place_idx ON events (type, account, place DESC);
CREATE INDEX events_recorded_at_idx ON events (recorded_at);

-- One at a time stores events, to the end of the transaction: their places grow in the order in which readers come to
-- see them, so that who has read the newest has missed none.
CREATE FUNCTION take_turns_at_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7310004);
  RETURN NULL;
END
$$;
CREATE TRIGGER events_take_turns BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION take_turns_at_events();

CREATE TABLE webhook_endpoints (
  id              text           NOT NULL CHECK (id ~ '^wh_[0-9A-Za-z]+$'),
  account         text           NOT NULL,
  url             text           NOT NULL CHECK (length(url) <= 2048),
  description     text           CHECK (length(description) <= 200),
  events          text[]         CHECK (events IS NOT NULL AND cardinality(events) > 0),
  filter_drops    text[],
  filter_chains   text[],
  min_hype        smallint,
  enabled         boolean        NOT NULL,
  disabled_reason text           CHECK (disabled_reason IN ('gone', 'failing')),
  -- How it does: attempts that failed in a row, since when, when the last did, and until when it is left alone.
  failures        integer        NOT NULL DEFAULT 0,
  failing_since   timestamptz(3),
  failed_at       timestamptz(3),
  blocked_until   timestamptz(3),
  -- When it was last enabled or given another address: attempts that began before tell nothing of it as it is.
  fresh_at        timestamptz(3),
  -- When what has been sent to it would have been sent, at its highest rate.
  paced_until     timestamptz(6),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  -- From then on nobody sees it; its deliveries are deleted in batches, and then the row.
  deleted_at      timestamptz(3),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
) WITH (fillfactor = 70); -- Each claim notes the pace of its endpoints in place.
CREATE INDEX webhook_endpoints_account_created_at_idx ON webhook_endpoints (account, created_at);

-- What an endpoint's deliveries are signed with, sealed by AES-256-GCM under a key that is not in the database.
CREATE TABLE webhook_secrets (
  endpoint_id text           NOT NULL,
  number      integer        NOT NULL,
  -- 12 bytes of nonce, what was sealed, 16 bytes of tag.
  sealed      bytea          NOT NULL,
  -- Which key it is sealed under.
  key_id      text           NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  -- Null for the one in force.
  expires_at  timestamptz(3),
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (endpoint_id, number),
  CONSTRAINT webhook_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id)
    ON DELETE CASCADE ON UPDATE RESTRICT
);

-- The queue. No foreign keys: events and endpoints outlive their deliveries, which retention deletes first, and a check of
-- each row would cost as much as the row. Who sends one sets `sending` and moves due_at to when the lease ends, so that a worker that dies gives it
-- back by doing nothing; `claims` tells a worker that is late that it is no longer its own.
CREATE TABLE deliveries (
  id           bigserial      NOT NULL,
  endpoint_id  text           NOT NULL,
  event        bigint         NOT NULL,
  status       text           NOT NULL CHECK (status IN ('pending', 'sending', 'delivered', 'failed')),
  due_at       timestamptz(3) NOT NULL,
  claims       integer        NOT NULL DEFAULT 0,
  -- Attempts since it was last made due from the beginning.
  tries        smallint       NOT NULL DEFAULT 0,
  created_at   timestamptz(3) NOT NULL,
  delivered_at timestamptz(3),
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_endpoint_id_event_key UNIQUE (endpoint_id, event)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX deliveries_queue_idx ON deliveries (endpoint_id, status, due_at) WHERE status IN ('pending', 'sending');

CREATE TABLE attempts (
  delivery_id bigint         NOT NULL,
  -- 1 for the first attempt of all.
  number      integer        NOT NULL,
  at          timestamptz(3) NOT NULL,
  duration_ms integer        NOT NULL,
  -- Null without an answer.
  status_code smallint,
  -- Why it counts as failed.
  error       text           CHECK (length(error) <= 500),
  -- The first KiB of what was answered.
  response    bytea,
  CONSTRAINT attempts_pkey PRIMARY KEY (delivery_id, number)
);

-- A moment is what the clock alone brings about and no view shows: that an event starts soon, or has ended. What is there
-- was held to the former CHECK, which this one includes.
ALTER TABLE revisions DROP CONSTRAINT revisions_entity_check, ADD CONSTRAINT revisions_entity_check
  CHECK (entity IN ('drop', 'calendar_event', 'list', 'definition', 'moment')) NOT VALID;
