import { sha256 } from '@noble/hashes/sha2';
import { toBase64 } from './base64';

/** HMAC-SHA256 (RFC 2104) of `head` and `body`, one behind the other, as base64 with padding. Of texts it is their UTF-8. */
export type HmacSha256 = (key: Uint8Array, head: string, body: string | Uint8Array) => string;

/** How much SHA-256 takes at a time, in bytes. */
const BLOCK_BYTES = 64;

/**
 * Runs anywhere, and at once: no promise. Where the platform has a faster one, it can be given instead. Written out,
 * as the package that has the hash would bring four times the code for it to every receiver.
 */
export const PORTABLE_HMAC: HmacSha256 = (key, head, body) => {
  const encoder = new TextEncoder();
  const tail = typeof body === 'string' ? encoder.encode(body) : body;
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const padded = (pad: number) => sha256.create().update(block.map((byte) => byte ^ pad));
  return toBase64(
    padded(0x5c)
      .update(padded(0x36).update(encoder.encode(head)).update(tail).digest())
      .digest(),
  );
};

/** Version of the signatures that are made and verified: symmetric, HMAC-SHA256. */
const VERSION = 'v1,';

/** Whether a signature in the header is of a version that is verified here. */
export const isOfKnownVersion = (signature: string): boolean => signature.startsWith(VERSION);

/** What is signed before the body, in its exact bytes: `id.timestamp.` */
export const signedHead = (id: string, timestamp: string): string => `${id}.${timestamp}.`;

/** One signature as it stands in the header: the version, a comma, base64. */
export const signatureOf = (hmac: string): string => VERSION + hmac;
