import type { WebhookEventType } from '@droptrack/contracts';
import { envelopeBody } from '../envelope';

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
