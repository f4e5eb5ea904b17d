import type { Sql } from '../database/database';
import { LogGapError } from './log-gap.error';
import { type LogPosition, RECORDED_AT_US } from './position';

/**
 * The position of the log's last revision.
 *
 * @throws {LogGapError} when the log lacks the revision that its head names.
 */
export async function readPosition(sql: Sql): Promise<LogPosition> {
  const [row] = await sql.query<{ seq: string; recorded_at_us: number | null }>(
    `SELECT seq, (SELECT ${RECORDED_AT_US} FROM revisions AS r WHERE r.seq = h.seq) AS recorded_at_us FROM log_head AS h`,
  );
  const seq = Number(row?.seq ?? 0);
  if (seq > 0 && (row?.recorded_at_us ?? null) === null) throw new LogGapError(seq);
  return { seq, recordedAtUs: row?.recorded_at_us ?? 0 };
}

/** True while nothing has read the log: its revisions are dated back until then. */
export async function isLogUnread(sql: Sql): Promise<boolean> {
  const [head] = await sql.query<{ unread: boolean }>("SELECT complete_until = 'epoch' AS unread FROM log_head");
  return head?.unread ?? true;
}

/** Numbers of changes, as far as committed; they only grow. */
export interface AccessVersions {
  /** Of API keys. */
  readonly keysVersion: number;
  /** Of calendar feeds, without new ones. */
  readonly feedsVersion: number;
}

/** Head of the log and versions of keys and feeds, as far as committed. */
export interface LogHead extends AccessVersions {
  readonly seq: number;
  /** `recordedAtUs` of the requested revision; null when the log does not have it. */
  readonly recordedAtUs: number | null;
}

/**
 * Reads the head of the log without waiting for writers; this is no confirmation.
 *
 * @param seq - revision whose instant is read with it.
 */
export async function readHead(sql: Sql, seq = 0): Promise<LogHead> {
  const [row] = await sql.query<VersionsRow & { seq: string; recorded_at_us: number | null }>(
    `SELECT seq, version, feeds_version, (SELECT ${RECORDED_AT_US} FROM revisions WHERE seq = $1) AS recorded_at_us
     FROM log_head, key_changes`,
    [seq],
  );
  return {
    seq: Number(row?.seq ?? 0),
    ...versionsIn(row),
    recordedAtUs: row?.recorded_at_us ?? null,
  };
}

/** Versions of keys and feeds alone, which can be read while a session keeps the log locked. */
export async function readAccessVersions(sql: Sql): Promise<AccessVersions> {
  const [row] = await sql.query<VersionsRow>('SELECT version, feeds_version FROM key_changes');
  return versionsIn(row);
}

interface VersionsRow {
  readonly version: string;
  readonly feeds_version: string;
}

const versionsIn = (row: VersionsRow | undefined): AccessVersions => ({
  keysVersion: Number(row?.version ?? 0),
  feedsVersion: Number(row?.feeds_version ?? 0),
});
