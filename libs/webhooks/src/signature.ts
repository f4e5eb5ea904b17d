import { Sha256, sha256 } from '@droptrack/sha256';
import { toBase64 } from './base64';

/** HMAC-SHA256 (RFC 2104) of `head` followed by `body`, as base64 with padding. Texts are encoded as UTF-8. */
export type HmacSha256 = (key: Uint8Array, head: string, body: string | Uint8Array) => string;

/** Block size of SHA-256 in bytes. */
const BLOCK_BYTES = 64;

/**
 * Synchronous HMAC for every platform. It is written out for the SDK, in which the one of `@noble/hashes` would be four
 * times as large, with a second SHA-256.
 */
export const PORTABLE_HMAC: HmacSha256 = (key, head, body) => {
  const encoder = new TextEncoder();
  const tail = typeof body === 'string' ? encoder.encode(body) : body;
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const padded = (pad: number) => new Sha256().update(block.map((byte) => byte ^ pad));
  return toBase64(
    padded(0x5c)
      .update(padded(0x36).update(encoder.encode(head)).update(tail).digest())
      .digest(),
  );
};

/** Version of symmetric signatures (HMAC-SHA256). */
const VERSION = 'v1,';

/** True for a signature of a supported version. */
export const isOfKnownVersion = (signature: string): boolean => signature.startsWith(VERSION);

/** Signed text before the body: `id.timestamp.` */
export const signedHead = (id: string, timestamp: string): string => `${id}.${timestamp}.`;

/** Formats a signature for the header: version, comma, base64. */
export const signatureOf = (hmac: string): string => VERSION + hmac;
