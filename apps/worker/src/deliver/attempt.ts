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

/** The platform's, which is faster than what runs anywhere. */
const HMAC: HmacSha256 = (key, content) => createHmac('sha256', key).update(content).digest();

const UNSIGNED = 'not sent: the service could not sign it';
/** Firewalls before receivers refuse requests that do not say whose they are. */
const OURS = { 'content-type': 'application/json', 'user-agent': 'Droptrack-Webhooks/1' } as const;
const FAULT_OF_OURS = 'not sent: a fault of the service';

/** Signs a delivery, as each attempt is signed anew, sends it, and says what came of it. Never rejects. */
export async function attempt(delivery: ClaimedDelivery, deps: AttemptDeps): Promise<DeliveryOutcome> {
  const { clocks } = deps;
  const [atMs, beganMs] = [clocks.now(), clocks.monotonicMs()];
  const answer = await send(delivery, atMs, deps).catch((error: unknown) => {
    deps.onBug(delivery, error);
    return unsent(FAULT_OF_OURS);
  });
  const { statusCode, response, retryAfterMs } = answer;
  const error = answer.error ?? faultOf(statusCode);
  const durationMs = Math.max(0, Math.round(clocks.monotonicMs() - beganMs));
  return { delivery, atMs, durationMs, statusCode, error, response, retryAfterMs, isDelivered: error === null };
}

async function send(delivery: ClaimedDelivery, atMs: number, { egress, keys }: AttemptDeps): Promise<EgressAnswer> {
  const signing = keys.of(delivery.endpointId, delivery.secrets);
  if (signing.length === 0) return unsent(UNSIGNED);
  const body = Buffer.from(delivery.body);
  const message = { id: delivery.eventId, timestampSeconds: Math.floor(atMs / 1_000), body, keys: signing };
  const headers = { ...OURS, ...signWebhook(message, HMAC) };
  return egress.post({ url: delivery.url, headers, body });
}

function faultOf(statusCode: number | null): string | null {
  if (statusCode === null) return 'no answer';
  return statusCode >= 200 && statusCode <= 299 ? null : `answered ${statusCode}`;
}

const unsent = (error: string): EgressAnswer => ({
  statusCode: null,
  error,
  response: null,
  retryAfterMs: null,
  durationMs: 0,
});
