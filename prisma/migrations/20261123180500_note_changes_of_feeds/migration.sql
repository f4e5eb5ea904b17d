-- Why:      the API keeps the feeds that it has looked up in memory, until feeds or keys change (docs/decisions/0042). A number of
--           its own: a rotation by a customer must not empty the memory of the keys of all.
-- Locks:    ACCESS EXCLUSIVE on key_changes (one row) and SHARE ROW EXCLUSIVE on calendar_feeds, for milliseconds.
-- Roll-out: before the API that reads it. The former API asks for each read.
-- Way back: DROP TRIGGER calendar_feeds_note_change ON calendar_feeds; DROP FUNCTION note_feed_change();
--           ALTER TABLE key_changes DROP COLUMN feeds_version. Only with an API that does not read it.

ALTER TABLE key_changes ADD COLUMN feeds_version bigint NOT NULL DEFAULT 0 CHECK (feeds_version >= 0);

-- As note_key_change(). A new feed is no change: unknown addresses are not kept in memory. Per row, so that a rotation of a feed
-- that does not exist is none.
CREATE FUNCTION note_feed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE key_changes SET feeds_version = feeds_version + 1;
  PERFORM pg_notify('droptrack_keys', '');
  RETURN NULL;
END
$$;
CREATE TRIGGER calendar_feeds_note_change
  AFTER DELETE OR UPDATE OF id, account, token_hash, name, types, chains, drops, form, remind
  ON calendar_feeds FOR EACH ROW EXECUTE FUNCTION note_feed_change();
