-- Why:      some trees pay several tokens; each row then has the token of its amount, and amounts are never summed over tokens.
-- Locks:    ACCESS EXCLUSIVE on lists and list_rows, for a moment: no row is written, since the new columns are null.
-- Roll-out: before the programs that read and write them. The former API sums the entries of a wallet, so load lists of several
--           tokens only after it is replaced.
-- Way back: DELETE the lists with tokens, DROP the columns. Only with programs that do not read them.

ALTER TABLE lists ADD COLUMN tokens jsonb;
ALTER TABLE list_rows ADD COLUMN token text;
