import { createHmac } from 'node:crypto';
import type { Egress, EgressAnswer } from '@droptrack/egress';
import type { ClaimedDelivery, DeliveryOutcome } from '@droptrack/persistence';
import { type HmacSha256, signWebhook } from '@droptrack/webhooks';
import type { Clocks } from '../clocks';
import type { SigningKeys } from './signing-keys';

export interface AttemptDeps {
  readonly egress: Pick<Egress, 'post'>;
  readonly keys: Pick<SigningKeys, 'of'>;
  readonly clocks: Clocks;
  /** A fault of ours that nobody foresaw. */
  readonly onBug: (delivery: ClaimedDelivery, error: unknown) => void;
}

/**
 * What was not sent through a fault of ours: no secret of the endpoint opens, or one that nobody foresaw. Its owner can do
 * nothing about it, so it is no failure of the endpoint and counts no attempt.
 */
export interface Unsent {
  readonly delivery: ClaimedDelivery;
  readonly fault: 'unsigned' | 'internal';
}

/** The platform's, which is faster than what runs anywhere. */
const HMAC: HmacSha256 = (key, head, body) => createHmac('sha256', key).update(head).update(body).digest('base64');

/** Firewalls before receivers refuse requests that do not say whose they are. */
const OURS = { 'content-type': 'application/json', 'user-agent': 'Droptrack-Webhooks/1' } as const;

/** Signs a delivery, as each attempt is signed anew, sends it, and says what came of it. Never rejects. */
export async function attempt(delivery: ClaimedDelivery, deps: AttemptDeps): Promise<DeliveryOutcome | Unsent> {
  const { egress, keys, clocks } = deps;
  const atMs = clocks.now();
  const beganMs = clocks.monotonicMs();
  try {
    const signing = keys.of(delivery.endpointId, delivery.secrets);
    if (signing.length === 0) return { delivery, fault: 'unsigned' };
    const { url, eventId: id, body } = delivery;
    const signed = signWebhook({ id, timestampSeconds: Math.floor(atMs / 1_000), body, keys: signing }, HMAC);
    const answer = await egress.post({ url, headers: { ...OURS, ...signed }, body });
    const durationMs = Math.max(0, Math.round(clocks.monotonicMs() - beganMs));
    return outcomeOf(delivery, answer, { atMs, durationMs });
  } catch (error) {
    deps.onBug(delivery, error);
    return { delivery, fault: 'internal' };
  }
}

function outcomeOf(
  delivery: ClaimedDelivery,
  { statusCode, response, retryAfterMs, ...answer }: EgressAnswer,
  { atMs, durationMs }: Pick<DeliveryOutcome, 'atMs' | 'durationMs'>,
): DeliveryOutcome {
  const error = answer.error ?? faultOf(statusCode);
  return { delivery, atMs, durationMs, statusCode, error, response, retryAfterMs, isDelivered: error === null };
}

function faultOf(statusCode: number | null): string | null {
  if (statusCode === null) return 'no answer';
  return statusCode >= 200 && statusCode <= 299 ? null : `answered ${statusCode}`;
}
