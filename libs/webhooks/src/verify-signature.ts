import { type HmacSha256, isOfKnownVersion, PORTABLE_HMAC, signatureOf, signedHead } from './signature';

/** Maximum clock difference between sender and receiver, in both directions, in seconds (Standard Webhooks 1.0). */
export const TOLERANCE_SECONDS = 300;

/** Received message: the three headers and the body. */
export interface SignedMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string | Uint8Array;
}

/** Reason to reject a message: the first that applies, in this order. */
export type SignatureFault =
  | 'timestamp_malformed'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'signature_version_unknown'
  | 'signature_mismatch';

/** Result of a verification. */
export interface SignatureVerdict {
  /** Null for a valid message. */
  readonly fault: SignatureFault | null;
  /** Seconds since it was signed; negative for a time in the future, NaN for a malformed time. */
  readonly ageSeconds: number;
}

/** Keys and clock of a verification. */
export interface VerificationOptions {
  /** Accepted keys. */
  readonly keys: readonly Uint8Array[];
  /** Unix time in milliseconds, rounded down to seconds as in the reference library. */
  readonly nowMs: number;
  /** Default: {@link TOLERANCE_SECONDS}. */
  readonly toleranceSeconds?: number;
  /** Faster implementation of the platform. */
  readonly hmacSha256?: HmacSha256;
}

/**
 * Verifies that one of the keys signed the message within the tolerance (Standard Webhooks 1.0). One valid signature of
 * several is enough; signatures of unknown versions are ignored. Signatures are compared as texts, so that each has only
 * one valid spelling, and in constant time, so that timing does not reveal a partial match.
 *
 * @returns a verdict for any input; it never throws.
 */
export function verifySignature(
  { id, timestamp, signature, body }: SignedMessage,
  { keys, nowMs, toleranceSeconds = TOLERANCE_SECONDS, hmacSha256 = PORTABLE_HMAC }: VerificationOptions,
): SignatureVerdict {
  // The text is signed, so each time must have only one valid spelling.
  const signedAtSeconds = /^(?:0|[1-9][0-9]{0,14})$/.test(timestamp) ? Number(timestamp) : NaN;
  const ageSeconds = Math.floor(nowMs / 1_000) - signedAtSeconds;
  const rejected = (fault: SignatureFault): SignatureVerdict => ({ fault, ageSeconds });

  if (Number.isNaN(signedAtSeconds)) return rejected('timestamp_malformed');
  // Negated, so that NaN as clock or tolerance rejects.
  if (!(ageSeconds <= toleranceSeconds)) return rejected('timestamp_too_old');
  if (!(ageSeconds >= -toleranceSeconds)) return rejected('timestamp_in_future');

  // Repeated headers may have been joined with a comma (RFC 9110 §5.3).
  const given = signature.split(/,? /).filter(isOfKnownVersion);
  if (given.length === 0) return rejected('signature_version_unknown');
  const head = signedHead(id, timestamp);
  const isValid = keys
    .map((key) => signatureOf(hmacSha256(key, head, body)))
    .some((expected) => given.some((one) => isSameText(one, expected)));
  return isValid ? { fault: null, ageSeconds } : rejected('signature_mismatch');
}

/** Compares texts of the same length in constant time. The length of a signature is not secret. */
function isSameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
