import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from '@droptrack/contracts';
import { textOf } from './raw-body';
import { WebhookVerificationError } from './webhook-verification-error';

/**
 * True when this version of the package knows the type of an event. An endpoint that subscribes to `*` or to a group can
 * receive types that are newer than the package. They are returned unchanged, with the static type of a known event.
 * Acknowledge them with 2xx and ignore them. It never throws.
 *
 * @example
 * import { isKnownEvent, verifyWebhook, type WebhookEvent } from '@droptrack/sdk';
 *
 * export async function receive(request: Request, secret: string, queue: WebhookEvent[]): Promise<void> {
 *   const event = verifyWebhook(await request.text(), request.headers, secret);
 *   if (isKnownEvent(event)) queue.push(event);
 *   else console.log(`unknown type: ${event.type}`);
 * }
 */
export function isKnownEvent(event: { readonly type: string }): boolean {
  return WEBHOOK_EVENT_TYPES.some((type) => type === event.type);
}

/**
 * Parses a verified body. Members that this version of the package does not know are preserved.
 *
 * @throws {@link WebhookVerificationError} with code `body_not_json` or `body_not_event`.
 */
export function eventIn(body: string | Uint8Array): WebhookEvent {
  const value = parse(body);
  if (isEvent(value)) return value;
  throw new WebhookVerificationError('body_not_event', 'The signature is valid, but the body is not an event');
}

function parse(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    throw new WebhookVerificationError('body_not_json', 'The signature is valid, but the body is not JSON');
  }
}

/** Checks the members that the types promise to be objects: event handlers access them without a check. */
function isEvent(value: unknown): value is WebhookEvent {
  return (
    isRecord(value) &&
    typeof value['type'] === 'string' &&
    isRecord(value['data']) &&
    isRecord(value['data']['object']) &&
    isRecord(value['data']['previous'])
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
