-- Why:      polls, runs of finders and checks of lists are one kind of work at outside sources: one table of tasks, and one of
--           their sources (docs/decisions/0066).
-- Locks:    ACCESS EXCLUSIVE on polls, sources, finders and campaign_lists, for milliseconds: nothing is rewritten. Copies the
--           rows of finders and campaign_lists (tens, and one per campaign).
-- Roll-out: before the programs that use it. Programs of the release before work beside them: polls and sources are views
--           that can be written, and triggers keep finders and campaign_lists equal to their tasks. A later release drops the
--           two views, the table finders, the columns due_at, leases and failures of campaign_lists, and the triggers.
-- Way back: programs of the release before need nothing. The tables: drop views and triggers, delete the tasks that are no
--           polls and their sources, and rename tables and columns back.

ALTER TABLE polls RENAME TO tasks;
ALTER TABLE tasks RENAME COLUMN drop_id TO subject;
ALTER TABLE tasks RENAME COLUMN claims TO lease;
-- The subject of a finder is empty, and that of a list is its campaign. The checks say of polls what the columns said.
ALTER TABLE tasks DROP CONSTRAINT polls_drop_id_fkey;
ALTER TABLE tasks
  DROP CONSTRAINT polls_source_check,
  ADD CONSTRAINT polls_source_check CHECK (length(source) BETWEEN 1 AND 80);
ALTER TABLE tasks
  ADD COLUMN kind         text NOT NULL DEFAULT 'poll' CHECK (kind IN ('poll', 'find', 'list')),
  ADD COLUMN since        timestamptz(3),
  ADD COLUMN leased_until timestamptz(3),
  ALTER COLUMN query  DROP NOT NULL,
  ALTER COLUMN due_at DROP NOT NULL,
  DROP CONSTRAINT IF EXISTS polls_query_due_at_check,
  ADD CONSTRAINT polls_query_due_at_check CHECK (kind <> 'poll' OR (query IS NOT NULL AND due_at IS NOT NULL));

ALTER TABLE sources RENAME TO task_sources;
ALTER TABLE task_sources
  ADD COLUMN kind text NOT NULL DEFAULT 'poll' CHECK (kind IN ('poll', 'find', 'list')),
  ALTER COLUMN requests_per_minute DROP NOT NULL,
  ALTER COLUMN request_burst       DROP NOT NULL,
  ALTER COLUMN budget              DROP NOT NULL,
  ALTER COLUMN budget_at           DROP NOT NULL,
  DROP CONSTRAINT IF EXISTS sources_budget_check,
  ADD CONSTRAINT sources_budget_check CHECK (
    kind <> 'poll' OR (requests_per_minute IS NOT NULL AND request_burst IS NOT NULL AND budget IS NOT NULL AND budget_at IS NOT NULL)
  );

INSERT INTO task_sources (id, kind, off_reason, held_back, notices, answered_at, failed_at, failure_kind, failure, seen_at)
SELECT 'finder/' || id, 'find', off_reason, held_back, notices, answered_at, failed_at, failure_kind, failure, seen_at FROM finders;
INSERT INTO tasks (kind, source, subject, memory, since, due_at, leased_until, lease, failures, answered_at, failed_at,
                   failure_kind, failure)
SELECT 'find', 'finder/' || id, '', memory, since, greatest(due_at, leased_until), leased_until, leases, failures, answered_at,
       failed_at, failure_kind, failure
FROM finders;
INSERT INTO tasks (kind, source, subject, due_at, lease, failures)
SELECT 'list', 'campaign-lists', contract, due_at, leases, failures FROM campaign_lists;

-- From here on for programs of the release before.

CREATE VIEW polls AS
SELECT subject AS drop_id, source, query, memory, due_at, lease AS claims, failures, answered_at, failed_at, failure_kind, failure
FROM tasks WHERE kind = 'poll';
CREATE VIEW sources AS
SELECT id, off_reason, requests_per_minute, request_burst, budget, budget_at, held_back, notices, answered_at, failed_at,
       failure_kind, failure, seen_at
FROM task_sources WHERE kind = 'poll';
ALTER VIEW polls ALTER COLUMN claims SET DEFAULT 0;
ALTER VIEW polls ALTER COLUMN failures SET DEFAULT 0;
ALTER VIEW sources ALTER COLUMN held_back SET DEFAULT '[]';
ALTER VIEW sources ALTER COLUMN notices SET DEFAULT '[]';

-- A lease on one side moves the due time on the other side, in the same transaction. Two programs that lease the same task at
-- the same time, each on its side, wait for each other: the server ends one of the transactions, which is tried again.
CREATE FUNCTION task_of_finder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO task_sources (id, kind, off_reason, held_back, notices, answered_at, failed_at, failure_kind, failure, seen_at)
  VALUES ('finder/' || NEW.id, 'find', NEW.off_reason, NEW.held_back, NEW.notices, NEW.answered_at, NEW.failed_at,
          NEW.failure_kind, NEW.failure, NEW.seen_at)
  ON CONFLICT (id) DO UPDATE
  SET off_reason = excluded.off_reason, held_back = excluded.held_back, notices = excluded.notices,
      answered_at = excluded.answered_at, failed_at = excluded.failed_at, failure_kind = excluded.failure_kind,
      failure = excluded.failure, seen_at = excluded.seen_at;
  INSERT INTO tasks (kind, source, subject, memory, since, due_at, leased_until, lease, failures, answered_at, failed_at,
                     failure_kind, failure)
  VALUES ('find', 'finder/' || NEW.id, '', NEW.memory, NEW.since, greatest(NEW.due_at, NEW.leased_until), NEW.leased_until,
          NEW.leases, NEW.failures, NEW.answered_at, NEW.failed_at, NEW.failure_kind, NEW.failure)
  ON CONFLICT (subject, source) DO UPDATE
  SET memory = excluded.memory, since = excluded.since, due_at = excluded.due_at, leased_until = excluded.leased_until,
      lease = excluded.lease, failures = excluded.failures, answered_at = excluded.answered_at,
      failed_at = excluded.failed_at, failure_kind = excluded.failure_kind, failure = excluded.failure;
  RETURN NULL;
END $$;
CREATE TRIGGER task_of_finder AFTER INSERT OR UPDATE ON finders
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION task_of_finder();

CREATE FUNCTION task_of_campaign_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tasks (kind, source, subject, due_at, lease, failures)
  VALUES ('list', 'campaign-lists', NEW.contract, NEW.due_at, NEW.leases, NEW.failures)
  ON CONFLICT (subject, source) DO UPDATE
  SET due_at = excluded.due_at, leased_until = NULL, lease = excluded.lease, failures = excluded.failures;
  RETURN NULL;
END $$;
CREATE TRIGGER task_of_campaign_list AFTER INSERT OR UPDATE OF due_at, leases, failures ON campaign_lists
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION task_of_campaign_list();

CREATE FUNCTION row_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'list' THEN
    UPDATE campaign_lists SET due_at = NEW.due_at, leases = NEW.lease, failures = NEW.failures WHERE contract = NEW.subject;
  ELSE
    UPDATE finders
    SET memory = NEW.memory, since = NEW.since, due_at = NEW.due_at, leased_until = NEW.leased_until, leases = NEW.lease,
        failures = NEW.failures, answered_at = NEW.answered_at, failed_at = NEW.failed_at, failure_kind = NEW.failure_kind,
        failure = NEW.failure
    WHERE id = substr(NEW.source, 8);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER row_of_task AFTER INSERT OR UPDATE ON tasks
  FOR EACH ROW WHEN (NEW.kind <> 'poll' AND pg_trigger_depth() = 0) EXECUTE FUNCTION row_of_task();

CREATE FUNCTION finder_of_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO finders (id, source, off_reason, due_at, held_back, notices, seen_at)
  VALUES (substr(NEW.id, 8), split_part(NEW.id, '/', 2), NEW.off_reason, NEW.seen_at, NEW.held_back, NEW.notices, NEW.seen_at)
  ON CONFLICT (id) DO UPDATE
  SET off_reason = excluded.off_reason, held_back = excluded.held_back, notices = excluded.notices, seen_at = excluded.seen_at;
  RETURN NULL;
END $$;
CREATE TRIGGER finder_of_source AFTER INSERT OR UPDATE ON task_sources
  FOR EACH ROW WHEN (NEW.kind = 'find' AND pg_trigger_depth() = 0) EXECUTE FUNCTION finder_of_source();
