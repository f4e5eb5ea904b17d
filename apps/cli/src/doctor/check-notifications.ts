import { type Database, LogFollower, type LogPosition } from '@droptrack/persistence';
import { fail, type Finding, ok } from './finding';

/**
 * Whether a notification wakes a reader of the log: the reader itself is asked,
 * with its poll out of the way. Reads an existing log to its end and writes nothing
 * but the reader's usual confirmation; not for an empty log, whose first load must
 * come before any reader.
 *
 * @param patienceMs - for each of the two confirmations that the reader is to give.
 */
export async function checkNotifications(
  db: Database,
  url: string,
  after: LogPosition,
  patienceMs: number,
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
    pollMs: 10 * patienceMs,
    gatherMs: 0,
  });
  try {
    const isListening = within(patienceMs, nextConfirmation());
    follower.start();
    if (!(await isListening)) return fail('notifications', 'The log cannot be followed', ADVICE);
    const beganMs = performance.now();
    const isWoken = within(patienceMs, nextConfirmation());
    await db.query("SELECT pg_notify('droptrack_log', '')");
    if (!(await isWoken)) return fail('notifications', 'A notification did not arrive', ADVICE);
    return ok('notifications', `A notification wakes the log's readers (${Math.ceil(performance.now() - beganMs)} ms)`);
  } finally {
    await follower.stop();
  }
}

const ADVICE = 'Connect to PostgreSQL itself, not through a pooler in transaction mode.';

async function within(patienceMs: number, event: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), patienceMs)));
  const came = await Promise.race([event.then(() => true), tooLate]);
  clearTimeout(timer);
  return came;
}
