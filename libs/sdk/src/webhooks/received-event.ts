import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from '@droptrack/contracts';
import { textOf } from './raw-body';
import { WebhookVerificationError } from './webhook-verification-error';

/**
 * Whether this version of the package knows the type of an event. One that it does not may come one day to an endpoint
 * that subscribes to `*` or to a group: it passes as it is, typed as if it were known, as unknown values do everywhere
 * in this package. Acknowledge it (2xx) and go on. Never throws.
 *
 * @example
 * import { isKnownEvent, verifyWebhook, type WebhookEvent } from '@droptrack/sdk';
 *
 * export async function receive(request: Request, secret: string, queue: WebhookEvent[]): Promise<void> {
 *   const event = verifyWebhook(await request.text(), request.headers, secret);
 *   if (isKnownEvent(event)) queue.push(event);
 *   else console.log(`not known yet: ${event.type}`);
 * }
 */
export function isKnownEvent(event: { readonly type: string }): boolean {
  return WEBHOOK_EVENT_TYPES.some((type) => type === event.type);
}

/**
 * Reads a body that is known to be genuine. Members that this version does not know stay in it.
 *
 * @throws {WebhookVerificationError} `body_not_json`, `body_not_event`.
 */
export function eventIn(body: string | Uint8Array): WebhookEvent {
  const value = parse(body);
  if (isEvent(value)) return value;
  throw new WebhookVerificationError('body_not_event', 'The body is signed, but no event');
}

function parse(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    throw new WebhookVerificationError('body_not_json', 'The body is signed, but not JSON');
  }
}

/** Looks at what code that handles an event goes through before it comes to anything it can check itself. */
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
