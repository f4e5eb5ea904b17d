-- Why:      streams of events continue after a sequence of the log, and read only the events after it.
-- Locks:    events, against writers while the index is built (about a second per million events): webhooks and streams
--           wait that long, and nothing else.
-- Way back: DROP INDEX events_seq_idx.

CREATE INDEX events_seq_idx ON events (seq);
