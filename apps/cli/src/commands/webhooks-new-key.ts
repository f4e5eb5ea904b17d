import { SecretBox } from '@droptrack/persistence';
import { generateWebhookKey } from '../config/webhook-key-file';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';

/** Generates a key for `WEBHOOK_SECRET_KEY` and prints it with instructions. It is not stored. */
export function makeWebhookKey({ output }: { readonly output: Output }): number {
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
