import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookTest } from '@droptrack/contracts';
import { type FirstAttempt, pingEndpoint, readFirstAttempt } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../../platform/errors/domain-error';
import { Drain, stopping } from '../../platform/health/drain';
import { UnkeptAnswer } from '../../platform/responses/response-writer';
import { Clock } from '../../catalogue/clock';
import { available } from '../../catalogue/log-database';
import { endpointOf } from './endpoint-of';
import { tooManyTests, WebhookNotFoundError } from './errors';
import { WebhookBackend } from './webhook-parts';
import type { Owner } from './webhooks.service';

/** Longer than an attempt may take, and short of what clients and proxies wait for an answer. */
const WAIT_MS = 17_000;
/** How often it is looked whether the attempt is there. */
const LOOK_EVERY_MS = 100;
/** Tests that are waited for at once, of one account and of an instance: each asks the database ten times a second. */
const WAITS_MAX = { ofAccount: 4, all: 20 } as const;

/** Has a worker try an endpoint, and waits for what comes of it. The API itself sends nothing. */
@Injectable()
export class EndpointTests {
  readonly #waits = new Map<string, number>();

  constructor(
    private readonly backend: WebhookBackend,
    private readonly clock: Clock,
    private readonly drain: Drain,
  ) {}

  /**
   * @param client - the connection, whose end ends the wait; a request is destroyed already when it has been read.
   * @throws {DomainError} `rate_limited` while as many tests of the account are under way as may be;
   *   {@link WebhookNotFoundError}; {@link UnavailableError} also while the instance waits for as many as it can, and when
   *   the process ends.
   */
  async run(owner: Owner, id: string, client: Pick<Socket, 'destroyed'>): Promise<UnkeptAnswer> {
    const { account } = owner;
    const own = this.#waits.get(account) ?? 0;
    if (own >= WAITS_MAX.ofAccount) throw tooManyTests(WAITS_MAX.ofAccount);
    const all = [...this.#waits.values()].reduce((sum, waits) => sum + waits, 0);
    if (all >= WAITS_MAX.all) throw new UnavailableError('This instance has reached its limit of concurrent tests');
    this.#waits.set(account, own + 1);
    try {
      const test = await this.#test(owner, id, client);
      return new UnkeptAnswer(JSON.stringify(test), this.clock.nowMs());
    } finally {
      const left = (this.#waits.get(account) ?? 1) - 1;
      if (left === 0) this.#waits.delete(account);
      else this.#waits.set(account, left);
    }
  }

  async #test({ account }: Owner, id: string, client: Pick<Socket, 'destroyed'>): Promise<WebhookTest> {
    const parts = this.backend.get();
    const { database, testWaitMs = WAIT_MS } = parts;
    const beganMs = this.clock.nowMs();
    const endpoint = await endpointOf(parts, account, id);
    if (!endpoint.enabled) return notTried('The endpoint is disabled; nothing is sent to it', 0);
    const ping = await available(pingEndpoint(database, account, id, beganMs));
    if (ping === null) throw new WebhookNotFoundError();
    const until = performance.now() + testWaitMs;
    for (;;) {
      const attempt = await available(readFirstAttempt(database, ping.deliveryId));
      if (attempt !== null) return presentTest(attempt);
      if (client.destroyed || performance.now() >= until) break;
      if (this.drain.isDraining) throw stopping();
      await pause(LOOK_EVERY_MS);
    }
    return notTried(
      'No worker started the test in time; see its delivery for the outcome',
      this.clock.nowMs() - beganMs,
    );
  }
}

const presentTest = ({ durationMs, statusCode, error }: FirstAttempt): WebhookTest => ({
  delivered: error === null,
  status_code: statusCode,
  duration_ms: durationMs,
  error,
});

const notTried = (error: string, durationMs: number): WebhookTest => ({
  delivered: false,
  status_code: null,
  duration_ms: durationMs,
  error,
});
