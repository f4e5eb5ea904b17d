import { setTimeout as sleep } from 'node:timers/promises';
import {
  assertSameLog,
  confirmLog,
  openDatabase,
  readPosition,
  readReplicatedHead,
  REPLICA_LAG_MS_MAX,
  requireSchema,
} from '@droptrack/persistence';
import { explainReplicaError } from '@droptrack/persistence/faults';
import { PROGRAM_VERSION } from '@droptrack/program';
import { span } from '../../../output/format';
import { redact, showDatabase } from '../../../output/redact';
import { fail, type Finding, ok, warn } from './finding';

const TIMEOUT_MS = 3_000;
const POLL_MS = 20;

/**
 * Checks that the replica that the API reads follows the primary, and the time in which a confirmation arrives there. Writes
 * only the usual confirmation, and none to an empty log, whose first load must precede it.
 *
 * @param migrations - directory of the migrations.
 * @param timeoutMs - limit for it to arrive.
 */
export async function checkReplica(
  primaryUrl: string,
  url: string,
  migrations: string,
  timeoutMs = TIMEOUT_MS,
): Promise<Finding> {
  const options = { poolSize: 1, applicationName: 'droptrack doctor', statementTimeoutMs: 5_000 };
  const [primary, replica] = [openDatabase(primaryUrl, options), openDatabase(url, options)];
  const name = `The replica ${showDatabase(url)}`;
  try {
    await requireSchema(replica, { migrations, version: PROGRAM_VERSION }, 'read');
    await assertSameLog(primary, await readPosition(replica));
    const { isReplaying } = await readReplicatedHead(replica);
    if (!isReplaying) {
      return warn(
        'replica',
        `${name} is not a replica: it accepts writes`,
        'Set DATABASE_READ_URL to a replica, or not.',
      );
    }
    if ((await readPosition(primary)).seq === 0) return ok('replica', `${name} responds; the log is empty`);
    const { asOfMs } = await confirmLog(primary);
    const beganMs = performance.now();
    for (;;) {
      const behindMs = asOfMs - (await readReplicatedHead(replica)).confirmation.asOfMs;
      const elapsedMs = performance.now() - beganMs;
      if (behindMs <= 0) return ok('replica', `${name} had a confirmation after ${Math.ceil(elapsedMs)} ms`);
      if (elapsedMs > timeoutMs) {
        const report = behindMs > REPLICA_LAG_MS_MAX ? fail : warn;
        return report('replica', `${name} is ${span(behindMs)} behind the primary`, ADVICE);
      }
      await sleep(POLL_MS);
    }
  } catch (error) {
    const { message } = explainReplicaError(error) ?? { message: String(error) };
    return fail('replica', redact(`${name}: ${message}`), 'Check DATABASE_READ_URL, and that the server is running.');
  } finally {
    await Promise.allSettled([primary.close(), replica.close()]);
  }
}

const ADVICE =
  'Look for long transactions on the replica and for the state of its connection in pg_stat_replication of the primary.';
