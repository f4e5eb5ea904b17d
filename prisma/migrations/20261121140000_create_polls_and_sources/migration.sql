-- Why:      what each source is to be asked about each drop, and when (polls); how the sources do (sources).
-- Locks:    none on rows that are there; reads all drops once.
-- Way back: DROP both tables. What polls remembered is collected again.

-- One for each drop and source of its definition. Who takes one moves its due_at to when the lease ends and counts
-- claims up, so that a worker that dies gives it back by doing nothing, and one that is late is told apart. What a poll
-- remembers is kept as text: it is only ever handed back.
CREATE TABLE polls (
  drop_id      text           NOT NULL,
  source       text           NOT NULL CHECK (length(source) BETWEEN 1 AND 64),
  query        jsonb          NOT NULL,
  memory       json,
  due_at       timestamptz(3) NOT NULL,
  claims       bigint         NOT NULL DEFAULT 0,
  failures     integer        NOT NULL DEFAULT 0 CHECK (failures >= 0),
  answered_at  timestamptz(3),
  failed_at    timestamptz(3),
  failure_kind text,
  failure      text           CHECK (length(failure) <= 500),
  CONSTRAINT polls_pkey PRIMARY KEY (drop_id, source),
  CONSTRAINT polls_drop_id_fkey FOREIGN KEY (drop_id) REFERENCES drops (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX polls_source_due_at_idx ON polls (source, due_at);

-- One for each source that a worker knows: what may still be asked, shared by all workers, and how it went.
CREATE TABLE sources (
  id                  text             NOT NULL,
  -- Why it is not asked; null while it is.
  off_reason          text,
  requests_per_minute double precision NOT NULL CHECK (requests_per_minute > 0),
  request_burst       double precision NOT NULL CHECK (request_burst >= 1),
  -- Requests that were left at budget_at; below 0 after a poll that took more than was held for it.
  budget              double precision NOT NULL,
  budget_at           timestamptz(3)   NOT NULL,
  -- Hosts that are not asked for now, as the last worker saw it: [{ host, state, retry_at }].
  held_back           jsonb            NOT NULL DEFAULT '[]',
  answered_at         timestamptz(3),
  failed_at           timestamptz(3),
  failure_kind        text,
  failure             text             CHECK (length(failure) <= 500),
  -- When a worker last looked after it.
  seen_at             timestamptz(3)   NOT NULL,
  CONSTRAINT sources_pkey PRIMARY KEY (id)
);

INSERT INTO polls (drop_id, source, query, due_at)
SELECT id, source, query, clock_timestamp()
FROM drops CROSS JOIN LATERAL jsonb_each(
  CASE jsonb_typeof(definition -> 'sources') WHEN 'object' THEN definition -> 'sources' ELSE '{}' END
) AS stated (source, query)
WHERE archived_at IS NULL AND query NOT IN ('false', 'null');
