import { countSealedSecrets, resealSecrets, type SecretBox } from '@droptrack/persistence';
import { CliError, EXIT } from '../output/cli-error';
import { count } from '../output/format';
import type { WebhookDeps } from './webhooks-terms';

export interface ResealDeps extends Omit<WebhookDeps, 'now'> {
  /** Null if no key is set. */
  readonly box: SecretBox | null;
}

/**
 * Encrypts the secrets of all endpoints with the first key, so that the other keys can be removed. Exits with code 1 if a
 * secret is encrypted with a key that is not set.
 */
export async function resealWebhooks({ db, output, box }: ResealDeps): Promise<number> {
  if (box === null) {
    throw new CliError('webhook_key', 'No encryption key of endpoint secrets is set', {
      hint: 'Set WEBHOOK_SECRET_KEY or WEBHOOK_SECRET_KEY_FILE, as for the API and the worker.',
    });
  }
  const before = await countSealedSecrets(db);
  const all = before.reduce((sum, { secrets }) => sum + secrets, 0);
  output.progress(`Encrypting ${count(all, 'secret')} with key ${box.keyId} …`);
  const { resealed } = await resealSecrets(db, box);
  const after = await countSealedSecrets(db);
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
