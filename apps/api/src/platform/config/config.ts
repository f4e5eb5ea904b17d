import type { Ruleset } from '@droptrack/scoring';
import { variableReader } from './variables';
import { readWebhooksConfig, type WebhooksConfig } from './webhooks';

/** What the API needs from its environment. Built once, in main.ts, and passed on. */
export interface Config {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** What links and problem types begin with; no slash at the end. */
    readonly publicUrl: string;
    /** Origins that browsers may call from; empty allows none. */
    readonly corsOrigins: readonly string[];
    /** Addresses and networks whose `X-Forwarded-For` is believed; empty believes none. */
    readonly trustedProxies: readonly string[];
    /** Maximum number of open connections of this process. */
    readonly connectionsMax: number;
  };
  readonly plans: {
    /** By how much the plan `free` sees the data late, seconds. */
    readonly freeDelaySeconds: number;
  };
  readonly limits: {
    /** Failed keys at once from one address; one more a second. */
    readonly failedKeys: number;
    /** Where buckets are shared by all instances; null keeps each instance's own. */
    readonly redisUrl: string | null;
  };
  readonly database: { readonly url: string; readonly poolSize: number };
  /** Whom to ask whether wallets have claimed: JSON-RPC addresses by the names that drops' files give as `rpc`. */
  readonly claims: { readonly rpcUrls: ReadonlyMap<string, string> };
  readonly webhooks: WebhooksConfig;
  readonly metrics: { readonly host: string; readonly port: number };
  /** What figures that nobody has worked out yet are made by, and explained. */
  readonly ruleset: Ruleset;
  readonly logLevel: LogLevel;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lists every fault at once, so that a bad deployment is mended in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(`Invalid environment:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads and checks the environment. The only function of the API that knows
 * variable names; `.env.example` lists the same ones, and a test holds the two
 * together.
 *
 * @throws {ConfigError} naming the variables, never their values: values may be secrets.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const read = variableReader(env, faults);
  const port = read.integer('PORT', 3000, 0, 65_535);
  const config: Config = {
    http: {
      host: read.text('HOST', '127.0.0.1'),
      port,
      publicUrl: read.url('PUBLIC_URL', `http://localhost:${port}`),
      corsOrigins: read.origins('CORS_ORIGINS'),
      trustedProxies: read.networks('TRUSTED_PROXIES'),
      connectionsMax: read.integer('MAX_CONNECTIONS', 2_000, 1, 100_000),
    },
    plans: { freeDelaySeconds: read.integer('FREE_PLAN_DELAY_SECONDS', 60, 0, 86_400) },
    limits: { failedKeys: read.integer('FAILED_KEY_LIMIT', 100, 1, 100_000), redisUrl: read.redisUrl('REDIS_URL') },
    database: { url: read.databaseUrl('DATABASE_URL'), poolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 100) },
    claims: { rpcUrls: read.rpcUrls('EVM_RPC_URLS') },
    webhooks: readWebhooksConfig(read, faults),
    metrics: { host: read.text('METRICS_HOST', '127.0.0.1'), port: read.integer('METRICS_PORT', 9464, 0, 65_535) },
    ruleset: read.ruleset('RULESET'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
