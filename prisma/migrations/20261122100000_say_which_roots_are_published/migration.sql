-- Why:      a tree that was built without an expected root has a root that nobody published; its proofs must say so.
--           Of lists that are stored already it is not known what their root was compared with, and older revisions of
--           the log do not say it either: false. Loading such a list again with its root changes its header only.
-- Locks:    lists, for a moment: the default is not written into rows.
-- Way back: DROP the column; an older release ignores it, and its own loads get false.

ALTER TABLE lists ADD COLUMN root_published boolean NOT NULL DEFAULT false;
