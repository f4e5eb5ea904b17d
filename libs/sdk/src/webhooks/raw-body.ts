import { WebhookVerificationError } from './webhook-verification-error';

/**
 * The body as it came. Bytes may be of any kind, Node's `Buffer` too, and of another realm.
 *
 * @throws {WebhookVerificationError} `body_not_raw` when something has read or parsed it before.
 */
export function rawBodyOf(given: unknown): string | Uint8Array {
  if (typeof given === 'string' && given !== '') return given;
  const isBytes = ArrayBuffer.isView(given);
  if (isBytes && given.byteLength > 0) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);

  const was = typeof given === 'object' && given && !isBytes ? 'parsed (or not awaited)' : 'read';
  throw new WebhookVerificationError(
    'body_not_raw',
    `rawBody was ${was} before. Pass what came: express.raw({ type: '*/*' }), Fastify parseAs: 'buffer', await request.text()`,
  );
}

/** The body as text; bytes that are no UTF-8 show as such. */
export const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);
