import { createHmac } from 'node:crypto';
import type { Egress, EgressResult } from '@droptrack/egress';
import type { DeliveryOutcome, LeasedDelivery } from '@droptrack/persistence';
import { type HmacSha256, signWebhook } from '@droptrack/webhooks';
import type { Logger } from 'pino';
import type { Clocks } from '../context';
import type { WebhookMetrics } from '../metrics/webhook-metrics';
import type { SigningKeys } from './signing-keys';

/**
 * A delivery that was not sent because of an error on the side of the service: none of the endpoint's secrets opens, or an
 * internal error. Its owner cannot fix either, so it is no failure of the endpoint and counts no attempt.
 */
export interface Unsent {
  readonly delivery: LeasedDelivery;
  readonly fault: 'unsigned' | 'internal';
}

export type AttemptResult = DeliveryOutcome | Unsent;

/** Makes attempts. */
export interface Sender {
  /** Makes one attempt. Never rejects. */
  send(delivery: LeasedDelivery): Promise<AttemptResult>;
}

interface HttpSenderDeps {
  readonly egress: Pick<Egress, 'post'>;
  readonly keys: Pick<SigningKeys, 'of'>;
  readonly clock: Clocks;
  readonly metrics: Pick<WebhookMetrics, 'began' | 'ended' | 'unsent'>;
  readonly logger: Pick<Logger, 'error' | 'debug'>;
}

/** `node:crypto`, which is faster than the portable default. */
const HMAC: HmacSha256 = (key, head, body) => createHmac('sha256', key).update(head).update(body).digest('base64');

/** Firewalls in front of receivers reject requests without a user agent. */
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Droptrack-Webhooks/1' } as const;

/** Signs deliveries and posts them through egress. Each attempt has a signature and a timestamp of its own. */
export class HttpSender implements Sender {
  constructor(private readonly deps: HttpSenderDeps) {}

  async send(delivery: LeasedDelivery): Promise<AttemptResult> {
    const { clock, metrics } = this.deps;
    metrics.began(clock.now() - delivery.dueMs);
    const result = await this.#attempt(delivery);
    if ('fault' in result) metrics.unsent(result.fault);
    else this.#report(result);
    return result;
  }

  async #attempt(delivery: LeasedDelivery): Promise<AttemptResult> {
    const { egress, keys, clock, logger } = this.deps;
    const atMs = clock.now();
    const startedMs = clock.monotonicMs();
    try {
      const signing = keys.of(delivery.endpointId, delivery.secrets);
      if (signing.length === 0) return { delivery, fault: 'unsigned' };
      const { url, eventId: id, body } = delivery;
      const signed = signWebhook({ id, timestampSeconds: Math.floor(atMs / 1_000), body, keys: signing }, HMAC);
      const response = await egress.post({ url, headers: { ...HEADERS, ...signed }, body });
      const durationMs = Math.max(0, Math.round(clock.monotonicMs() - startedMs));
      return outcomeOf(delivery, response, { atMs, durationMs });
    } catch (error) {
      logger.error({ ...deliveryIds(delivery), err: error }, 'a delivery failed with an unexpected error');
      return { delivery, fault: 'internal' };
    }
  }

  #report(outcome: DeliveryOutcome): void {
    const { metrics, logger } = this.deps;
    metrics.ended(outcome);
    const { delivery, isDelivered, statusCode, error, durationMs } = outcome;
    if (isDelivered) return;
    const url = withoutQuery(delivery.url);
    logger.debug({ ...deliveryIds(delivery), url, statusCode, reason: error, durationMs }, 'an attempt failed');
  }
}

/** Ids of a delivery, for the log. */
export const deliveryIds = ({ id, endpointId, eventId }: LeasedDelivery) => ({
  delivery: id,
  endpoint: endpointId,
  event: eventId,
});

/** The query may contain a secret of the owner, which belongs in no log. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function outcomeOf(
  delivery: LeasedDelivery,
  { statusCode, response, retryAfterMs, ...answer }: EgressResult,
  { atMs, durationMs }: Pick<DeliveryOutcome, 'atMs' | 'durationMs'>,
): DeliveryOutcome {
  const error = answer.error ?? statusError(statusCode);
  return { delivery, atMs, durationMs, statusCode, error, response, retryAfterMs, isDelivered: error === null };
}

function statusError(statusCode: number | null): string | null {
  if (statusCode === null) return 'no response';
  return statusCode >= 200 && statusCode <= 299 ? null : `responded with ${statusCode}`;
}
