-- Why:      The past is read to the millisecond, and the revisions of one append are a microsecond apart. An append could
--           begin at the end of one millisecond and end in the next, so that the delayed view, a read as of an instant or
--           an export showed a part of a transaction. Up to 1 000 instants that are given together now lie within one
--           millisecond.
-- Locks:    none on rows.
-- Way back: put the former record_instants() back.

-- Gives so many instants, one microsecond apart, and returns the first: now, or before anybody has looked at the log the
-- hour before, so that readers that are served late find it too; in any case after every instant that was given before,
-- and after every instant that was confirmed. Where they fit into one millisecond, but not into the rest of this one,
-- they begin with the next.
--
-- The lock is that of a block which is rolled back: it is given back at once, whatever happens, and what the sequence was
-- set to stays.
CREATE OR REPLACE FUNCTION record_instants(instants bigint) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
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
    IF instants <= 1000 AND first % 1000 + instants > 1000 THEN
      first := first - first % 1000 + 1000;
    END IF;
    PERFORM setval('last_recorded', first + instants - 1);
    RAISE EXCEPTION 'given' USING ERRCODE = 'DT001';
  EXCEPTION WHEN SQLSTATE 'DT001' THEN
    NULL;
  END;
  RETURN timestamptz 'epoch' + first * tick;
END
$$;
