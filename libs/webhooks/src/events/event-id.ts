import type { Revision } from '@droptrack/catalogue';
import type { WebhookEventType } from '@droptrack/contracts';
import { sha256 } from '@noble/hashes/sha2';
import { toBase64 } from '../base64';

/** Length of an id: 22 characters of 6 bits are 132 bits, which makes collisions negligible. */
const ID_CHARACTERS = 22;

/**
 * Derives the id of an event from its identity, so that an event that is derived again has the same id and receivers can
 * deduplicate.
 *
 * @param parts - identity of the event within its type: the calendar event and the instant for an event that occurs once
 *   per calendar event; see {@link revisionEventId} for others.
 */
export function eventId(type: WebhookEventType, ...parts: readonly (string | number)[]): string {
  const hash = sha256(new TextEncoder().encode(JSON.stringify([type, ...parts])));
  return `evt_${toBase64(hash).slice(0, ID_CHARACTERS).replaceAll('+', '-').replaceAll('/', '_')}`;
}

/**
 * Derives the id of an event of a revision, from its sequence number and time. The number alone is not enough: a log that
 * was restored from a backup reuses numbers, and receivers would discard the new events as duplicates.
 *
 * @param parts - distinguish events of the same type and revision.
 */
export function revisionEventId(
  type: WebhookEventType,
  { seq, recordedAtMs }: Pick<Revision, 'seq' | 'recordedAtMs'>,
  ...parts: readonly (string | number)[]
): string {
  return eventId(type, seq, recordedAtMs, ...parts);
}
