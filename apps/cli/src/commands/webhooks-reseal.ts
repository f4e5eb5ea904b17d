import { countSealedSecrets, resealSecrets, type SecretBox } from '@droptrack/persistence';
import { CliError, EXIT } from '../output/cli-error';
import { count } from '../output/count';
import type { WebhookDeps } from './webhooks-terms';

export interface ResealDeps extends Omit<WebhookDeps, 'now'> {
  /** Null where no key is set. */
  readonly box: SecretBox | null;
}

/**
 * Seals the secrets of all endpoints under the first key, so that the others can be dropped. Ends with code 1 while
 * some are sealed under a key that is not given.
 */
export async function resealWebhooks({ db, output, box }: ResealDeps): Promise<number> {
  if (box === null) {
    throw new CliError('webhook_key', 'No key is set that secrets of endpoints are sealed with', {
      hint: 'Set WEBHOOK_SECRET_KEY or WEBHOOK_SECRET_KEY_FILE, as for the API and the worker.',
    });
  }
  const before = await countSealedSecrets(db);
  const all = before.reduce((sum, { secrets }) => sum + secrets, 0);
  output.progress(`Sealing ${count(all, 'secret')} under key ${box.keyId} …`);
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
  const done = `${count(resealed, 'secret')} sealed anew under key ${keyId}.`;
  if (unknown.length === 0)
    return `${done} All are now: former keys can be dropped once API and worker run with this one.`;
  const lines = unknown.map(
    (each) =>
      `${count(each.secrets, 'secret')} under key ${each.key_id}, which is not given: nothing can be signed with them.`,
  );
  return [done, ...lines, 'Give that key too, behind the first, and seal again; or let the owners rotate.'].join('\n');
}
