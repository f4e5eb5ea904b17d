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

/** Options of {@link Webhooks.create}. */
export interface CreateWebhookOptions extends CallOptions {
  /**
   * Key of this creation: 1 to 255 visible ASCII characters. For 24 hours, calls with the same key and the same webhook return
   * the endpoint that the first one created, with the same secret. Default: a random key of each call, which makes its
   * automatic retries safe. To repeat a call after a crash, pass a key that you stored before.
   */
  idempotencyKey?: string | undefined;
}

/**
 * Operations of `/v1/webhooks`: endpoints, their secrets and deliveries. They require the `pro` plan or higher. Verify
 * received deliveries with {@link verifyWebhook}.
 *
 * `update`, `rotateSecret`, `test`, `redeliver` and `recover` are only retried after 429, which rejects a request before it
 * takes effect. After a timeout or a lost connection the request may have taken effect: check with `get`, `list`
 * or `deliveries` before you repeat it.
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
   * Creates an endpoint. Retries do not create another one, as all attempts of a call have the same idempotency key.
   *
   * @param webhook - `url`: an `https` URL with a public address, on port 443 or 8443; `events`: 1 to 40 event types,
   *   groups such as `drop.*`, or `*`.
   * @returns the endpoint with its `secret`. The API returns the secret only here and on rotation: store it.
   * @throws {@link ApiError} with code `validation_failed` for an invalid URL, unknown events or drops, and when the account has
   *   the maximum number of endpoints. `errors` lists the violations.
   * @throws {@link ApiError} with code `idempotency_key_reused` for a key that was used for another webhook.
   * @throws {@link PlanRequiredError} with the plan `free`.
   * @example
   * const { id, secret } = await client.webhooks.create({
   *   url: 'https://hooks.example.com/droptrack',
   *   events: ['drop.*', 'hype.threshold_crossed'],
   *   filters: { chains: ['linea'], min_hype: 50 },
   * });
   */
  create(
    webhook: CreateWebhook,
    { idempotencyKey = randomKey(), ...options }: CreateWebhookOptions = {},
  ): ApiPromise<CreatedWebhook> {
    const headers = { ...options.headers, 'Idempotency-Key': idempotencyKey };
    return this.#connection.ask(['webhooks'], webhook, { ...options, headers });
  }

  /**
   * Lists all endpoints of the account on one page, newest first. An account is an API key and the keys that its
   * rotations created.
   *
   * @throws {@link PlanRequiredError} with the plan `free`.
   * @example
   * for await (const { id, url, enabled } of client.webhooks.list()) console.log(id, url, enabled);
   */
  list(options: CallOptions = {}): PagePromise<Webhook> {
    return new PagePromise({ connection: this.#connection, path: ['webhooks'], query: {}, options });
  }

  /**
   * Retrieves an endpoint and its health.
   *
   * @param id - id of the endpoint, such as `wh_3kT9vPq2Lm`.
   * @throws {@link NotFoundError} with code `webhook_not_found` for an unknown endpoint, and for one of another account.
   * @example
   * const { enabled, disabled_reason, failing_since } = await client.webhooks.get('wh_3kT9vPq2Lm');
   */
  get(id: string, options: CallOptions = {}): ApiPromise<Webhook> {
    return this.#connection.get(['webhooks', id], {}, options);
  }

  /**
   * Updates an endpoint. Omitted members stay unchanged, null clears `description` and `filters`, and `filters` replaces
   * all filters. `enabled: true` enables an endpoint that was disabled after failures.
   *
   * @param id - id of the endpoint, such as `wh_3kT9vPq2Lm`.
   * @param change - members to update.
   * @throws {@link NotFoundError} with code `webhook_not_found` for an unknown endpoint.
   * @throws {@link ApiError} with code `validation_failed`; `errors` lists the violations.
   * @example
   * await client.webhooks.update('wh_3kT9vPq2Lm', { enabled: true, filters: null });
   */
  update(id: string, change: UpdateWebhook, options: CallOptions = {}): ApiPromise<Webhook> {
    return this.#connection.send('PATCH', ['webhooks', id], change, options);
  }

  /**
   * Deletes an endpoint. The call is retried like a read: if the first response was lost, the retry throws
   * {@link NotFoundError} although the endpoint has been deleted.
   *
   * @param id - id of the endpoint, such as `wh_3kT9vPq2Lm`.
   * @throws {@link NotFoundError} with code `webhook_not_found` for an unknown or deleted endpoint.
   * @example
   * await client.webhooks.delete('wh_3kT9vPq2Lm');
   */
  delete(id: string, options: CallOptions = {}): ApiPromise<void> {
    return this.#connection.send('DELETE', ['webhooks', id], undefined, options);
  }

  /**
   * Rotates the secret of an endpoint. During the grace period, deliveries are signed with both secrets.
   *
   * @param id - id of the endpoint, such as `wh_3kT9vPq2Lm`.
   * @param rotation - `grace_period_seconds`: 0 to 604 800, default 86 400.
   * @returns the new `secret`, and the time until which the previous one is used.
   * @throws {@link NotFoundError} with code `webhook_not_found` for an unknown endpoint.
   * @throws {@link ApiError} with code `validation_failed` for an invalid grace period.
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
   * Sends a `webhook.ping` event to an endpoint and waits up to 17 s for the result of the first attempt.
   *
   * @param id - id of the endpoint, such as `wh_3kT9vPq2Lm`.
   * @returns the result. A failed delivery is not an error: `delivered` is false, and `error` contains the reason.
   * @throws {@link NotFoundError} with code `webhook_not_found` for an unknown endpoint.
   * @example
   * const { delivered, status_code, duration_ms, error } = await client.webhooks.test('wh_3kT9vPq2Lm');
   */
  test(id: string, options: CallOptions = {}): ApiPromise<WebhookTest> {
    return this.#connection.send('POST', ['webhooks', id, 'test'], undefined, options);
  }

  /**
   * Lists the deliveries of the last 30 days with their attempts, newest first.
   *
   * @param id - id of the endpoint, such as `wh_3kT9vPq2Lm`.
   * @param query - filters by `status` and `event_type`, and `limit` per page: 1 to 100, default 25.
   * @throws {@link NotFoundError} with code `webhook_not_found` for an unknown endpoint.
   * @throws {@link ApiError} with code `invalid_parameter`, or `invalid_cursor` for a cursor of another query.
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
   * Sends a delivery again, with the same `webhook-id`, regardless of its status.
   *
   * @param id - id of the endpoint, such as `wh_3kT9vPq2Lm`.
   * @param delivery - id of the delivery, such as `dlv_3kT9vPq2Lm_3pY7jN0c0W1bq8m6sXv5Rg`.
   * @throws {@link NotFoundError} with code `webhook_not_found` or `delivery_not_found`.
   * @example
   * await client.webhooks.redeliver('wh_3kT9vPq2Lm', 'dlv_3kT9vPq2Lm_3pY7jN0c0W1bq8m6sXv5Rg');
   */
  redeliver(id: string, delivery: string, options: CallOptions = {}): ApiPromise<AcceptedDeliveries> {
    return this.#connection.send('POST', ['webhooks', id, 'deliveries', delivery, 'redeliver'], undefined, options);
  }

  /**
   * Starts a recovery: a job that replays the events that an endpoint missed in a time span of the last 30 days. These are
   * failed deliveries and events that were never sent. An account can run one recovery at a time.
   *
   * @param id - id of the endpoint, such as `wh_3kT9vPq2Lm`.
   * @param span - `since`: RFC 3339 time, at most 30 days ago, inclusive; `until`: RFC 3339 time, exclusive, default now.
   * @returns the queued recovery; retrieve its progress with {@link Webhooks.recovery}.
   * @throws {@link NotFoundError} with code `webhook_not_found` for an unknown endpoint.
   * @throws {@link ApiError} with code `validation_failed` for an invalid span.
   * @throws {@link RateLimitError} while another recovery of the account is queued or running, and when the recoveries of the last
   *   24 hours have reached the maximum number of deliveries.
   * @example
   * const { id, status } = await client.webhooks.recover('wh_3kT9vPq2Lm', { since: '2026-08-21T00:00:00Z' });
   */
  recover(id: string, span: RecoverWebhook, options: CallOptions = {}): ApiPromise<WebhookRecovery> {
    return this.#connection.send('POST', ['webhooks', id, 'recover'], span, options);
  }

  /**
   * Retrieves a recovery and its progress.
   *
   * @param id - id of the endpoint, such as `wh_3kT9vPq2Lm`.
   * @param recovery - id of the recovery, such as `rec_5t1xk0v9c2m7q3p8w6za`.
   * @returns the recovery. If it stopped at a limit before the end of its span, `next_since` is the `since` of a recovery
   *   that continues it.
   * @throws {@link NotFoundError} with code `webhook_not_found` or `recovery_not_found`.
   * @example
   * const { status, deliveries, next_since } = await client.webhooks.recovery('wh_3kT9vPq2Lm', 'rec_5t1xk0v9c2m7q3p8w6za');
   */
  recovery(id: string, recovery: string, options: CallOptions = {}): ApiPromise<WebhookRecovery> {
    return this.#connection.get(['webhooks', id, 'recoveries', recovery], {}, options);
  }
}

/** 128 random bits. `crypto.randomUUID` is absent in pages without TLS. */
const randomKey = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
