import { ConfigError, type Environment, variableReader } from '@droptrack/program';
import { LOG_LEVELS, type LogLevel } from '@droptrack/program/logging';

/** Values of `EXPLORER_DATA`. */
const DATA_VIEWS = ['delayed', 'live'] as const;
export type DataView = (typeof DATA_VIEWS)[number];

/** Configuration of the explorer, read once in main.ts. */
export interface Config {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Addresses and networks of proxies whose `X-Forwarded-For` is used; empty ignores it. */
    readonly trustedProxies: readonly string[];
    /** Base URL under which visitors reach this site, without a slash at the end. */
    readonly publicUrl: string;
  };
  readonly api: {
    /** Base URL under which this process reaches the API, without a slash at the end. */
    readonly url: string;
    /** Base URL of the API that pages show in example calls and links. */
    readonly publicUrl: string;
    /** Sent by the server only; no page contains it. */
    readonly key: string;
    /** Data that visitors see: as late as those of the plan `free`, or those of the key. */
    readonly data: DataView;
  };
  readonly limits: {
    /** Pages per client network and minute. */
    readonly pagesPerMinute: number;
    /** Wallet checks per client network and minute. */
    readonly checksPerMinute: number;
  };
  /** Time between the announcement of a shutdown and its begin, in milliseconds. */
  readonly graceMs: number;
  /** Address of the metrics; null: none are served. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly logLevel: LogLevel;
}

/**
 * Reads and validates the environment. Only this folder of the explorer contains names of variables.
 *
 * @throws {ConfigError} naming the variables, never their values: values may be secrets.
 */
export function loadConfig(env: Environment): Config {
  const violations: string[] = [];
  const read = variableReader(env, violations);
  const url = read.url('EXPLORER_API_URL', `http://127.0.0.1:${read.port('PORT', 3000)}`);
  const faults = violations.length;
  const key = read.secret('EXPLORER_API_KEY');
  if (key === null && violations.length === faults)
    violations.push('EXPLORER_API_KEY is required: droptrack keys issue --plan scale --label explorer');
  const port = read.port('EXPLORER_PORT', 3001);
  const metrics = {
    host: read.text('EXPLORER_METRICS_HOST', '127.0.0.1'),
    port: read.port('EXPLORER_METRICS_PORT', 9466),
  };
  const config: Config = {
    http: {
      host: read.text('EXPLORER_HOST', '127.0.0.1'),
      port,
      trustedProxies: read.networks('TRUSTED_PROXIES'),
      publicUrl: read.url('EXPLORER_PUBLIC_URL', `http://localhost:${port}`),
    },
    api: {
      url,
      publicUrl: read.url('PUBLIC_URL', url),
      key: key ?? '',
      data: read.oneOf('EXPLORER_DATA', DATA_VIEWS, 'delayed'),
    },
    limits: {
      pagesPerMinute: read.integer('EXPLORER_PAGES_PER_MINUTE', 300, 1, 100_000),
      checksPerMinute: read.integer('EXPLORER_CHECKS_PER_MINUTE', 10, 1, 100_000),
    },
    graceMs: read.integer('SHUTDOWN_GRACE_SECONDS', 0, 0, 300) * 1_000,
    metrics: env['EXPLORER_METRICS_PORT'] ? metrics : null,
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (violations.length > 0) throw new ConfigError(violations);
  return config;
}
