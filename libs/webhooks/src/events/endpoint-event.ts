import type { WebhookEndpoint } from '@droptrack/contracts';
import { draftOf, type EventDraft } from './event-draft';

/**
 * What is told of an endpoint itself. It is of no place in the log, and for nobody but the endpoint's account.
 *
 * @param previous - members that changed, as they were.
 * @param atMs - when it happened, milliseconds since the epoch.
 * @param id - `evt_` and at least one more character of base64url; another for every event.
 */
export function endpointEvent(
  type: 'webhook.ping' | 'webhook.disabled',
  endpoint: WebhookEndpoint,
  previous: object,
  atMs: number,
  id: string,
): EventDraft {
  const object = presentEndpoint(endpoint);
  return draftOf({ id, type, dropId: null, chain: null, hype: null, object, previous }, null, atMs);
}

/** Every field is named: what else is known of an endpoint is in no event. */
function presentEndpoint({ id, url, events, description, filters, enabled }: WebhookEndpoint): WebhookEndpoint {
  const { drops, chains, min_hype } = filters;
  return { id, url, events, description, filters: { drops, chains, min_hype }, enabled };
}
