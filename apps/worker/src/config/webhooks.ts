import { HYPE_THRESHOLDS } from '@droptrack/contracts';
import { type EgressPolicy, readAllowed, readDnsServers } from '@droptrack/egress';
import { readSecretBox, type SecretBox } from '@droptrack/persistence';
import type { HypeThresholds } from '@droptrack/webhooks';

type Environment = Readonly<Record<string, string | undefined>>;

/** How endpoints are told. */
export interface WebhooksConfig {
  /** Opens what deliveries are signed with; null: nothing is delivered. */
  readonly box: SecretBox | null;
  /** Where deliveries may go. */
  readonly policy: EgressPolicy;
  /** Name servers that are asked for endpoints' names; null for the system's. */
  readonly dnsServers: readonly string[] | null;
  /** Most deliveries a second to one endpoint. */
  readonly ratePerEndpoint: number;
  /** Most deliveries a second to one host, over all endpoints of an account. */
  readonly ratePerHost: number;
  /** Hype scores that are told. */
  readonly thresholds: HypeThresholds;
}

const RATE = { min: 1, max: 1_000, default: 50 } as const;
const HOST_RATE = { min: 1, max: 9_999, default: 100 } as const;
/** Hype scores that can be told, and by how many points the way down may count lower. */
const SCORE = { min: 1, max: 100, countMax: 20 } as const;
const MARGIN_MAX = 50;

/** Events are made, and nothing is delivered. */
export const NO_WEBHOOKS: WebhooksConfig = {
  box: null,
  policy: { allowInsecure: false, allow: [] },
  dnsServers: null,
  ratePerEndpoint: RATE.default,
  ratePerHost: HOST_RATE.default,
  thresholds: HYPE_THRESHOLDS,
};

/**
 * Reads how endpoints are told.
 *
 * @param faults - what is wrong is added, naming variables and never the values of those that are secret.
 */
export function readWebhooksConfig(env: Environment, faults: string[]): WebhooksConfig {
  const insecure = env['WEBHOOK_ALLOW_INSECURE'] || 'false';
  if (insecure !== 'true' && insecure !== 'false') faults.push('WEBHOOK_ALLOW_INSECURE must be true or false');
  const ratePerEndpoint = wholeNumber(env['WEBHOOK_RATE_PER_ENDPOINT'] || String(RATE.default));
  if (!(ratePerEndpoint >= RATE.min && ratePerEndpoint <= RATE.max)) {
    faults.push(`WEBHOOK_RATE_PER_ENDPOINT must be an integer from ${RATE.min} to ${RATE.max}`);
  }
  const ratePerHost = wholeNumber(env['WEBHOOK_RATE_PER_HOST'] || String(HOST_RATE.default));
  if (!(ratePerHost >= HOST_RATE.min && ratePerHost <= HOST_RATE.max)) {
    faults.push(`WEBHOOK_RATE_PER_HOST must be an integer from ${HOST_RATE.min} to ${HOST_RATE.max}`);
  }
  const textOf = (name: string): string => env[name] ?? '';
  const variable = (name: string) => ({ name, text: textOf(name) });
  return {
    box: readSecretBox({ keys: textOf('WEBHOOK_SECRET_KEY'), file: textOf('WEBHOOK_SECRET_KEY_FILE') }, faults),
    policy: { allowInsecure: insecure === 'true', allow: readAllowed(variable('WEBHOOK_ALLOW_ADDRESSES'), faults) },
    dnsServers: readDnsServers(variable('WEBHOOK_DNS_SERVERS'), faults),
    ratePerEndpoint,
    ratePerHost,
    thresholds: readThresholds(env, faults),
  };
}

function readThresholds(env: Environment, faults: string[]): HypeThresholds {
  const { scores: usual, hysteresis: usualMargin } = HYPE_THRESHOLDS;
  const entries = (env['HYPE_THRESHOLDS'] || usual.join()).split(/[\s,]+/).filter((entry) => entry !== '');
  const scores = entries.map(wholeNumber).sort((a, b) => a - b);
  const isEach = scores.every((score) => score >= SCORE.min && score <= SCORE.max);
  if (!isEach || scores.length === 0 || scores.length > SCORE.countMax || new Set(scores).size < scores.length) {
    const form = `1 to ${SCORE.countMax} different integers from ${SCORE.min} to ${SCORE.max}, separated by commas`;
    faults.push(`HYPE_THRESHOLDS must be ${form}`);
  }
  const hysteresis = wholeNumber(env['HYPE_THRESHOLD_MARGIN'] || String(usualMargin));
  if (!(hysteresis <= MARGIN_MAX)) faults.push(`HYPE_THRESHOLD_MARGIN must be an integer from 0 to ${MARGIN_MAX}`);
  return { scores, hysteresis };
}

const wholeNumber = (text: string): number => (/^[0-9]{1,4}$/.test(text) ? Number(text) : NaN);
