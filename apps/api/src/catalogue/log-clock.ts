/**
 * Most that the log may be ahead of the database's clock, in milliseconds. Revisions of one transaction are a microsecond
 * apart, so a large one is ahead by some milliseconds; more means that the clock was set back.
 */
export const LOG_AHEAD_MS_MAX = 1_000;
