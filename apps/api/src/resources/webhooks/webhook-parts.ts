import type { Egress, Resolver } from '@droptrack/egress';
import type { Database } from '@droptrack/persistence';
import type { WebhooksConfig } from '../../platform/config/webhooks';
import { UnavailableError } from '../../platform/errors/domain-error';

/** How endpoints are kept and vetted. */
export interface WebhookTerms extends WebhooksConfig {
  /** Looks names of endpoints up; the service's own when not given. */
  readonly resolver?: Resolver;
  /** Way out for challenges; the service's own when not given. */
  readonly egress?: Pick<Egress, 'post'>;
  /** How long a test waits for its first attempt, milliseconds; 17 000 when not given. */
  readonly testWaitMs?: number;
}

/** What webhooks need beyond what every resource shares. */
export interface WebhookParts extends WebhookTerms {
  /** Read and written; each statement is bounded in time. */
  readonly database: Database;
  readonly resolver: Resolver;
}

/** The parts, where the API has them: without a database there are none, and the reference is made without one. */
export class WebhookBackend {
  constructor(private readonly parts: WebhookParts | null) {}

  /** @throws {UnavailableError} where there are none. */
  get(): WebhookParts {
    if (this.parts === null) throw new UnavailableError('Webhooks are not available');
    return this.parts;
  }
}
