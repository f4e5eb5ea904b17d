import { resolve } from 'node:path';
import { ConfigError, type Environment, urlOf, variableReader } from '@droptrack/program';
import type { Ruleset } from '@droptrack/scoring';

export { ConfigError, type Environment } from '@droptrack/program';

/** Configuration of the command line, read once from the environment. */
export interface Config {
  /** Directory for data, demo keys and log files; absolute. */
  readonly home: string;
  /** Null for the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Streaming replica that the API reads; null for none. */
  readonly databaseReadUrl: string | null;
  /** Redis of the rate limits, or nodes of its cluster; null if each API counts by itself. */
  readonly redisNodes: readonly string[] | null;
  /** Address on which the API listens. */
  readonly api: Listener;
  readonly metrics: DefaultListener;
  readonly workerMetrics: DefaultListener;
  readonly explorer: ExplorerSettings;
  /** True in production: no demo keys, logs to standard output. */
  readonly isProduction: boolean;
  /** Ruleset that scores are computed with. */
  readonly ruleset: Ruleset;
  readonly webhooks: WebhookSettings;
}

/** Settings of the explorer that the command line needs; the explorer reads the others itself. */
interface ExplorerSettings extends DefaultListener {
  /** Key of the API; null if none is set. The demo issues one. */
  readonly key: string | null;
  /** `EXPLORER_DATA`, which the explorer checks; null if it is not set. */
  readonly data: string | null;
}

/** Webhook settings that the command line shares with the API and the worker, which read the others themselves. */
interface WebhookSettings {
  /** Encryption key of endpoint secrets, as text or as a file; null if neither is set. */
  readonly key: { readonly text: string } | { readonly file: string } | null;
  /** Allows endpoints over http, on any port, and on this machine. */
  readonly allowInsecure: boolean;
}

/** An address to listen on; port 0 means any free port. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** An address whose port has a default that may give way to a free one. */
interface DefaultListener extends Listener {
  /** True if no variable sets the port. */
  readonly isDefault: boolean;
}

/**
 * Reads and validates the environment. The only function of the command line that knows variable names; `.env.example`
 * lists them, and a test compares the two. Variables that only the API or the worker reads are validated there.
 *
 * @param root - directory that a relative DROPTRACK_HOME is resolved against.
 * @throws {ConfigError} with the names of the variables, never their values: values may be secrets.
 */
export function loadConfig(env: Environment, root: string): Config {
  const violations: string[] = [];
  const read = variableReader(env, violations);
  const { text, port } = read;
  const listener = (prefix: string, fallback: number): DefaultListener => ({
    host: text(`${prefix}_HOST`, '127.0.0.1'),
    port: port(`${prefix}_PORT`, fallback),
    isDefault: !env[`${prefix}_PORT`],
  });
  const [key, keyFile] = [text('WEBHOOK_SECRET_KEY', ''), text('WEBHOOK_SECRET_KEY_FILE', '')];
  if (key !== '' && keyFile !== '') {
    violations.push('WEBHOOK_SECRET_KEY and WEBHOOK_SECRET_KEY_FILE must not both be set');
  }
  const config: Config = {
    home: resolve(root, text('DROPTRACK_HOME', '.droptrack')),
    databaseUrl: read.optionalDatabaseUrl('DATABASE_URL'),
    databaseReadUrl: read.optionalDatabaseUrl('DATABASE_READ_URL'),
    redisNodes: read.redisNodes('REDIS_URL'),
    api: { host: text('HOST', '127.0.0.1'), port: port('PORT', 3000) },
    metrics: listener('METRICS', 9464),
    workerMetrics: listener('WORKER_METRICS', 9465),
    explorer: {
      ...listener('EXPLORER', 3001),
      key: read.secret('EXPLORER_API_KEY'),
      data: text('EXPLORER_DATA', '') || null,
    },
    isProduction: text('NODE_ENV', 'development') === 'production',
    ruleset: read.ruleset('RULESET'),
    webhooks: {
      key: keyFile !== '' ? { file: keyFile } : key !== '' ? { text: key } : null,
      allowInsecure: read.flag('WEBHOOK_ALLOW_INSECURE'),
    },
  };
  if (violations.length > 0) throw new ConfigError(violations);
  return config;
}

/** Wildcard hosts; a listener on one of them is reached through the loopback address. */
const ALL = ['0.0.0.0', '::', '[::]'];

/** Base URL of a listener as reached from the same machine. */
export function reachableUrl({ host, port }: Listener): string {
  return urlOf(ALL.includes(host) ? '127.0.0.1' : host, port);
}
