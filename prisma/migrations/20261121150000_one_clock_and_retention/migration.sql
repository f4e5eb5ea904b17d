-- Why:      1. What is recorded bears an instant by which the past can be told again: a point was made of what bears an
--           earlier one. Two transactions could get the same instant (within a millisecond that was confirmed ahead of the
--           clock), or the later one the earlier instant (when the clock was set back; and after an append of many
--           revisions, which are stamped up to some milliseconds ahead). Now each instant is given once, after all before.
--           2. What is no longer kept (retention).
-- Locks:    none on rows.
-- Way back: put the former record_instant() and append_revisions() back; DROP FUNCTION record_instants, SEQUENCE
--           last_recorded, TABLE retention.

-- The last instant that was given, in microseconds since the epoch. A sequence, as it is not part of any transaction: the
-- next one to ask sees it at once, and an import that takes minutes keeps nobody waiting.
CREATE SEQUENCE last_recorded AS bigint MINVALUE 0 START WITH 0;
SELECT setval('last_recorded', (extract(epoch FROM recorded_at) * 1000000)::bigint) FROM log_head;

-- Gives so many instants, one microsecond apart, and returns the first: now, or before anybody has looked at the log the
-- hour before, so that readers that are served late find it too; in any case after every instant that was given before,
-- to whomever, and after every instant that was confirmed.
--
-- The lock is that of a block which is rolled back: it is given back at once, whatever happens, and what the sequence was
-- set to stays.
CREATE FUNCTION record_instants(instants bigint) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  tick     CONSTANT interval := interval '1 microsecond';
  earliest timestamptz(6);
  first    bigint;
BEGIN
  SELECT greatest(
    CASE WHEN complete_until = 'epoch' THEN clock_timestamp() - interval '1 hour' ELSE clock_timestamp() END,
    complete_until + tick,
    recorded_at + tick
  ) INTO STRICT earliest FROM log_head;
  BEGIN
    PERFORM pg_advisory_xact_lock(7310003);
    SELECT greatest((extract(epoch FROM earliest) * 1000000)::bigint, last_value + 1) INTO STRICT first
    FROM last_recorded;
    PERFORM setval('last_recorded', first + instants - 1);
    RAISE EXCEPTION 'given' USING ERRCODE = 'DT001';
  EXCEPTION WHEN SQLSTATE 'DT001' THEN
    NULL;
  END;
  RETURN timestamptz 'epoch' + first * tick;
END
$$;

-- The instant at which something is recorded outside the log. Each call gives another one: rows of one statement that
-- belong together take it from a sub-select.
CREATE OR REPLACE FUNCTION record_instant() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT record_instants(1)
$$;

-- Appends [{entity, id, body, cause}, …] to the log, in that order, and says which numbers they got.
--
-- One writer at a time, from here to the end of its transaction: so numbers have no holes, and their order is the order
-- of commits. recorded_at is the clock of now, not of the transaction's start, and moves on although the clock may not:
-- see record_instants().
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
  first_at := record_instants(drafted);

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

-- Up to where things have been deleted: what is older than kept_from may be gone, what is not is there. Written in or
-- before the transaction that deletes, so that nobody takes what was deleted for what never was.
-- readings: those that were both observed and recorded before · points: of earlier UTC days only the last one is left ·
-- signal_days: earlier days.
CREATE TABLE retention (
  entity    text           NOT NULL CHECK (entity IN ('readings', 'points', 'signal_days')),
  kept_from timestamptz(3) NOT NULL,
  CONSTRAINT retention_pkey PRIMARY KEY (entity)
);
