import { type Database, LogFollower, type LogPosition } from '@droptrack/persistence';
import { fail, type Finding, ok } from './finding';

/**
 * Check that a notification wakes a follower of the log, with a follower whose poll interval is too long to matter. Reads
 * the log from `after` to its end and writes only the usual confirmation. Not for an empty log: its first load must
 * precede any follower.
 *
 * @param timeoutMs - limit for each of the two confirmations.
 */
export async function checkNotifications(
  db: Database,
  url: string,
  after: LogPosition,
  timeoutMs: number,
): Promise<Finding> {
  let confirm: () => void = () => undefined;
  const nextConfirmation = (): Promise<void> => new Promise((resolve) => (confirm = resolve));
  const ignore = (): void => undefined;
  const follower = new LogFollower({
    url,
    after,
    onRevisions: ignore,
    onConfirmed: () => confirm(),
    onKeysChanged: ignore,
    pollMs: 10 * timeoutMs,
    batchMs: 0,
  });
  try {
    const isListening = within(timeoutMs, nextConfirmation());
    follower.start();
    if (!(await isListening)) return fail('notifications', 'Following the log failed', ADVICE);
    const beganMs = performance.now();
    const isWoken = within(timeoutMs, nextConfirmation());
    await db.query("SELECT pg_notify('droptrack_log', '')");
    if (!(await isWoken)) return fail('notifications', 'A notification was not received', ADVICE);
    return ok('notifications', `Received after ${Math.ceil(performance.now() - beganMs)} ms`);
  } finally {
    await follower.stop();
  }
}

const ADVICE = 'Connect to PostgreSQL directly, not through a pooler in transaction mode.';

async function within(timeoutMs: number, event: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
  const came = await Promise.race([event.then(() => true), tooLate]);
  clearTimeout(timer);
  return came;
}
