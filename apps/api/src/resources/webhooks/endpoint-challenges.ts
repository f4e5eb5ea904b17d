import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EgressAnswer } from '@droptrack/egress';
import { type HmacSha256, signWebhook } from '@droptrack/webhooks';
import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../../platform/errors/domain-error';
import { bodyRefusal } from '../../platform/input/check-body';
import { Clock } from '../../catalogue/clock';
import { tooManyChallenges, tooManyChallengesOfDay } from './errors';
import { WebhookBackend } from './webhook-parts';

/** Challenges that wait for their response at once, of one account and of an instance. */
const WAITS_MAX = { ofAccount: 4, all: 20 } as const;

/** Challenges to an account's endpoints within 24 hours, of an instance; those that fail count as well. */
const PER_DAY_MAX = 100;
const DAY_MS = 86_400_000;

/** An endpoint that is to show that it wants deliveries. */
export interface ChallengedEndpoint {
  readonly url: string;
  /** Keys that sign, at least one. */
  readonly keys: readonly Uint8Array[];
}

const HMAC: HmacSha256 = (key, head, body) => createHmac('sha256', key).update(head).update(body).digest('base64');

/**
 * Asks endpoints whether they want deliveries, where the operator requires it: a signed POST with a random `challenge`, which
 * the response repeats. Else anybody could have deliveries sent to any host. Nothing of the database is held meanwhile.
 */
@Injectable()
export class EndpointChallenges {
  readonly #waits = new Map<string, number>();
  #all = 0;
  /** When the challenges of the last 24 hours were sent, the oldest first; accounts in the order of their last one. */
  readonly #sentMs = new Map<string, readonly number[]>();

  constructor(
    private readonly backend: WebhookBackend,
    private readonly clock: Clock,
  ) {}

  /** True where endpoints must answer a challenge before they are enabled. */
  get areRequired(): boolean {
    return this.backend.get().requireChallenge;
  }

  /**
   * @throws {DomainError} `validation_failed` when the challenge is not repeated; `rate_limited` while as many of the account
   *   are waited for as may be, or were sent within 24 hours; {@link UnavailableError} also while the instance waits for as many as it can.
   */
  async prove(account: string, endpoint: ChallengedEndpoint): Promise<void> {
    const own = this.#waits.get(account) ?? 0;
    if (own >= WAITS_MAX.ofAccount) throw tooManyChallenges(WAITS_MAX.ofAccount);
    if (this.#all >= WAITS_MAX.all)
      throw new UnavailableError('This instance has reached its limit of concurrent challenges');
    this.#count(account);
    this.#waits.set(account, own + 1);
    this.#all += 1;
    try {
      await this.#prove(endpoint);
    } finally {
      this.#all -= 1;
      const left = (this.#waits.get(account) ?? 1) - 1;
      if (left === 0) this.#waits.delete(account);
      else this.#waits.set(account, left);
    }
  }

  /** Counts one more of the day. A challenge that fails leaves no row that could be counted. */
  #count(account: string): void {
    const nowMs = this.clock.nowMs();
    const isOfDay = (sentMs: number) => sentMs > nowMs - DAY_MS;
    const sent = (this.#sentMs.get(account) ?? []).filter(isOfDay);
    if (sent.length >= PER_DAY_MAX) throw tooManyChallengesOfDay(PER_DAY_MAX, (sent[0] ?? nowMs) + DAY_MS - nowMs);
    this.#sentMs.delete(account);
    this.#sentMs.set(account, [...sent, nowMs]);
    for (const [other, times] of this.#sentMs) {
      if (times.some(isOfDay)) break;
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
    // In the form of an event, so that what verifies deliveries verifies this.
    const form = { id, type: 'webhook.challenge', api_version: 'v1', timestamp, sequence: null };
    const body = JSON.stringify({ ...form, data: { object: {}, previous: {} }, challenge });
    const signed = signWebhook({ id, timestampSeconds: Math.floor(nowMs / 1_000), body, keys }, HMAC);
    const headers = { 'content-type': 'application/json', 'user-agent': 'Droptrack-Webhooks/1', ...signed };
    const reason = reasonAgainst(await egress.post({ url, headers, body }), challenge);
    if (reason === null) return;
    const detail = `must respond to the challenge: ${reason}`;
    throw bodyRefusal([{ pointer: '#/url', code: 'challenge_failed', detail }]);
  }
}

/** Reason for which a response proves nothing; null for one that proves it. */
function reasonAgainst({ statusCode, error, response }: EgressAnswer, challenge: string): string | null {
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
  const [given, wanted] = [Buffer.from(text), Buffer.from(challenge)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
