import type { WebhookEventType } from '@droptrack/contracts';
import { envelopeBody } from '../envelope';

/** An event as it is stored: what filters look at, and the exact text that receivers get. */
export interface EventDraft {
  /** `evt_` and 22 characters; the same event has the same id wherever and whenever it is made. */
  readonly id: string;
  readonly type: WebhookEventType;
  /** Of the revision that it is read off; null for what is told of an endpoint. */
  readonly seq: number | null;
  /** The drop that it is about; null for none. */
  readonly dropId: string | null;
  /** Of that drop. */
  readonly chain: string | null;
  /** Of that drop after the change, 0 to 100; null where none is shown. */
  readonly hype: number | null;
  /** When it happened, milliseconds since the epoch. */
  readonly recordedAtMs: number;
  /** JSON whose UTF-8 is signed and sent. */
  readonly body: string;
}

/** What an event says, beside where it comes from. */
export interface EventContent extends Pick<EventDraft, 'id' | 'type' | 'dropId' | 'chain' | 'hype'> {
  readonly object: object;
  readonly previous: object;
}

/** Makes a draft of what is told of one instant. */
export function draftOf({ object, previous, ...content }: EventContent, seq: number | null, atMs: number): EventDraft {
  const { id, type } = content;
  const timestamp = new Date(atMs).toISOString();
  const body = envelopeBody({ id, type, api_version: 'v1', timestamp, sequence: seq, data: { object, previous } });
  return { ...content, seq, recordedAtMs: atMs, body };
}
