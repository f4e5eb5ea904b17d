import { type StoredEndpoint, EndpointRepository } from '@droptrack/persistence';
import { available } from '../../catalogue/log-database';
import { WebhookNotFoundError } from './errors';
import type { WebhookParts } from './webhook-parts';

/** Syntax check that keeps arbitrary text out of queries. */
export const isWebhookId = (text: string): boolean => /^wh_[0-9A-Za-z]{1,64}$/.test(text);

/**
 * Endpoint of an account by id.
 *
 * @throws {WebhookNotFoundError} also for an endpoint of another account; {@link UnavailableError}
 */
export async function endpointOf(
  { database, box }: WebhookParts,
  account: string,
  id: string,
): Promise<StoredEndpoint> {
  const endpoint = isWebhookId(id) ? await available(new EndpointRepository(database, box).find(account, id)) : null;
  if (endpoint === null) throw new WebhookNotFoundError();
  return endpoint;
}
