import { sha256 } from '@noble/hashes/sha2';
import { toBase64 } from './base64';

/** HMAC-SHA256 of `content` under `key` (RFC 2104): 32 bytes. */
export type HmacSha256 = (key: Uint8Array, content: Uint8Array) => Uint8Array;

/** How much SHA-256 takes at a time, in bytes. */
const BLOCK_BYTES = 64;

/**
 * Runs anywhere, and at once: no promise. Where the platform has a faster one, it can be given instead. Written out,
 * as the package that has the hash would bring four times the code for it to every receiver.
 */
export const PORTABLE_HMAC: HmacSha256 = (key, content) => {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const padded = (pad: number) => sha256.create().update(block.map((byte) => byte ^ pad));
  return padded(0x5c).update(padded(0x36).update(content).digest()).digest();
};

/** Version of the signatures that are made and verified: symmetric, HMAC-SHA256. */
const VERSION = 'v1,';

/** Whether a signature in the header is of a version that is verified here. */
export const isOfKnownVersion = (signature: string): boolean => signature.startsWith(VERSION);

/** What is signed: `id.timestamp.body`, the body in its exact bytes. */
export function signedContent(id: string, timestamp: string, body: string | Uint8Array): Uint8Array {
  const encoder = new TextEncoder();
  const head = encoder.encode(`${id}.${timestamp}.`);
  const tail = typeof body === 'string' ? encoder.encode(body) : body;
  const content = new Uint8Array(head.length + tail.length);
  content.set(head);
  content.set(tail, head.length);
  return content;
}

/** One signature as it stands in the header: the version, a comma, base64 with padding. */
export function signatureOf(content: Uint8Array, key: Uint8Array, hmacSha256: HmacSha256): string {
  return VERSION + toBase64(hmacSha256(key, content));
}
