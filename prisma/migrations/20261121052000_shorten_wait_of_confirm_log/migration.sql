-- Why:      a reader that waits 2 s behind a writer that hangs hears nothing else meanwhile, the withdrawal of a key
--           included, which must hold within 1 s.
-- Locks:    none on rows.
-- Way back: ALTER FUNCTION confirm_log() SET lock_timeout = '2s'.

ALTER FUNCTION confirm_log() SET lock_timeout = '400ms';
