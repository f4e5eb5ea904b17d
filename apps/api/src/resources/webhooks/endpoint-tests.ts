import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookTest } from '@droptrack/contracts';
import { DeliveryRepository } from '@droptrack/persistence';
import type { StoredAttempt } from '@droptrack/webhooks';
import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../../platform/errors/domain-error';
import { Drain, stopping } from '../../platform/health/drain';
import { ConcurrencyLimit } from '../../platform/rate-limit/concurrency-limit';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { Clock } from '../../catalogue/clock';
import { available } from '../../catalogue/log-database';
import { endpointOf, WebhookBackend } from './webhook-parts';
import { tooManyTests, WebhookNotFoundError } from './errors';
import type { Owner } from './webhooks.service';

/** Maximum wait for the attempt: longer than an attempt can take, shorter than usual timeouts of clients and proxies. */
const WAIT_MS = 17_000;
/** Interval of polling for the attempt, in milliseconds. */
const POLL_INTERVAL_MS = 100;
/** Concurrent tests per account and per process: each queries the database ten times per second. */
const CONCURRENT_MAX = { perOwner: 4, total: 20 } as const;

/** Enqueues a test event and waits for its first attempt. The worker sends it; the API itself sends nothing. */
@Injectable()
export class EndpointTests {
  readonly #limit = new ConcurrencyLimit(CONCURRENT_MAX, {
    ofOwner: () => tooManyTests(CONCURRENT_MAX.perOwner),
    ofProcess: () => new UnavailableError('This instance has reached its limit of concurrent tests'),
  });

  constructor(
    private readonly backend: WebhookBackend,
    private readonly clock: Clock,
    private readonly drain: Drain,
  ) {}

  /**
   * @param client - connection whose end stops the wait. The request itself is already destroyed once it has been read.
   * @throws {DomainError} `rate_limited` if the account has too many concurrent tests; {@link WebhookNotFoundError};
   *   {@link UnavailableError} also if the process has too many, and when it shuts down.
   */
  async run(owner: Owner, id: string, client: Pick<Socket, 'destroyed'>): Promise<UncachedResponse> {
    const test = await this.#limit.run(owner.account, () => this.#test(owner, id, client));
    return new UncachedResponse(JSON.stringify(test), this.clock.nowMs());
  }

  async #test({ account }: Owner, id: string, client: Pick<Socket, 'destroyed'>): Promise<WebhookTest> {
    const parts = this.backend.get();
    const { database, testWaitMs = WAIT_MS } = parts;
    const startedMs = this.clock.nowMs();
    const endpoint = await endpointOf(parts, account, id);
    if (!endpoint.enabled) return notAttempted('The endpoint is disabled; nothing is sent to it', 0);
    const ping = await available(new DeliveryRepository(database).ping(account, id, startedMs));
    if (ping === null) throw new WebhookNotFoundError();
    const deadline = performance.now() + testWaitMs;
    for (;;) {
      const attempt = await available(new DeliveryRepository(database).readFirstAttempt(ping.deliveryId));
      if (attempt !== null) return presentTest(attempt);
      if (client.destroyed || performance.now() >= deadline) break;
      if (this.drain.isDraining) throw stopping();
      await pause(POLL_INTERVAL_MS);
    }
    return notAttempted(
      'No worker started the test in time; see its delivery for the outcome',
      this.clock.nowMs() - startedMs,
    );
  }
}

const presentTest = ({ durationMs, statusCode, error }: StoredAttempt): WebhookTest => ({
  delivered: error === null,
  status_code: statusCode,
  duration_ms: durationMs,
  error,
});

const notAttempted = (error: string, durationMs: number): WebhookTest => ({
  delivered: false,
  status_code: null,
  duration_ms: durationMs,
  error,
});
