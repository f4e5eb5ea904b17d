-- Why:      A worker whose clock was an hour ahead wrote points of hours to come, which stay as they are once written, and
--           was noticed by nobody. Now the database rejects such points, whoever writes them, and workers note how far
--           their clock is from the database's. Marks ahead of the clock are found by an index.
-- Locks:    points (SHARE ROW EXCLUSIVE, for a moment) while it gets its trigger; drop_dues (SHARE) while it gets its
--           index: some ten thousand rows.
-- Roll-out: a worker of the former release with a wrong clock fails where it would write a point of the future; all
--           others go on.
-- Way back: DROP TRIGGER points_reject_unfinished ON points; DROP FUNCTION reject_unfinished_hours; DROP TABLE
--           worker_clocks; DROP INDEX drop_dues_moved_until_idx.

-- Rejects points of hours that have not ended yet by the clock of the database. One check a statement.
CREATE FUNCTION reject_unfinished_hours() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  latest timestamptz := (SELECT max(hour) FROM written);
BEGIN
  IF latest > clock_timestamp() THEN
    RAISE EXCEPTION 'the hour that ends at % has not ended yet', latest USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER points_reject_unfinished AFTER INSERT ON points
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION reject_unfinished_hours();

-- Drops that were followed up to an instant to come, by a wrong clock.
CREATE INDEX drop_dues_moved_until_idx ON drop_dues (moved_until);

-- How far the clocks of the workers are from the database's. A worker deletes its row when it ends; one that was killed
-- leaves it, and the next to be noted a day later deletes it.
CREATE TABLE worker_clocks (
  -- Machine and process: `host/1f09a2c7`.
  worker  text             NOT NULL CHECK (length(worker) BETWEEN 1 AND 300),
  -- The database's clock minus the worker's, in milliseconds.
  skew_ms double precision NOT NULL,
  -- By the clock of the database.
  seen_at timestamptz(3)   NOT NULL,
  CONSTRAINT worker_clocks_pkey PRIMARY KEY (worker)
);
