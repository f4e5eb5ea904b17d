import { WebhookVerificationError } from './webhook-verification-error';

/**
 * Validates the raw body. It accepts all views of bytes, including Node's `Buffer` and `ArrayBuffer`, of any realm.
 *
 * @throws {@link WebhookVerificationError} with code `body_not_raw` for a body that has been consumed or parsed.
 */
export function rawBodyOf(given: unknown): string | Uint8Array {
  if (typeof given === 'string' && given !== '') return given;
  const bytes = isBuffer(given) ? new Uint8Array(given.byteLength > 0 ? given : []) : given;
  const isBytes = ArrayBuffer.isView(bytes);
  if (isBytes && bytes.byteLength > 0) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

  const was = typeof given === 'object' && given && !isBytes ? 'parsed (or not awaited)' : 'consumed';
  throw new WebhookVerificationError(
    'body_not_raw',
    `rawBody was ${was} before. Pass the original body: express.raw({ type: '*/*' }), Fastify parseAs: 'buffer', await request.text()`,
  );
}

/** Unlike `instanceof`, this detects a buffer of another realm. */
const isBuffer = (given: unknown): given is ArrayBuffer =>
  Object.prototype.toString.call(given) === '[object ArrayBuffer]';

/** Decodes the body as UTF-8; invalid bytes become replacement characters. */
export const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);
