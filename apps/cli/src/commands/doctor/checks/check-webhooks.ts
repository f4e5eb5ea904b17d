import {
  type Database,
  DeliveryQueueHealth,
  EventRepository,
  type SecretBox,
  SecretRepository,
} from '@droptrack/persistence';
import { CliError } from '../../../output/cli-error';
import { count, span } from '../../../output/format';
import { fail, type Finding, ok, warn } from './finding';

/** Webhook settings that are not stored in the database. */
export interface WebhookSetup {
  /**
   * Decryption of endpoint secrets; null if no key is set.
   *
   * @throws {CliError} `webhook_key` for an invalid key.
   */
  readonly openBox: () => Promise<SecretBox | null>;
  readonly allowInsecure: boolean;
}

/** Maximum delay of publisher and dispatcher, both of which normally need less than a second. */
const WAIT_MS_MAX = 5 * 60_000;

/** Health of the publisher, the deliveries, the endpoints and the encryption key of secrets. */
export async function checkWebhooks(db: Database, setup: WebhookSetup, nowMs: () => number): Promise<Finding[]> {
  const atMs = nowMs();
  const insecure = warn(
    'webhooks',
    'WEBHOOK_ALLOW_INSECURE is on: endpoints may use http, any port, and addresses of this machine',
    'For development only. Unset it if other parties can register endpoints.',
  );
  return [
    await checkEvents(db, atMs),
    ...(await checkDeliveries(db, atMs)),
    await checkSecrets(db, setup),
    ...(setup.allowInsecure ? [insecure] : []),
  ];
}

async function checkEvents(db: Database, atMs: number): Promise<Finding> {
  const { revisions, sinceMs } = await new EventRepository(db).readLag();
  if (revisions < 0) {
    return fail(
      'events',
      `The publisher is ${count(-revisions, 'revision')} ahead of the log`,
      'The tables were restored from different backups: restore all of them from one backup.',
    );
  }
  if (sinceMs === null) return ok('events', 'All revisions are published');
  const message = `${count(revisions, 'revision')} to be published, the oldest for ${span(atMs - sinceMs)}`;
  if (atMs - sinceMs <= WAIT_MS_MAX) return ok('events', message);
  return warn('events', message, 'Start the worker: npm start. If it runs, check its log: endpoints are not notified.');
}

async function checkDeliveries(db: Database, atMs: number): Promise<Finding[]> {
  const { pending, oldestDueMs, sending, blockedEndpoints } = await new DeliveryQueueHealth(db).read(atMs);
  const dueMs = oldestDueMs === null ? 0 : atMs - oldestDueMs;
  const due = oldestDueMs === null ? 'none due' : `the oldest due for ${span(dueMs)}`;
  const message = `${count(pending, 'delivery', 'deliveries')} pending, ${due}; ${sending} in flight`;
  const deliveries =
    dueMs <= WAIT_MS_MAX
      ? ok('deliveries', message)
      : warn(
          'deliveries',
          message,
          'Start a worker with WEBHOOK_SECRET_KEY set, or add one: the workers do not keep up.',
        );
  return [deliveries, await checkEndpoints(db, blockedEndpoints)];
}

/** Endpoints with an open circuit breaker, and those disabled for failing. One that its owner disabled is no problem. */
async function checkEndpoints(db: Database, blocked: number): Promise<Finding> {
  const [row] = await db.query<{ disabled: number }>(
    `SELECT count(*)::int AS disabled FROM webhook_endpoints
     WHERE deleted_at IS NULL AND NOT enabled AND disabled_reason IS NOT NULL`,
  );
  const disabled = row?.disabled ?? 0;
  const words = [
    ...(blocked === 0 ? [] : [`${blocked} with an open circuit breaker`]),
    ...(disabled === 0 ? [] : [`${disabled} disabled after a 410 response or days of failures`]),
  ];
  if (words.length === 0) return ok('endpoints', 'No open circuit breaker; none disabled for failing');
  return warn(
    'endpoints',
    words.join('; '),
    'Run droptrack webhooks list to see which and why; their owners can fix them.',
  );
}

async function checkSecrets(db: Database, { openBox }: WebhookSetup): Promise<Finding> {
  const sealed = await new SecretRepository(db, null).countByKey();
  const all = sealed.reduce((sum, { secrets }) => sum + secrets, 0);
  let box: SecretBox | null;
  try {
    box = await openBox();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return fail('webhook key', error.message, 'Correct it: the API and the worker do not start without a valid key.');
  }
  if (box === null) return describeMissing(all);
  const unknown = sealed.filter(({ keyId }) => !box.has(keyId));
  if (unknown.length > 0) {
    const named = unknown.map(({ keyId, secrets }) => `${secrets} with ${keyId}`).join(', ');
    return fail(
      'webhook key',
      `${count(all, 'endpoint secret')}, some encrypted with keys that are not set: ${named}`,
      'Append that key to WEBHOOK_SECRET_KEY: deliveries with these secrets cannot be signed.',
    );
  }
  const former = sealed.filter(({ keyId }) => keyId !== box.keyId).reduce((sum, { secrets }) => sum + secrets, 0);
  if (former === 0) return ok('webhook key', `${count(all, 'endpoint secret')}, all encrypted with key ${box.keyId}`);
  return warn(
    'webhook key',
    `${former} of ${count(all, 'endpoint secret')} still encrypted with former keys`,
    'Run droptrack webhooks reseal to encrypt them with the first key.',
  );
}

/** Webhooks that are off are fine, unless there are endpoints. */
function describeMissing(secrets: number): Finding {
  if (secrets === 0) return ok('webhook key', 'off: WEBHOOK_SECRET_KEY is not set; endpoints cannot be created');
  return warn(
    'webhook key',
    `WEBHOOK_SECRET_KEY is not set here, but there are ${count(secrets, 'endpoint secret')}: nothing is delivered without it`,
    'Set it to the key that they were created with, for the API and the worker. Ignore this if it is set for both.',
  );
}
