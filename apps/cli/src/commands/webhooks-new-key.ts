import { SecretBox } from '@droptrack/persistence';
import { generateWebhookKey } from '../config/webhook-key-file';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';

/** Makes a key for `WEBHOOK_SECRET_KEY` and shows it with what to do. It is kept nowhere. */
export function makeWebhookKey({ output }: { readonly output: Output }): number {
  const key = generateWebhookKey();
  const { keyId } = SecretBox.fromKeys([key]);
  const remarks = ['', `Its id is ${keyId}. It is kept nowhere: put it where your secrets are.`, '', HOW].join('\n');
  output.result({ key, key_id: keyId }, key, remarks);
  return EXIT.done;
}

const HOW = `To begin: set it as WEBHOOK_SECRET_KEY for the API and the worker.
To put it in the place of another:
  1. Set WEBHOOK_SECRET_KEY=<this one>,<the former one> for the API and the worker, and restart them.
  2. droptrack webhooks reseal, with the same value.
  3. Set WEBHOOK_SECRET_KEY=<this one>, and restart them. Keep the former one as long as backups may need it.`;
