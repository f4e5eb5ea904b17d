import type { Egress, Resolver } from '@droptrack/egress';
import { type Database, EndpointRepository, type StoredEndpoint } from '@droptrack/persistence';
import type { WebhooksConfig } from '../../platform/config/webhooks';
import { UnavailableError } from '../../platform/errors/domain-error';
import { available } from '../../catalogue/log-database';
import { WebhookNotFoundError } from './errors';

/** Settings of webhooks. */
export interface WebhookTerms extends WebhooksConfig {
  /** Resolver of endpoint host names; the default resolver if absent. */
  readonly resolver?: Resolver;
  /** Egress for challenges; the default egress if absent. */
  readonly egress?: Pick<Egress, 'post'>;
  /** Maximum wait of a test for its first attempt, in milliseconds; 17 000 by default. */
  readonly testWaitMs?: number;
}

/** Dependencies of webhooks beyond those of every resource. */
export interface WebhookParts extends WebhookTerms {
  /** Database for reads and writes, with a statement timeout. */
  readonly database: Database;
  readonly resolver: Resolver;
}

/** Dependencies of webhooks if the API has a database; the OpenAPI document is generated without one. */
export class WebhookBackend {
  constructor(private readonly parts: WebhookParts | null) {}

  /** @throws {UnavailableError} without a database. */
  get(): WebhookParts {
    if (this.parts === null) throw new UnavailableError('Webhooks are not available');
    return this.parts;
  }
}

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
