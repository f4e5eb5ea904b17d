import type { ClaimUrls } from '@droptrack/claims';
import { ConfigError, type Environment } from '@droptrack/program';
import { LOG_LEVELS, type LogLevel } from '@droptrack/program/logging';
import type { Ruleset } from '@droptrack/scoring';
import { apiVariableReader } from './variables';
import { readWebhooksConfig, type WebhooksConfig } from './webhooks';

/** Maximum number of streams of one process by default. */
export const STREAMS_MAX = 5_000;

/** Terms under which caches may store allocation ranges. */
export interface RangeCaching {
  /** Time for which caches may use a response without a request, in seconds; 0: only clients store it, and revalidate it. */
  readonly maxAgeSeconds: number;
  /** True: shared caches may use a stored response for requests with any key, or none. */
  readonly isForAllKeys: boolean;
}

/** Configuration of the API, read once in main.ts. */
export interface Config {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Base of links and problem types, without a slash at the end. */
    readonly publicUrl: string;
    /** Origins that browsers may call from (CORS); empty allows none. */
    readonly corsOrigins: readonly string[];
    /** Addresses and networks of proxies whose `X-Forwarded-For` is used; empty ignores it. */
    readonly trustedProxies: readonly string[];
    /** Maximum number of open connections of this process. */
    readonly connectionsMax: number;
  };
  readonly plans: {
    /** Delay of the data of the plan `free`, in seconds. */
    readonly freeDelaySeconds: number;
  };
  /** Maximum number of streams of this process. */
  readonly streamsMax: number;
  readonly limits: {
    /** Burst of failed keys from one address; it refills by one a second. */
    readonly failedKeys: number;
    /** Redis, or nodes of a cluster, in which all instances share their buckets; null: each instance has its own. */
    readonly redisNodes: readonly string[] | null;
  };
  /** True: badges and plots of drops are served without a key. */
  readonly arePicturesPublic: boolean;
  /** Caching of allocation ranges by clients and shared caches. */
  readonly ranges: RangeCaching;
  readonly database: {
    readonly url: string;
    /** Streaming replica from which requests read; null: they read the same database. */
    readonly readUrl: string | null;
    /** Maximum number of connections to each. */
    readonly poolSize: number;
  };
  /** JSON-RPC addresses for checks of claims, and whether claims of discovered drops are prepared. */
  readonly claims: ClaimUrls & { readonly isDiscoveredPrepared?: boolean };
  readonly webhooks: WebhooksConfig;
  readonly metrics: { readonly host: string; readonly port: number };
  /** Number of processes that share the port; null: this process serves by itself. */
  readonly processes: number | null;
  /** Time between the announcement of a shutdown and its begin, in milliseconds. */
  readonly graceMs: number;
  /** Ruleset that explains drops whose scores are not computed yet. */
  readonly ruleset: Ruleset;
  readonly logLevel: LogLevel;
}

/**
 * Reads and validates the environment. Only this folder of the API contains names of variables; a test compares them with
 * `.env.example`.
 *
 * @throws {ConfigError} naming the variables, never their values: values may be secrets.
 */
export function loadConfig(env: Environment): Config {
  const violations: string[] = [];
  const read = apiVariableReader(env, violations);
  const port = read.port('PORT', 3000);
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
    streamsMax: read.integer('MAX_STREAMS', STREAMS_MAX, 1, 100_000),
    limits: { failedKeys: read.integer('FAILED_KEY_LIMIT', 100, 1, 100_000), redisNodes: read.redisNodes('REDIS_URL') },
    arePicturesPublic: read.oneOf('PUBLIC_PICTURES', ['true', 'false'], 'true') === 'true',
    ranges: {
      maxAgeSeconds: read.integer('RANGE_CACHE_SECONDS', 0, 0, 86_400),
      isForAllKeys: read.oneOf('RANGE_CACHE_FOR_ALL_KEYS', ['true', 'false'], 'false') === 'true',
    },
    database: {
      url: read.databaseUrl('DATABASE_URL'),
      readUrl: read.optionalDatabaseUrl('DATABASE_READ_URL'),
      poolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 100),
    },
    claims: {
      rpcUrls: read.rpcUrls('EVM_RPC_URLS'),
      solanaRpcUrls: read.rpcUrls('SOLANA_RPC_URLS'),
      isDiscoveredPrepared: read.oneOf('PREPARE_DISCOVERED_CLAIMS', ['true', 'false'], 'false') === 'true',
    },
    webhooks: readWebhooksConfig(read, violations),
    metrics: { host: read.text('METRICS_HOST', '127.0.0.1'), port: read.port('METRICS_PORT', 9464) },
    processes: read.processes('API_PROCESSES'),
    graceMs: read.integer('SHUTDOWN_GRACE_SECONDS', 0, 0, 300) * 1_000,
    ruleset: read.ruleset('RULESET'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (violations.length > 0) throw new ConfigError(violations);
  return config;
}
