import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EgressResult } from '@droptrack/egress';
import { type HmacSha256, signWebhook } from '@droptrack/webhooks';
import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../../platform/errors/domain-error';
import { bodyRejection } from '../../platform/input/check-body';
import { ConcurrencyLimit } from '../../platform/rate-limit/concurrency-limit';
import { Clock } from '../../catalogue/clock';
import { tooManyChallenges, tooManyChallengesOfDay } from './errors';
import { WebhookBackend } from './webhook-parts';

/** Concurrent challenges per account and per process. */
const CONCURRENT_MAX = { perOwner: 4, total: 20 } as const;

/** Challenges per account within 24 hours, counted by each process; failed challenges count as well. */
const PER_DAY_MAX = 100;
const DAY_MS = 86_400_000;

/** Endpoint whose owner has to accept deliveries. */
interface ChallengedEndpoint {
  readonly url: string;
  /** Signing keys, at least one. */
  readonly keys: readonly Uint8Array[];
}

const HMAC: HmacSha256 = (key, head, body) => createHmac('sha256', key).update(head).update(body).digest('base64');

/**
 * Sends challenges to endpoints if the operator requires them: a signed POST with a random `challenge` that the response
 * must repeat. Without them, any client could have deliveries sent to any host. No database connection is held during the
 * request.
 */
@Injectable()
export class EndpointChallenges {
  readonly #limit = new ConcurrencyLimit(CONCURRENT_MAX, {
    ofOwner: () => tooManyChallenges(CONCURRENT_MAX.perOwner),
    ofProcess: () => new UnavailableError('This instance has reached its limit of concurrent challenges'),
  });
  /** Times of the challenges of the last 24 hours, oldest first; accounts are in the order of their last challenge. */
  readonly #sentMs = new Map<string, readonly number[]>();

  constructor(
    private readonly backend: WebhookBackend,
    private readonly clock: Clock,
  ) {}

  /** True if endpoints must pass a challenge before they are enabled. */
  get areRequired(): boolean {
    return this.backend.get().requireChallenge;
  }

  /**
   * @throws {DomainError} `validation_failed` if the challenge is not repeated; `rate_limited` if the account has reached its
   *   limit of concurrent or daily challenges; {@link UnavailableError} also if the process has reached its own limit.
   */
  prove(account: string, endpoint: ChallengedEndpoint): Promise<void> {
    return this.#limit.run(account, () => {
      this.#count(account);
      return this.#prove(endpoint);
    });
  }

  /** Counts a challenge of the day in memory: a failed challenge leaves no row in the database. */
  #count(account: string): void {
    const nowMs = this.clock.nowMs();
    const isRecent = (sentMs: number) => sentMs > nowMs - DAY_MS;
    const sent = (this.#sentMs.get(account) ?? []).filter(isRecent);
    if (sent.length >= PER_DAY_MAX) throw tooManyChallengesOfDay(PER_DAY_MAX, (sent[0] ?? nowMs) + DAY_MS - nowMs);
    this.#sentMs.delete(account);
    this.#sentMs.set(account, [...sent, nowMs]);
    for (const [other, times] of this.#sentMs) {
      if (times.some(isRecent)) break;
      this.#sentMs.delete(other);
    }
  }

  async #prove({ url, keys }: ChallengedEndpoint): Promise<void> {
    const { egress } = this.backend.get();
    if (egress === undefined) throw new UnavailableError('Challenges cannot be sent');
    const challenge = randomBytes(32).toString('base64url');
    const nowMs = this.clock.nowMs();
    const id = `evt_${randomBytes(16).toString('base64url')}`;
    const timestamp = new Date(nowMs).toISOString();
    // Same format as an event, so that the code that verifies deliveries accepts it.
    const envelope = { id, type: 'webhook.challenge', api_version: 'v1', timestamp, sequence: null };
    const body = JSON.stringify({ ...envelope, data: { object: {}, previous: {} }, challenge });
    const signed = signWebhook({ id, timestampSeconds: Math.floor(nowMs / 1_000), body, keys }, HMAC);
    const headers = { 'content-type': 'application/json', 'user-agent': 'Droptrack-Webhooks/1', ...signed };
    const reason = failureOf(await egress.post({ url, headers, body }), challenge);
    if (reason === null) return;
    const detail = `must respond to the challenge: ${reason}`;
    throw bodyRejection([{ pointer: '#/url', code: 'challenge_failed', detail }]);
  }
}

/** Reason for which a response fails the challenge; null if it passes. */
function failureOf({ statusCode, error, response }: EgressResult, challenge: string): string | null {
  if (error !== null || statusCode === null) return error ?? 'there was no response';
  if (statusCode < 200 || statusCode > 299) return `the response was ${statusCode}`;
  const text = Buffer.from(response ?? []).toString('utf8');
  return isSame(text.trim(), challenge) || isSame(memberOf(text), challenge) ? null : 'the response did not repeat it';
}

function memberOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const member = typeof value === 'object' && value !== null && 'challenge' in value ? value.challenge : '';
    return typeof member === 'string' ? member : '';
  } catch {
    return '';
  }
}

function isSame(text: string, challenge: string): boolean {
  const [actual, expected] = [Buffer.from(text), Buffer.from(challenge)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
