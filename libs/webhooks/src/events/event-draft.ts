import type { DropBody, Revision } from '@droptrack/catalogue';
import type { WebhookEnvelope, WebhookEventType } from '@droptrack/contracts';
import { sha256 } from '@droptrack/sha256';
import { toBase64 } from '../base64';

/** Event as it is stored: the members that filters use, and the exact body that receivers get. */
export interface EventDraft {
  /** `evt_` and 22 characters, the same whenever the event is derived again. */
  readonly id: string;
  readonly type: WebhookEventType;
  /** Sequence number of its revision; null for an event about an endpoint. */
  readonly seq: number | null;
  /** Slug of its drop; null for an event about an endpoint. */
  readonly dropId: string | null;
  /** Chain of the drop. */
  readonly chain: string | null;
  /** Hype score of the drop after the change, 0 to 100; null while none is published. */
  readonly hype: number | null;
  /** Time of the event, milliseconds since the epoch. */
  readonly recordedAtMs: number;
  /** JSON text whose UTF-8 is signed and sent. */
  readonly body: string;
}

/** Content of an event, without sequence number and time. */
export interface EventContent extends Pick<EventDraft, 'id' | 'type' | 'dropId' | 'chain' | 'hype'> {
  readonly object: object;
  readonly previous: object;
}

/** Creates the draft of an event. */
export function draftOf({ object, previous, ...content }: EventContent, seq: number | null, atMs: number): EventDraft {
  const { id, type } = content;
  const timestamp = new Date(atMs).toISOString();
  const body = envelopeBody({ id, type, api_version: 'v1', timestamp, sequence: seq, data: { object, previous } });
  return { ...content, seq, recordedAtMs: atMs, body };
}

/**
 * Serializes the body of a delivery: JSON without white space, with the members of the contract in its order. It is
 * deterministic, so that a redelivery or a replay has the same bytes as the first attempt.
 *
 * @returns text whose UTF-8 is signed and sent.
 */
export function envelopeBody({ id, type, api_version, timestamp, sequence, data }: WebhookEnvelope): string {
  const { object, previous } = data;
  return JSON.stringify({ id, type, api_version, timestamp, sequence, data: { object, previous } });
}

/** Members of a drop that filters use. */
export type FilterMembers = Pick<EventDraft, 'dropId' | 'chain' | 'hype'>;

/** Members of the drop of another entity that filters use. */
export function filterMembersFor(dropId: string, drop: Revision | null, chain: string | null = null): FilterMembers {
  const body = (drop?.body ?? null) as DropBody | null; // The context contains revisions of drops.
  return { dropId, chain: body?.chain ?? chain, hype: body?.hype_score ?? null };
}

/** Members of a published drop that filters use. */
export function filterMembersOf({ id, chain, hype_score }: DropBody): FilterMembers {
  return { dropId: id, chain, hype: hype_score };
}

/**
 * Returns the previous values of the changed members, without `updated_at`, which changes with every revision.
 *
 * @param before - has its members in the same order as `after`, at every depth.
 */
export function previousMembers<T extends object>(before: T, after: T): Partial<T> {
  const text = (object: T, name: string): string => JSON.stringify(object[name as keyof T]);
  const changed = Object.entries(before).filter(
    ([name]) => name !== 'updated_at' && text(before, name) !== text(after, name),
  );
  return Object.fromEntries(changed) as Partial<T>; // A subset of the members of `before`.
}

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
