-- Why:      lists load --skip-errors leaves out rows with errors, and lists show states how many.
-- Locks:    ACCESS EXCLUSIVE on lists, for a moment: no row is written.
-- Roll-out: before the command line that writes it; the former one leaves it null.
-- Way back: ALTER TABLE lists DROP COLUMN left_out. Only with a command line that does not write it.

ALTER TABLE lists ADD COLUMN left_out integer CHECK (left_out > 0);
