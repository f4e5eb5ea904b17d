import { type StoredEndpoint, WebhookEndpoints } from '@droptrack/persistence';
import { available } from '../../catalogue/log-database';
import { WebhookNotFoundError } from './errors';
import type { WebhookParts } from './webhook-parts';

/** Whether a text can be the id of an endpoint; anything else never reaches the database. */
export const isWebhookId = (text: string): boolean => /^wh_[0-9A-Za-z]{1,64}$/.test(text);

/**
 * The endpoint of an account that a path names.
 *
 * @throws {WebhookNotFoundError} also for somebody else's; {@link UnavailableError}
 */
export async function endpointOf(
  { database, box }: WebhookParts,
  account: string,
  id: string,
): Promise<StoredEndpoint> {
  const endpoint = isWebhookId(id) ? await available(new WebhookEndpoints(database, box).find(account, id)) : null;
  if (endpoint === null) throw new WebhookNotFoundError();
  return endpoint;
}
