-- Why:      observations from which figures are computed are in the log, as the entity `market` (docs/decisions/0035).
-- Locks:    revisions (ACCESS EXCLUSIVE) for a moment: the new CHECK allows more than the former, so that no row is read for
--           it (NOT VALID). In a transaction of its own: an apply reads revisions before it writes to drops.
-- Roll-out: before the workers that observe prices.
-- Way back: none needed; the former CHECK would reject revisions that exist.

ALTER TABLE revisions DROP CONSTRAINT revisions_entity_check, ADD CONSTRAINT revisions_entity_check
  CHECK (entity IN ('drop', 'calendar_event', 'list', 'definition', 'market', 'moment')) NOT VALID;
