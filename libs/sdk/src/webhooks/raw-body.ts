import { WebhookVerificationError } from './webhook-verification-error';

/**
 * The body as it came. Bytes may be of any kind, Node's `Buffer` and an `ArrayBuffer` too, and of another realm.
 *
 * @throws {WebhookVerificationError} `body_not_raw` when something has read or parsed it before.
 */
export function rawBodyOf(given: unknown): string | Uint8Array {
  if (typeof given === 'string' && given !== '') return given;
  const bytes = isBuffer(given) ? new Uint8Array(given.byteLength > 0 ? given : []) : given;
  const isBytes = ArrayBuffer.isView(bytes);
  if (isBytes && bytes.byteLength > 0) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

  const was = typeof given === 'object' && given && !isBytes ? 'parsed (or not awaited)' : 'read';
  throw new WebhookVerificationError(
    'body_not_raw',
    `rawBody was ${was} before. Pass what came: express.raw({ type: '*/*' }), Fastify parseAs: 'buffer', await request.text()`,
  );
}

/** Of whichever realm, which `instanceof` would not tell. */
const isBuffer = (given: unknown): given is ArrayBuffer =>
  Object.prototype.toString.call(given) === '[object ArrayBuffer]';

/** The body as text; bytes that are no UTF-8 show as such. */
export const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);
