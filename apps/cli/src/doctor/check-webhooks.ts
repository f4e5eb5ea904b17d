import {
  countSealedSecrets,
  type Database,
  readEventLag,
  readQueueHealth,
  type SecretBox,
} from '@droptrack/persistence';
import { CliError } from '../output/cli-error';
import { count } from '../output/count';
import { span } from '../output/span';
import { fail, type Finding, ok, warn } from './finding';

/** What is known of webhooks outside the database. */
export interface WebhookTrappings {
  /**
   * Opens the secrets of endpoints; null where no key is set.
   *
   * @throws {CliError} for one that cannot be one.
   */
  readonly openBox: () => Promise<SecretBox | null>;
  readonly allowInsecure: boolean;
}

/** The log is told several times a second, and what is due is sent at once; what waits longer nobody looks after, in milliseconds. */
const WAIT_MS_MAX = 5 * 60_000;

/** Whether the log is told, what is told is sent, and the secrets that sign it can be opened. */
export async function checkWebhooks(
  db: Database,
  trappings: WebhookTrappings,
  nowMs: () => number,
): Promise<Finding[]> {
  const atMs = nowMs();
  const insecure = warn(
    'webhooks',
    'WEBHOOK_ALLOW_INSECURE is on: endpoints may be http, on any port, and on this machine',
    'It is for development. Unset it where others may register endpoints.',
  );
  return [
    await checkEvents(db, atMs),
    ...(await checkDeliveries(db, atMs)),
    await checkSecrets(db, trappings),
    ...(trappings.allowInsecure ? [insecure] : []),
  ];
}

async function checkEvents(db: Database, atMs: number): Promise<Finding> {
  const { revisions, sinceMs } = await readEventLag(db);
  if (revisions < 0) {
    return fail(
      'events',
      `Events were made of ${count(-revisions, 'revision')} more than the log has`,
      'The tables of the database are of different ages: restore all of them from one backup.',
    );
  }
  if (sinceMs === null) return ok('events', 'All of the log is events');
  const message = `${count(revisions, 'revision')} of the log to be made events, the first for ${span(atMs - sinceMs)}`;
  if (atMs - sinceMs <= WAIT_MS_MAX) return ok('events', message);
  return warn('events', message, 'Start the worker: npm start does. Where it runs, look at its log: nobody is told.');
}

async function checkDeliveries(db: Database, atMs: number): Promise<Finding[]> {
  const { pending, oldestDueMs, sending, blockedEndpoints } = await readQueueHealth(db, atMs);
  const dueMs = oldestDueMs === null ? 0 : atMs - oldestDueMs;
  const due = oldestDueMs === null ? 'none is due' : `the oldest due for ${span(dueMs)}`;
  const message = `${count(pending, 'delivery', 'deliveries')} to be sent, ${due}; ${sending} under way`;
  const deliveries =
    dueMs <= WAIT_MS_MAX
      ? ok('deliveries', message)
      : warn(
          'deliveries',
          message,
          'Start a worker that has the key of webhooks, or another one: they do not keep up.',
        );
  return [deliveries, await checkEndpoints(db, blockedEndpoints)];
}

/** What its owner has switched off is no trouble. */
async function checkEndpoints(db: Database, blocked: number): Promise<Finding> {
  const [row] = await db.query<{ disabled: number }>(
    `SELECT count(*)::int AS disabled FROM webhook_endpoints
     WHERE deleted_at IS NULL AND NOT enabled AND disabled_reason IS NOT NULL`,
  );
  const disabled = row?.disabled ?? 0;
  const words = [
    ...(blocked === 0 ? [] : [`${blocked} left alone for a while, as they fail`]),
    ...(disabled === 0 ? [] : [`${disabled} disabled, as they were gone or failed for days`]),
  ];
  if (words.length === 0) return ok('endpoints', 'None is left alone, or was disabled for failing');
  return warn(
    'endpoints',
    words.join('; '),
    'droptrack webhooks list shows which and why; their owners can mend them.',
  );
}

async function checkSecrets(db: Database, { openBox }: WebhookTrappings): Promise<Finding> {
  const sealed = await countSealedSecrets(db);
  const all = sealed.reduce((sum, { secrets }) => sum + secrets, 0);
  let box: SecretBox | null;
  try {
    box = await openBox();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return fail('webhook key', error.message, 'Correct it; without it the API and the worker do not start.');
  }
  if (box === null) return describeMissing(all);
  const unknown = sealed.filter(({ keyId }) => !box.has(keyId));
  if (unknown.length > 0) {
    const named = unknown.map(({ keyId, secrets }) => `${secrets} under ${keyId}`).join(', ');
    return fail(
      'webhook key',
      `${count(all, 'secret')} of endpoints, of which some are sealed under keys that are not given: ${named}`,
      'Add that key behind the first of WEBHOOK_SECRET_KEY: nothing can be signed with these secrets.',
    );
  }
  const former = sealed.filter(({ keyId }) => keyId !== box.keyId).reduce((sum, { secrets }) => sum + secrets, 0);
  if (former === 0) return ok('webhook key', `${count(all, 'secret')} of endpoints, all sealed under key ${box.keyId}`);
  return warn(
    'webhook key',
    `${former} of ${count(all, 'secret')} of endpoints still sealed under former keys`,
    'droptrack webhooks reseal puts them under the first one.',
  );
}

/** Off by choice is well, unless there are endpoints. */
function describeMissing(secrets: number): Finding {
  if (secrets === 0) return ok('webhook key', 'off: WEBHOOK_SECRET_KEY is not set; no endpoint can be made');
  return warn(
    'webhook key',
    `WEBHOOK_SECRET_KEY is not set here, and there are ${count(secrets, 'secret')} of endpoints: without it nothing is delivered`,
    'Set it as it was when they were made, for the API and the worker. Or ignore this where they have it elsewhere.',
  );
}
