import { viewOf } from '@droptrack/catalogue';
import {
  confirmLog,
  type Database,
  type DatabaseClock,
  DatabaseUnavailableError,
  type LogPosition,
  readLogState,
  readReplicatedHead,
  readRevisionBatches,
} from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { LiveCatalogue } from './live-catalogue';
import type { Primary } from './primary';

/** Databases of an instance. */
export interface LogDatabases {
  /** Database that writes. */
  readonly db: Database;
  /** Streaming replica that is read; null: `db` is read. */
  readonly replica: { readonly db: Database; readonly primary: Primary } | null;
}

/**
 * Reads the log into both views, up to an instant that the database has confirmed: first the state before the delay, then
 * each later revision, so that the delayed view continues as if the process had never been stopped.
 *
 * @returns the position of the last revision read, after which the follower continues.
 * @throws {DatabaseUnavailableError} if the database that is read is unavailable.
 */
export async function readLog(
  catalogue: LiveCatalogue,
  { db, replica }: LogDatabases,
  delayMs: number,
  clock: DatabaseClock,
  logger: Logger,
): Promise<LogPosition> {
  if (replica !== null) await meetPrimary(replica.primary, db, logger);
  const reads = replica?.db ?? db;
  const { seq, asOfMs, clockMs } =
    replica === null ? await confirmLog(db) : (await readReplicatedHead(replica.db)).confirmation;
  const state = await readLogState(reads, asOfMs - delayMs);
  catalogue.start(viewOf(state.revisions, state.seq));
  let position: LogPosition = { seq: state.seq, recordedAtUs: state.recordedAtUs };
  for await (const { revisions, end } of readRevisionBatches(reads, position, seq)) {
    catalogue.appended(revisions);
    position = end;
  }
  catalogue.confirmed({ seq, asOfMs, clockSkewMs: clock.skewMs(), logAheadMs: asOfMs - clockMs });
  return position;
}

/** Learns how far the primary is, so that an instance on a lagging replica is not ready at first. It may be unavailable. */
async function meetPrimary(primary: Primary, db: Database, logger: Logger): Promise<void> {
  try {
    primary.confirmed((await confirmLog(db)).asOfMs);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    logger.warn({ err: error }, 'the primary is away: this instance starts with what its replica has');
  }
}
