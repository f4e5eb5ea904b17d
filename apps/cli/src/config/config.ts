import { resolve } from 'node:path';
import { DEFAULT_RULESET, type Ruleset, rulesetOf, RULESET_VERSIONS } from '@droptrack/scoring';

/** Environment variables; tests pass their own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Configuration of the command line, read once from the environment. */
export interface Config {
  /** Directory for data, demo keys and log files; absolute. */
  readonly home: string;
  /** Null for the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Address on which the API listens. */
  readonly api: Listener;
  readonly metrics: MetricsListener;
  readonly workerMetrics: MetricsListener;
  /** True in production: no demo keys, logs to standard output. */
  readonly isProduction: boolean;
  /** Ruleset that scores are computed with. */
  readonly ruleset: Ruleset;
  readonly webhooks: WebhookSettings;
}

/** Webhook settings that the command line shares with the API and the worker, which read the others themselves. */
export interface WebhookSettings {
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

/** An address for metrics. */
export interface MetricsListener extends Listener {
  /** True if no variable sets the port. */
  readonly isDefault: boolean;
}

/** Invalid environment. Lists every error at once, so that a deployment is fixed in one step. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(`Invalid environment:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads and validates the environment. The only function of the command line that knows variable names; `.env.example`
 * lists them, and a test compares the two. Variables that only the API or the worker reads are validated there.
 *
 * @param root - directory that a relative DROPTRACK_HOME is resolved against.
 * @throws {ConfigError} with the names of the variables, never their values: values may be secrets.
 */
export function loadConfig(env: Environment, root: string): Config {
  const faults: string[] = [];
  const text = (name: string, fallback: string): string => env[name] || fallback;
  const port = (name: string, fallback: number): number => {
    const value = /^[0-9]{1,9}$/.test(text(name, String(fallback))) ? Number(text(name, String(fallback))) : NaN;
    if (!(value >= 0 && value <= 65_535)) faults.push(`${name} must be an integer from 0 to 65535`);
    return value;
  };
  const metrics = (prefix: string, fallback: number): MetricsListener => ({
    host: text(`${prefix}_HOST`, '127.0.0.1'),
    port: port(`${prefix}_PORT`, fallback),
    isDefault: !env[`${prefix}_PORT`],
  });
  const databaseUrl = text('DATABASE_URL', '');
  if (databaseUrl !== '' && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    faults.push('DATABASE_URL must begin with postgres:// or postgresql://');
  } else if (databaseUrl !== '' && !URL.canParse(databaseUrl)) {
    faults.push('DATABASE_URL must be a valid URL (percent-encode the password: %40 for @, %2F for /, %23 for #)');
  }
  const [key, keyFile] = [text('WEBHOOK_SECRET_KEY', ''), text('WEBHOOK_SECRET_KEY_FILE', '')];
  if (key !== '' && keyFile !== '') {
    faults.push('WEBHOOK_SECRET_KEY and WEBHOOK_SECRET_KEY_FILE must not both be set');
  }
  const insecure = text('WEBHOOK_ALLOW_INSECURE', 'false');
  if (!['true', 'false'].includes(insecure)) faults.push('WEBHOOK_ALLOW_INSECURE must be true or false');
  const ruleset = rulesetOf(text('RULESET', DEFAULT_RULESET.version));
  if (ruleset === null) faults.push(`RULESET must be one of ${RULESET_VERSIONS.join(', ')}`);
  const config: Config = {
    home: resolve(root, text('DROPTRACK_HOME', '.droptrack')),
    databaseUrl: databaseUrl === '' ? null : databaseUrl,
    api: { host: text('HOST', '127.0.0.1'), port: port('PORT', 3000) },
    metrics: metrics('METRICS', 9464),
    workerMetrics: metrics('WORKER_METRICS', 9465),
    isProduction: text('NODE_ENV', 'development') === 'production',
    ruleset: ruleset ?? DEFAULT_RULESET,
    webhooks: {
      key: keyFile !== '' ? { file: keyFile } : key !== '' ? { text: key } : null,
      allowInsecure: insecure === 'true',
    },
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Wildcard hosts; a listener on one of them is reached through the loopback address. */
const ALL = ['0.0.0.0', '::', '[::]'];

/** Base URL of a listener as reached from the same machine. */
export function reachableUrl({ host, port }: Listener): string {
  const own = ALL.includes(host) ? '127.0.0.1' : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}
