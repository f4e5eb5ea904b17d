import type { Revision } from '@droptrack/catalogue';
import type { WebhookEventType } from '@droptrack/contracts';
import { sha256 } from '@noble/hashes/sha2';
import { toBase64 } from '../base64';

/** Six bits each: 132 in all, so that no two events ever share an id. */
const ID_CHARACTERS = 22;

/**
 * The id of an event, made from what makes it one of its kind and from nothing else: who makes it twice makes the same,
 * and receivers know it by that.
 *
 * @param parts - of things that happen once to a calendar event, the event and the instant; for what a revision tells
 *   see {@link revisionEventId}.
 */
export function eventId(type: WebhookEventType, ...parts: readonly (string | number)[]): string {
  const hash = sha256(new TextEncoder().encode(JSON.stringify([type, ...parts])));
  return `evt_${toBase64(hash).slice(0, ID_CHARACTERS).replaceAll('+', '-').replaceAll('/', '_')}`;
}

/**
 * The id of an event that a revision tells. Its place alone would not do: a log that is restored from a backup gives places
 * again, to other changes, and receivers would take those for what they have.
 *
 * @param parts - what tells it from others of its type and revision.
 */
export function revisionEventId(
  type: WebhookEventType,
  { seq, recordedAtMs }: Pick<Revision, 'seq' | 'recordedAtMs'>,
  ...parts: readonly (string | number)[]
): string {
  return eventId(type, seq, recordedAtMs, ...parts);
}
