import { SecretBox, SecretRepository } from '@droptrack/persistence';
import { generateWebhookKey, openWebhookBox } from '../../config/webhook-key';
import { CliError, EXIT } from '../../output/cli-error';
import { count } from '../../output/format';
import { configOf, onDatabase, type OpenSession, type Session } from '../../session/session';

/** Generates a key for `WEBHOOK_SECRET_KEY` and prints it with instructions. It is not stored. */
export async function makeWebhookKey(_: object, { output }: Pick<Session, 'output'>): Promise<number> {
  const key = generateWebhookKey();
  const { keyId } = SecretBox.fromKeys([key]);
  const remarks = ['', `Its id is ${keyId}. It is not stored: save it with your other secrets.`, '', HOW].join('\n');
  output.result({ key, key_id: keyId }, key, remarks);
  return EXIT.done;
}

const HOW = `To turn webhooks on, set WEBHOOK_SECRET_KEY to it for the API and the worker, and restart them.
To replace another key:
  1. Set WEBHOOK_SECRET_KEY=<this key>,<former key> for the API and the worker, and restart them.
  2. Run droptrack webhooks reseal with the same value.
  3. Set WEBHOOK_SECRET_KEY=<this key>, and restart them. Keep the former key as long as backups may need it.`;

/**
 * Encrypts the secrets of all endpoints with the first key, so that the other keys can be removed. Exits with code 1 if a
 * secret is encrypted with a key that is not set.
 */
export async function resealWebhooks(_: object, session: Session): Promise<number> {
  const box = await openWebhookBox(configOf(session));
  if (box === null) {
    throw new CliError('webhook_key', 'No encryption key of endpoint secrets is set', {
      hint: 'Set WEBHOOK_SECRET_KEY or WEBHOOK_SECRET_KEY_FILE, as for the API and the worker.',
    });
  }
  return onDatabase(reseal)(box, session);
}

async function reseal(box: SecretBox, { db, output }: OpenSession): Promise<number> {
  const stored = new SecretRepository(db, box);
  const before = await stored.countByKey();
  const all = before.reduce((sum, { secrets }) => sum + secrets, 0);
  output.progress(`Encrypting ${count(all, 'secret')} with key ${box.keyId} …`);
  const { resealed } = await stored.reseal();
  const after = await stored.countByKey();
  const unknown = after.filter(({ keyId }) => !box.has(keyId));
  const document = {
    key_id: box.keyId,
    resealed,
    sealed_before: all - resealed - unknown.reduce((sum, { secrets }) => sum + secrets, 0),
    unknown: unknown.map(({ keyId, secrets }) => ({ key_id: keyId, secrets })),
  };
  output.result(document, describe(document));
  return unknown.length === 0 ? EXIT.done : EXIT.failed;
}

interface Report {
  readonly key_id: string;
  readonly resealed: number;
  readonly unknown: readonly { readonly key_id: string; readonly secrets: number }[];
}

function describe({ key_id: keyId, resealed, unknown }: Report): string {
  const done = `${count(resealed, 'secret')} encrypted with key ${keyId}.`;
  if (unknown.length === 0)
    return `${done} All secrets use this key: remove the former keys once the API and the worker run with it.`;
  const lines = unknown.map(
    (each) =>
      `${count(each.secrets, 'secret')} encrypted with key ${each.key_id}, which is not set: deliveries cannot be signed.`,
  );
  return [
    done,
    ...lines,
    'Append that key to WEBHOOK_SECRET_KEY and run this command again, or ask the owners to rotate their secrets.',
  ].join('\n');
}
