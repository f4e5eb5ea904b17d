import { ViewBuilder } from '@droptrack/catalogue';
import {
  assertSameLog,
  confirmLog,
  type Database,
  type DatabaseClock,
  DatabaseUnavailableError,
  type LogPosition,
  readPosition,
  readLogState,
  readReplicatedHead,
  readRevisionBatches,
} from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { LiveCatalogue } from './live-catalogue';
import type { Primary } from './primary';

/** Databases of an instance. */
interface LogDatabases {
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
 * @throws {DatabaseUnavailableError} if the database that is read is unavailable; {@link OtherDatabaseError} if the replica
 *   follows another database than the primary.
 */
export async function readLog(
  catalogue: LiveCatalogue,
  { db, replica }: LogDatabases,
  delayMs: number,
  clock: DatabaseClock,
  logger: Logger,
): Promise<LogPosition> {
  if (replica !== null) await meetPrimary(replica, db, logger);
  const reads = replica?.db ?? db;
  const { seq, asOfMs, clockMs } =
    replica === null ? await confirmLog(db) : (await readReplicatedHead(replica.db)).confirmation;
  const builder = new ViewBuilder();
  let position = await readLogState(reads, asOfMs - delayMs, (revisions) => builder.add(revisions));
  catalogue.start(builder.view(position.seq));
  for await (const { revisions, end } of readRevisionBatches(reads, position, seq)) {
    catalogue.appended(revisions);
    position = end;
  }
  const logAheadMs = asOfMs - clockMs;
  const ageMs = replica === null ? 0 : Math.max(0, -logAheadMs);
  catalogue.confirmed({ seq, asOfMs, clockSkewMs: clock.skewMs(), logAheadMs, ageMs });
  return position;
}

/** Learns how far the primary is, so that an instance on a lagging replica is not ready at first. It may be unavailable. */
async function meetPrimary(
  { db: replica, primary }: NonNullable<LogDatabases['replica']>,
  db: Database,
  logger: Logger,
): Promise<void> {
  const position = await readPosition(replica);
  try {
    await assertSameLog(db, position);
    const confirmation = await confirmLog(db);
    primary.confirmed(confirmation);
    primary.keysChanged(confirmation.keysVersion);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    logger.warn({ err: error }, 'the primary is away: this instance starts with what its replica has');
  }
}
