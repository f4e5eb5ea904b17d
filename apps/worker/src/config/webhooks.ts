import { HYPE_THRESHOLDS } from '@droptrack/contracts';
import { type EgressPolicy, readAllowed, readDnsServers } from '@droptrack/egress';
import { readSecretBox, type SecretBox } from '@droptrack/persistence';
import type { VariableReader } from '@droptrack/program';
import type { HypeThresholds } from '@droptrack/webhooks';

/** Webhooks of the worker. The API reads the same variables for the key, the policy and the name servers. */
export interface WebhooksConfig {
  /** Opens the secrets that deliveries are signed with; null: nothing is delivered. */
  readonly box: SecretBox | null;
  /** Addresses to which deliveries may go. */
  readonly policy: EgressPolicy;
  /** Name servers that resolve the hosts of endpoints; null for those of the system. */
  readonly dnsServers: readonly string[] | null;
  /** Most deliveries a second to one endpoint. */
  readonly ratePerEndpoint: number;
  /** Most deliveries a second to one host, over all endpoints of an account. */
  readonly ratePerHost: number;
  /** Hype scores that endpoints are notified about. */
  readonly thresholds: HypeThresholds;
}

const RATE = { min: 1, max: 1_000, default: 50 } as const;
const HOST_RATE = { min: 1, max: 9_999, default: 100 } as const;
/** Bounds of thresholds and of their number. */
const SCORE = { min: 1, max: 100, countMax: 20 } as const;
/** Largest hysteresis, in points. */
const MARGIN_MAX = 50;

/** Without a key: events are published, and nothing is delivered. */
export const NO_WEBHOOKS: WebhooksConfig = {
  box: null,
  policy: { allowInsecure: false, allow: [] },
  dnsServers: null,
  ratePerEndpoint: RATE.default,
  ratePerHost: HOST_RATE.default,
  thresholds: HYPE_THRESHOLDS,
};

/**
 * Reads the settings of webhooks.
 *
 * @param violations - receives messages, with names of variables but never the values of secrets.
 */
export function readWebhooksConfig(read: VariableReader, violations: string[]): WebhooksConfig {
  const variable = (name: string) => ({ name, text: read.text(name, '') });
  return {
    box: readSecretBox(
      { keys: read.text('WEBHOOK_SECRET_KEY', ''), file: read.text('WEBHOOK_SECRET_KEY_FILE', '') },
      violations,
    ),
    policy: {
      allowInsecure: read.flag('WEBHOOK_ALLOW_INSECURE'),
      allow: readAllowed(variable('WEBHOOK_ALLOW_ADDRESSES'), violations),
    },
    dnsServers: readDnsServers(variable('WEBHOOK_DNS_SERVERS'), violations),
    ratePerEndpoint: read.integer('WEBHOOK_RATE_PER_ENDPOINT', RATE.default, RATE.min, RATE.max),
    ratePerHost: read.integer('WEBHOOK_RATE_PER_HOST', HOST_RATE.default, HOST_RATE.min, HOST_RATE.max),
    thresholds: readThresholds(read, violations),
  };
}

function readThresholds(read: VariableReader, violations: string[]): HypeThresholds {
  const { scores: defaults, hysteresis: defaultMargin } = HYPE_THRESHOLDS;
  const texts = read.text('HYPE_THRESHOLDS', defaults.join()).split(/[\s,]+/);
  const scores = texts
    .filter((text) => text !== '')
    .map((text) => (/^[0-9]{1,4}$/.test(text) ? Number(text) : NaN))
    .sort((a, b) => a - b);
  const isEach = scores.every((score) => score >= SCORE.min && score <= SCORE.max);
  if (!isEach || scores.length === 0 || scores.length > SCORE.countMax || new Set(scores).size < scores.length) {
    const form = `1 to ${SCORE.countMax} different integers from ${SCORE.min} to ${SCORE.max}, separated by commas`;
    violations.push(`HYPE_THRESHOLDS must be ${form}`);
  }
  return { scores, hysteresis: read.integer('HYPE_THRESHOLD_MARGIN', defaultMargin, 0, MARGIN_MAX) };
}
