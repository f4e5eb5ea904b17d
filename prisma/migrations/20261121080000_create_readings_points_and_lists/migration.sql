-- Why:      what sources said (readings, signal_days), what was made of it (points, scores), when a drop must be looked
--           at again (drop_dues), who gets what (lists, list_rows); and the definitions in the log, since they are shown
--           where a drop's figures are explained.
-- Locks:    revisions, briefly (its check on `entity` is replaced); appends one revision for each stored drop.
-- Way back: DROP the tables and record_instant(); put the former append_revisions() and check back once the revisions of
--           `definition` are deleted.

-- No foreign key to drops from what comes in millions: drops are never deleted, and the writers look ids up at once.
CREATE TABLE readings (
  drop_id     text             NOT NULL,
  signal      text             NOT NULL,
  observed_at timestamptz(3)   NOT NULL,
  value       double precision NOT NULL CHECK (value >= 0 AND value < 'Infinity'),
  source      text             NOT NULL CHECK (length(source) BETWEEN 1 AND 64),
  recorded_at timestamptz(6)   NOT NULL,
  CONSTRAINT readings_pkey PRIMARY KEY (drop_id, signal, observed_at)
);

-- The last reading observed in each UTC day: what the next days' readings are compared with.
CREATE TABLE signal_days (
  drop_id     text             NOT NULL,
  signal      text             NOT NULL,
  day         date             NOT NULL,
  value       double precision NOT NULL,
  observed_at timestamptz(3)   NOT NULL,
  CONSTRAINT signal_days_pkey PRIMARY KEY (drop_id, signal, day)
);

-- One for each drop and full hour, written once. What each signal gave is kept as text: it is only ever sent on,
-- and binary JSON takes twice the time to store.
CREATE TABLE points (
  drop_id     text             NOT NULL,
  hour        timestamptz(0)   NOT NULL CHECK (date_trunc('hour', hour AT TIME ZONE 'UTC') = hour AT TIME ZONE 'UTC'),
  score       smallint         NOT NULL CHECK (score BETWEEN 0 AND 100),
  confidence  double precision NOT NULL,
  prior       double precision NOT NULL,
  ruleset     text             NOT NULL,
  signals     json             NOT NULL,
  recorded_at timestamptz(6)   NOT NULL,
  CONSTRAINT points_pkey PRIMARY KEY (drop_id, hour)
);

-- How a drop's score stood from an instant on. Only the latest ones are kept: the past is in points and revisions.
CREATE TABLE scores (
  drop_id     text             NOT NULL,
  recorded_at timestamptz(6)   NOT NULL,
  scored_at   timestamptz(3)   NOT NULL,
  score       smallint         NOT NULL,
  delta_7d    smallint,
  confidence  double precision NOT NULL,
  ruleset     text             NOT NULL,
  signals     json             NOT NULL,
  CONSTRAINT scores_pkey PRIMARY KEY (drop_id, recorded_at)
);

-- When a drop must be looked at again. A table of its own: it changes every hour, the drop's definition hardly ever.
CREATE TABLE drop_dues (
  drop_id       text           NOT NULL,
  due_at        timestamptz(3) NOT NULL,
  moved_until   timestamptz(3) NOT NULL,
  pointed_until timestamptz(3) NOT NULL,
  CONSTRAINT drop_dues_pkey PRIMARY KEY (drop_id),
  CONSTRAINT drop_dues_drop_id_fkey FOREIGN KEY (drop_id) REFERENCES drops (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX drop_dues_due_at_idx ON drop_dues (due_at);

CREATE TABLE lists (
  id         bigserial      NOT NULL,
  drop_id    text           NOT NULL,
  kind       text           NOT NULL CHECK (kind IN ('allocation', 'exclusion')),
  version    integer        NOT NULL CHECK (version > 0),
  wallets    integer        NOT NULL CHECK (wallets >= 0),
  total      numeric(78, 0) NOT NULL CHECK (total >= 0),
  decimals   smallint       CHECK (decimals BETWEEN 0 AND 255),
  sha256     text           NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  url        text,
  in_force   boolean        NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT lists_pkey PRIMARY KEY (id),
  CONSTRAINT lists_drop_id_fkey FOREIGN KEY (drop_id) REFERENCES drops (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX lists_drop_id_kind_version_key ON lists (drop_id, kind, version);
CREATE UNIQUE INDEX lists_in_force_key ON lists (drop_id, kind) WHERE in_force;

-- A wallet as its bytes: 20 of an EVM address, 32 of a Solana one. Amounts in base units.
CREATE TABLE list_rows (
  list_id   bigint         NOT NULL,
  wallet    bytea          NOT NULL CHECK (octet_length(wallet) IN (20, 32)),
  amount    numeric(78, 0) NOT NULL CHECK (amount >= 0),
  breakdown jsonb          CHECK (jsonb_typeof(breakdown) = 'array'),
  CONSTRAINT list_rows_pkey PRIMARY KEY (list_id, wallet)
);

-- The instant at which something is recorded outside the log: now, or before anybody has looked at the log the hour
-- before, as append_revisions() does, so that readers that are served late find it too.
CREATE FUNCTION record_instant() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN complete_until = 'epoch' THEN clock_timestamp() - interval '1 hour' ELSE clock_timestamp() END
  FROM log_head
$$;

ALTER TABLE revisions DROP CONSTRAINT revisions_entity_check;
ALTER TABLE revisions ADD CONSTRAINT revisions_entity_check
  CHECK (entity IN ('drop', 'calendar_event', 'list', 'definition'));

-- Appends [{entity, id, body, cause}, …] to the log, in that order, and says which numbers they got.
--
-- One writer at a time, from here to the end of its transaction: so numbers have no holes, and their order is the order
-- of commits. recorded_at is the clock of now, not of the transaction's start, and moves on although the clock may not:
-- it comes after the row before and after every instant that a reader was told to be complete.
-- What is appended before anybody has looked is stamped one hour before now: there is no past to betray, and readers
-- that are served late have something to read at once.
--
-- Call it last in a transaction: everybody else who writes waits for the commit. Under REPEATABLE READ it fails rather
-- than number a row twice.
CREATE OR REPLACE FUNCTION append_revisions(drafts jsonb) RETURNS TABLE (first_seq bigint, last_seq bigint)
LANGUAGE plpgsql AS $$
DECLARE
  head     log_head%ROWTYPE;
  drafted  bigint := jsonb_array_length(drafts);
  first_at timestamptz(6);
  tick     CONSTANT interval := interval '1 microsecond';
BEGIN
  IF drafted = 0 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(7310001);
  SELECT * INTO STRICT head FROM log_head;
  first_at := greatest(record_instant(), head.recorded_at + tick, head.complete_until + tick);

  INSERT INTO revisions (seq, recorded_at, entity, id, body, cause)
  SELECT head.seq + d.place, first_at + (d.place - 1) * tick, d.entity, d.id, d.body, d.cause
  FROM ROWS FROM (jsonb_to_recordset(drafts) AS (entity text, id text, body jsonb, cause text))
    WITH ORDINALITY AS d (entity, id, body, cause, place);

  UPDATE log_head SET seq = head.seq + drafted, recorded_at = first_at + (drafted - 1) * tick;
  PERFORM pg_notify('droptrack_log', (head.seq + drafted)::text);
  first_seq := head.seq + 1;
  last_seq := head.seq + drafted;
  RETURN NEXT;
END
$$;

-- What is stored already becomes explainable, and due.
SELECT append_revisions(coalesce(
  jsonb_agg(jsonb_build_object(
    'entity', 'definition', 'id', id, 'cause', 'catalogue',
    'body', jsonb_build_object('origin', origin, 'definition', definition)
  ) ORDER BY id) FILTER (WHERE archived_at IS NULL),
  '[]'
))
FROM drops;
INSERT INTO drop_dues (drop_id, due_at, moved_until, pointed_until)
SELECT id, clock_timestamp(), clock_timestamp(), clock_timestamp() FROM drops;
