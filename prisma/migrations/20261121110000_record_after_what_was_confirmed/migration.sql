-- Why:      an instant that is confirmed is the end of a millisecond, which may lie a little ahead of the clock. What is
--           recorded outside the log within that millisecond (points, scores) was stamped by the clock alone, and so
--           came to lie before an instant that readers had been told was complete.
-- Locks:    none on rows.
-- Way back: put the former record_instant() back.

CREATE OR REPLACE FUNCTION record_instant() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT greatest(
    CASE WHEN complete_until = 'epoch' THEN clock_timestamp() - interval '1 hour' ELSE clock_timestamp() END,
    complete_until + interval '1 microsecond'
  )
  FROM log_head
$$;
