import type {
  AcceptedDeliveries,
  CreatedWebhook,
  CreateWebhook,
  ListDeliveriesQuery,
  RecoverWebhook,
  RotatedWebhookSecret,
  RotateWebhookSecret,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookRecovery,
  WebhookTest,
} from '@droptrack/contracts';
import type { ApiPromise } from '../api-promise';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';
import type { Connection } from '../connection';

/**
 * /v1/webhooks, from the plan `pro` on: endpoints that are told of events. `verifyWebhook` reads what they get.
 *
 * What makes something each time it is asked (`create`, `rotateSecret`, `test`, `redeliver`, `recover`), and `update`, is
 * not tried again when its answer is lost, for it may have been done; only after 429, when it surely was not.
 *
 * @example
 * import type { Webhooks } from '@droptrack/sdk';
 * const webhooks: Webhooks = client.webhooks;
 */
export class Webhooks {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Makes an endpoint. Its `secret` is told now and on rotation only: keep it.
   *
   * @throws {ApiError} with code `validation_failed` for a URL that cannot be delivered to, unknown events and drops, and
   *   one endpoint more than an account may have; `errors` names each. {@link PlanRequiredError}.
   * @example
   * const { id, secret } = await client.webhooks.create({
   *   url: 'https://hooks.example.com/droptrack',
   *   events: ['drop.*', 'hype.threshold_crossed'],
   *   filters: { chains: ['linea'], min_hype: 50 },
   * });
   */
  create(webhook: CreateWebhook, options: CallOptions = {}): ApiPromise<CreatedWebhook> {
    return this.#connection.send('POST', ['webhooks'], webhook, options);
  }

  /**
   * All endpoints of the account, the latest first, on one page.
   *
   * @throws {PlanRequiredError}
   * @example
   * for await (const { id, url, enabled } of client.webhooks.list()) console.log(id, url, enabled);
   */
  list(options: CallOptions = {}): PagePromise<Webhook> {
    return new PagePromise({ connection: this.#connection, path: ['webhooks'], query: {}, options });
  }

  /**
   * One endpoint, and how it does.
   *
   * @param id - such as `wh_3kT9vPq2Lm`.
   * @throws {NotFoundError} with code `webhook_not_found`, also for somebody else's.
   * @example
   * const { enabled, disabled_reason, failing_since } = await client.webhooks.get('wh_3kT9vPq2Lm');
   */
  get(id: string, options: CallOptions = {}): ApiPromise<Webhook> {
    return this.#connection.get(['webhooks', id], {}, options);
  }

  /**
   * Changes an endpoint. What is left out stays, null clears `description` and `filters`, and `filters` are replaced as
   * a whole. May be repeated by whoever knows that nobody else has changed it meanwhile; so it is not tried again when its
   * answer is lost.
   *
   * @throws {NotFoundError} with code `webhook_not_found`; {@link ApiError} with code `validation_failed`.
   * @example
   * await client.webhooks.update('wh_3kT9vPq2Lm', { enabled: true, filters: null });
   */
  update(id: string, change: UpdateWebhook, options: CallOptions = {}): ApiPromise<Webhook> {
    return this.#connection.send('PATCH', ['webhooks', id], change, options);
  }

  /**
   * Deletes an endpoint. It is tried again like a read; where only the answer was lost, the next attempt finds nothing.
   *
   * @throws {NotFoundError} with code `webhook_not_found`: it is not there, or no longer.
   * @example
   * await client.webhooks.delete('wh_3kT9vPq2Lm');
   */
  delete(id: string, options: CallOptions = {}): ApiPromise<void> {
    return this.#connection.send('DELETE', ['webhooks', id], undefined, options);
  }

  /**
   * Gives an endpoint a new secret. The former one signs as well for `grace_period_seconds`: 0 to 604 800, 86 400 when
   * not given.
   *
   * @throws {NotFoundError} with code `webhook_not_found`; {@link ApiError} with code `validation_failed`.
   * @example
   * const { secret, previous_expires_at } = await client.webhooks.rotateSecret('wh_3kT9vPq2Lm');
   */
  rotateSecret(
    id: string,
    rotation: RotateWebhookSecret = {},
    options: CallOptions = {},
  ): ApiPromise<RotatedWebhookSecret> {
    return this.#connection.send('POST', ['webhooks', id, 'rotate-secret'], rotation, options);
  }

  /**
   * Sends `webhook.ping` and waits for the first attempt, up to 17 s. A failure is an answer: `delivered` is false, and
   * `error` says why.
   *
   * @throws {NotFoundError} with code `webhook_not_found`.
   * @example
   * const { delivered, status_code, duration_ms, error } = await client.webhooks.test('wh_3kT9vPq2Lm');
   */
  test(id: string, options: CallOptions = {}): ApiPromise<WebhookTest> {
    return this.#connection.send('POST', ['webhooks', id, 'test'], undefined, options);
  }

  /**
   * What became of deliveries in the last 30 days, the latest first, with their attempts.
   *
   * @throws {NotFoundError} with code `webhook_not_found`; {@link ApiError} with code `invalid_cursor`.
   * @example
   * for await (const { id, event_type, attempts } of client.webhooks.deliveries('wh_3kT9vPq2Lm', { status: 'failed' })) {
   *   console.log(id, event_type, attempts[0]?.error);
   * }
   */
  deliveries(id: string, query: ListDeliveriesQuery = {}, options: CallOptions = {}): PagePromise<WebhookDelivery> {
    const path = ['webhooks', id, 'deliveries'];
    return new PagePromise({ connection: this.#connection, path, query, options });
  }

  /**
   * Sends a delivery again, with the `webhook-id` that it has, whatever became of it.
   *
   * @param delivery - such as `dlv_3kT9vPq2Lm_3pY7jN0c0W1bq8m6sXv5Rg`.
   * @throws {NotFoundError} with code `webhook_not_found` or `delivery_not_found`.
   * @example
   * await client.webhooks.redeliver('wh_3kT9vPq2Lm', 'dlv_3kT9vPq2Lm_3pY7jN0c0W1bq8m6sXv5Rg');
   */
  redeliver(id: string, delivery: string, options: CallOptions = {}): ApiPromise<AcceptedDeliveries> {
    return this.#connection.send('POST', ['webhooks', id, 'deliveries', delivery, 'redeliver'], undefined, options);
  }

  /**
   * Sends what an endpoint has missed in a span of the last 30 days: what failed, and what was never sent. The service does
   * it as a job: {@link Webhooks.recovery} returns its state. One at a time per account.
   *
   * @throws {NotFoundError} with code `webhook_not_found`; {@link ApiError} with code `validation_failed`;
   *   {@link RateLimitError} while another recovery of the account is queued or running, and when the recoveries of 24 hours
   *   have made as many deliveries as they may.
   * @example
   * const { id, status } = await client.webhooks.recover('wh_3kT9vPq2Lm', { since: '2026-08-21T00:00:00Z' });
   */
  recover(id: string, span: RecoverWebhook, options: CallOptions = {}): ApiPromise<WebhookRecovery> {
    return this.#connection.send('POST', ['webhooks', id, 'recover'], span, options);
  }

  /**
   * A recovery and its progress. `next_since` is where to go on when a bound has ended it before the end of its span.
   *
   * @param recovery - such as `rec_5t1xk0v9c2m7q3p8w6za`.
   * @throws {NotFoundError} with code `webhook_not_found` or `recovery_not_found`.
   * @example
   * const { status, deliveries, next_since } = await client.webhooks.recovery('wh_3kT9vPq2Lm', 'rec_5t1xk0v9c2m7q3p8w6za');
   */
  recovery(id: string, recovery: string, options: CallOptions = {}): ApiPromise<WebhookRecovery> {
    return this.#connection.get(['webhooks', id, 'recoveries', recovery], {}, options);
  }
}
