import type { WebhookEnvelope, WebhookEvent, WebhookEventType, WebhookObjects } from '@droptrack/contracts';
import { SAMPLE_DATA } from '@droptrack/webhooks/samples';

/** Members of an event that replace those of the sample. */
export interface SampleOverrides<Type extends WebhookEventType> extends Partial<
  Omit<WebhookEnvelope, 'type' | 'data'>
> {
  data?: {
    /** Members of the object; the others are those of the sample. */
    object?: Partial<WebhookObjects[Type]>;
    /** All previous values; by default those of the sample. */
    previous?: Partial<WebhookObjects[Type]>;
  };
}

/** Options of {@link sampleEvent}. */
export interface SampleOptions {
  /** Time of the event, Unix time in milliseconds. Default: now. */
  nowMs?: number | undefined;
}

const SEQUENCE = 8_841;

/**
 * Creates a complete event of a type, with every member that the API sends. Drop, calendar event, list and endpoint are the
 * same in each call, with dates in 2026; the id is random, because receivers ignore repeated ids.
 *
 * @example
 * import { sampleEvent } from '@droptrack/sdk/testing';
 * const event = sampleEvent('drop.status_changed', { data: { object: { id: 'my-drop' } } });
 * console.log(event.data.object.status, event.data.previous.status); // live upcoming
 */
export function sampleEvent<Type extends WebhookEventType>(
  type: Type,
  overrides: SampleOverrides<Type> = {},
  { nowMs = Date.now() }: SampleOptions = {},
): WebhookEvent<Type> {
  const { data = {}, ...envelope } = overrides;
  // A newer API may send types that this version has no sample of.
  const sample: { object: object; previous: object } = SAMPLE_DATA[type] ?? { object: {}, previous: {} };
  const event: WebhookEnvelope = {
    id: `evt_${Math.random().toString(36).slice(2)}`,
    type,
    api_version: 'v1',
    timestamp: new Date(nowMs).toISOString(),
    sequence: type.startsWith('webhook.') ? null : SEQUENCE,
    ...envelope,
    // Given members come first, so that a recorded event keeps its bytes.
    data: { ...sample, ...data, object: { ...data.object, ...sample.object, ...data.object } },
  };
  return event as WebhookEvent<Type>;
}
