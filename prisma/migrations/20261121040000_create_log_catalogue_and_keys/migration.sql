-- Why:      the first tables: what operators state (drops, calendar_events), what the service shows (revisions, the log
--           that everything outside is a fold of), and who may ask (api_keys).
-- Locks:    none on existing rows; creates tables, functions and triggers.
-- Way back: DROP the tables and functions created here. Nothing existed before.

CREATE TABLE drops (
  id          text           NOT NULL CHECK (length(id) <= 64 AND id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  origin      text           NOT NULL CHECK (origin ~ '^[a-z][a-z0-9_-]{0,31}$'),
  definition  jsonb          NOT NULL CHECK (definition ->> 'id' = id),
  archived_at timestamptz(6),
  created_at  timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at  timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT drops_pkey PRIMARY KEY (id)
);
CREATE INDEX drops_origin_idx ON drops (origin);

-- An event that is gone from its files stays as `cancelled`: people have it in their calendars.
CREATE TABLE calendar_events (
  id         text           NOT NULL CHECK (id ~ '^cal_[a-z0-9]{20}$'),
  drop_id    text           NOT NULL,
  key        text           NOT NULL CHECK (key <> ''),
  type       text           NOT NULL CHECK (type IN ('snapshot', 'tge', 'claim', 'phase')),
  starts_at  timestamptz(6) NOT NULL,
  ends_at    timestamptz(6) CHECK (ends_at >= starts_at),
  precision  text           NOT NULL
             CHECK (precision IN ('second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year')),
  status     text           NOT NULL CHECK (status IN ('tentative', 'confirmed', 'cancelled')),
  definition jsonb          NOT NULL CHECK (definition ->> 'key' = key),
  sequence   integer        NOT NULL DEFAULT 0 CHECK (sequence >= 0),
  created_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT calendar_events_pkey PRIMARY KEY (id),
  CONSTRAINT calendar_events_drop_id_fkey
    FOREIGN KEY (drop_id) REFERENCES drops (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX calendar_events_drop_id_key_key ON calendar_events (drop_id, key);

CREATE TABLE revisions (
  seq         bigint         NOT NULL CHECK (seq > 0),
  recorded_at timestamptz(6) NOT NULL,
  entity      text           NOT NULL CHECK (entity IN ('drop', 'calendar_event', 'list')),
  id          text           NOT NULL CHECK (id <> ''),
  body        jsonb          CHECK (jsonb_typeof(body) = 'object'),
  cause       text           NOT NULL CHECK (cause ~ '^[a-z][a-z_]{0,31}$'),
  CONSTRAINT revisions_pkey PRIMARY KEY (seq)
);
-- Reads of the past find their place by time, reads of one thing by its latest row.
CREATE UNIQUE INDEX revisions_recorded_at_key ON revisions (recorded_at);
CREATE INDEX revisions_entity_id_seq_idx ON revisions (entity, id, seq DESC);

CREATE TABLE log_head (
  singleton      boolean        NOT NULL DEFAULT true CHECK (singleton),
  seq            bigint         NOT NULL CHECK (seq >= 0),
  recorded_at    timestamptz(6) NOT NULL,
  complete_until timestamptz(6) NOT NULL,
  CONSTRAINT log_head_pkey PRIMARY KEY (singleton)
);
INSERT INTO log_head (seq, recorded_at, complete_until) VALUES (0, 'epoch', 'epoch');

CREATE TABLE api_keys (
  id                  text           NOT NULL CHECK (id ~ '^key_[a-z0-9]{20}$'),
  key_hash            bytea          NOT NULL CHECK (octet_length(key_hash) = 32),
  prefix              text           NOT NULL CHECK (length(prefix) = 8),
  last4               text           NOT NULL CHECK (length(last4) = 4),
  plan                text           NOT NULL CHECK (plan IN ('free', 'pro', 'scale')),
  label               text           NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  requests_per_minute integer        CHECK (requests_per_minute IS NULL
                                            OR plan = 'scale' AND requests_per_minute BETWEEN 10000 AND 10000000),
  created_at          timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at          timestamptz(6),
  revoked_at          timestamptz(6),
  last_used_at        timestamptz(6),
  replaced_by         text           CHECK (replaced_by <> id),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_replaced_by_fkey
    FOREIGN KEY (replaced_by) REFERENCES api_keys (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX api_keys_key_hash_key ON api_keys (key_hash);
CREATE UNIQUE INDEX api_keys_replaced_by_key ON api_keys (replaced_by);

CREATE TABLE key_changes (
  singleton boolean NOT NULL DEFAULT true CHECK (singleton),
  version   bigint  NOT NULL CHECK (version >= 0),
  CONSTRAINT key_changes_pkey PRIMARY KEY (singleton)
);
INSERT INTO key_changes (version) VALUES (0);

-- Appends [{entity, id, body, cause}, …] to the log, in that order, and says which numbers they got.
--
-- One writer at a time, from here to the end of its transaction: so numbers have no holes, and their order is the order
-- of commits. recorded_at is the clock of now, not of the transaction's start, and moves on although the clock may not:
-- it comes after the row before and after every instant that a reader was told to be complete.
-- What goes into an empty log that nobody has looked at is stamped one hour before now: there is no past to betray,
-- and readers that are served late have something to read at once.
--
-- Call it last in a transaction: everybody else who writes waits for the commit. Under REPEATABLE READ it fails rather
-- than number a row twice.
CREATE FUNCTION append_revisions(drafts jsonb) RETURNS TABLE (first_seq bigint, last_seq bigint) LANGUAGE plpgsql AS $$
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
  IF head.seq = 0 AND head.complete_until = 'epoch' THEN
    first_at := clock_timestamp() - interval '1 hour';
  ELSE
    first_at := greatest(clock_timestamp(), head.recorded_at + tick, head.complete_until + tick);
  END IF;

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

-- Says up to which revision and which instant the log is complete, and keeps that word: nothing will be recorded at or
-- before `complete_until` any more. That is the end of a millisecond, since readers see no finer.
--
-- The shared lock waits for the writer that is at work, whose row may bear an earlier time than now; the wait is bounded,
-- so that a writer that hangs costs freshness only. Call it in a transaction of its own: writers wait for its end.
CREATE FUNCTION confirm_log()
RETURNS TABLE (seq bigint, complete_until timestamptz, clock timestamptz, keys_version bigint)
LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7310001);
  RETURN QUERY
    UPDATE log_head AS h
    SET complete_until = greatest(
      h.complete_until,
      date_trunc('milliseconds', greatest(clock_timestamp(), h.recorded_at)) + interval '999 microseconds'
    )
    RETURNING h.seq, h.complete_until, clock_timestamp(), (SELECT k.version FROM key_changes AS k);
END
$$;

-- The past is data: retention may delete it, nobody may rewrite it.
CREATE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never rewritten', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER revisions_refuse_rewrite BEFORE UPDATE OR TRUNCATE ON revisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();

-- Tells every process that keys have changed, by notification and, for who missed it, by number. When a key was last
-- used is no change.
CREATE FUNCTION note_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE key_changes SET version = version + 1;
  PERFORM pg_notify('droptrack_keys', '');
  RETURN NULL;
END
$$;
CREATE TRIGGER api_keys_note_change
  AFTER INSERT OR DELETE OR UPDATE OF key_hash, plan, label, requests_per_minute, expires_at, revoked_at, replaced_by
  ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION note_key_change();
