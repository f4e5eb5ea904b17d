import { type HmacSha256, isOfKnownVersion, PORTABLE_HMAC, signatureOf, signedHead } from './signature';

/** How far the clocks of sender and receiver may be apart, either way, in seconds (Standard Webhooks 1.0). */
export const TOLERANCE_SECONDS = 300;

/** What came: the three headers as they were, and the body. */
export interface SignedMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string | Uint8Array;
}

/** Why a message cannot be trusted; the first that applies, in this order. */
export type SignatureFault =
  | 'timestamp_malformed'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'signature_version_unknown'
  | 'signature_mismatch';

export interface SignatureVerdict {
  /** Null when the message is genuine. */
  readonly fault: SignatureFault | null;
  /** Whole seconds since it was signed, below 0 when that is still to come; NaN when its time is malformed. */
  readonly ageSeconds: number;
}

/** Against what a message is held. */
export interface Trust {
  /** Any of them may have signed. */
  readonly keys: readonly Uint8Array[];
  /** Unix time. Whole seconds count, as in the reference library. */
  readonly nowMs: number;
  /** {@link TOLERANCE_SECONDS} when not given. */
  readonly toleranceSeconds?: number;
  /** A faster one, where the platform has it. */
  readonly hmacSha256?: HmacSha256;
}

/**
 * Whether one of the keys has signed exactly this message, lately (Standard Webhooks 1.0). Of several signatures one
 * is enough; those of other versions are passed over. Signatures are compared as texts and in constant time, so that
 * there is one way only to write each, and how far a guess was right does not show.
 *
 * @returns a fault for whatever cannot be trusted; never throws.
 */
export function verifySignature(
  { id, timestamp, signature, body }: SignedMessage,
  { keys, nowMs, toleranceSeconds = TOLERANCE_SECONDS, hmacSha256 = PORTABLE_HMAC }: Trust,
): SignatureVerdict {
  // One way only to write a time: what is signed is the text.
  const signedAtSeconds = /^(?:0|[1-9][0-9]{0,14})$/.test(timestamp) ? Number(timestamp) : NaN;
  const ageSeconds = Math.floor(nowMs / 1_000) - signedAtSeconds;
  const refused = (fault: SignatureFault): SignatureVerdict => ({ fault, ageSeconds });

  if (Number.isNaN(signedAtSeconds)) return refused('timestamp_malformed');
  // Written so that a clock or a tolerance which is not a number refuses.
  if (!(ageSeconds <= toleranceSeconds)) return refused('timestamp_too_old');
  if (!(ageSeconds >= -toleranceSeconds)) return refused('timestamp_in_future');

  // Several lines of one header may have become one, with a comma between them (RFC 9110 §5.3).
  const given = signature.split(/,? /).filter(isOfKnownVersion);
  if (given.length === 0) return refused('signature_version_unknown');
  const head = signedHead(id, timestamp);
  const isGenuine = keys
    .map((key) => signatureOf(hmacSha256(key, head, body)))
    .some((expected) => given.some((one) => isSameText(one, expected)));
  return isGenuine ? { fault: null, ageSeconds } : refused('signature_mismatch');
}

/** Takes the same time wherever texts of one length differ. The length of a signature is no secret. */
function isSameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
