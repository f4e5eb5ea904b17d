import type { Sql } from '../database/database';
import { DatabaseUnavailableError } from '../database/errors';
import type { LogConfirmation } from './confirm';
import type { LogHead } from './head';
import { RECORDED_AT_US } from './position';

/** Maximum time by which a replica may be behind its primary, in milliseconds. Beyond it a process that reads it is not ready. */
export const REPLICA_LAG_MS_MAX = 10_000;

/** Head of the log as a replica has it. */
interface ReplicatedHead extends LogHead {
  /**
   * The last confirmation that was replicated, and the last revision that it covers. Later revisions may be there already:
   * the instant up to which they are complete is not.
   */
  readonly confirmation: LogConfirmation;
  /** False once the replica was promoted. */
  readonly isReplaying: boolean;
}

/**
 * A replica has less than was read of it before: it was restarted, and replays what it had received; or another replica
 * responds under its address. It passes, or the replica turns out to have another log.
 */
export class ReplicaBehindError extends DatabaseUnavailableError {
  constructor() {
    super('The replica has less of the log than was read of it before');
  }
}

const ms = (instant: string) => `floor(extract(epoch FROM ${instant}) * 1000)::bigint`;

const HEAD = `
  SELECT h.seq, k.version, k.feeds_version, pg_is_in_recovery() AS is_replaying,
         ${ms('h.complete_until')} AS as_of_ms, ${ms('clock_timestamp()')} AS clock_ms,
         (SELECT ${RECORDED_AT_US} FROM revisions WHERE seq = $1) AS recorded_at_us,
         coalesce((
           SELECT r.seq FROM revisions AS r WHERE r.recorded_at <= h.complete_until ORDER BY r.recorded_at DESC LIMIT 1
         ), 0) AS confirmed_seq
  FROM log_head AS h, key_changes AS k`;

type Row = Record<'seq' | 'version' | 'feeds_version' | 'as_of_ms' | 'clock_ms' | 'confirmed_seq', string> & {
  readonly recorded_at_us: number | null;
  readonly is_replaying: boolean;
};

/**
 * Reads the head of the log and its last confirmation in one snapshot of a streaming replica, which cannot confirm.
 *
 * A confirmation commits after every revision that it covers, and before every later one (docs/decisions/0002). The replica
 * shows commits in that order, so the instant that has arrived is complete there.
 *
 * @param seq - revision whose instant is read with it.
 */
export async function readReplicatedHead(sql: Sql, seq = 0): Promise<ReplicatedHead> {
  const [row] = await sql.query<Row>(HEAD, [seq]);
  if (row === undefined) throw new Error('log_head has no row');
  const keysVersion = Number(row.version);
  return {
    seq: Number(row.seq),
    keysVersion,
    feedsVersion: Number(row.feeds_version),
    recordedAtUs: row.recorded_at_us,
    confirmation: {
      seq: Number(row.confirmed_seq),
      asOfMs: Number(row.as_of_ms),
      clockMs: Number(row.clock_ms),
      keysVersion,
    },
    isReplaying: row.is_replaying,
  };
}
