-- Why:      a host that announces the end of a request (`Deprecation`, `Sunset`, `Warning`) is reported by `doctor`.
-- Locks:    ACCESS EXCLUSIVE on sources and finders (a row per source and finder), for milliseconds.
-- Roll-out: before the worker that writes it. The former worker leaves it empty.
-- Way back: ALTER TABLE sources DROP COLUMN notices; ALTER TABLE finders DROP COLUMN notices. Only with programs that do not
--           read them.

ALTER TABLE sources ADD COLUMN notices jsonb NOT NULL DEFAULT '[]';
ALTER TABLE finders ADD COLUMN notices jsonb NOT NULL DEFAULT '[]';
