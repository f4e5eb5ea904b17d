import type { WebhookEndpoint } from '@droptrack/contracts';
import { draftOf, type EventDraft } from './event-draft';

/**
 * Creates an event about an endpoint. It has no sequence number, and only the account of the endpoint receives it.
 *
 * @param previous - previous values of the changed members.
 * @param atMs - milliseconds since the epoch.
 * @param id - unique id: `evt_` and one or more characters of base64url.
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

/** Selects the published members: an event must not contain others, such as the secret. */
function presentEndpoint({ id, url, events, description, filters, enabled }: WebhookEndpoint): WebhookEndpoint {
  const { drops, chains, min_hype } = filters;
  return { id, url, events, description, filters: { drops, chains, min_hype }, enabled };
}
