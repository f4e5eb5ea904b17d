import { resolve } from 'node:path';
import { DEFAULT_RULESET, type Ruleset, rulesetOf, RULESET_VERSIONS } from '@droptrack/scoring';

/** The environment, or what a test gives in its place. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the command line needs from its environment. Built once, in main.ts, and passed on. */
export interface Config {
  /** Directory for data, keys of the demo and logs; absolute. */
  readonly home: string;
  /** Null: a PostgreSQL of our own. */
  readonly databaseUrl: string | null;
  /** Where the API is to listen. */
  readonly api: Listener;
  readonly metrics: MetricsListener;
  readonly workerMetrics: MetricsListener;
  /** In production nothing is opened by itself: no demo keys, logs to standard output. */
  readonly isProduction: boolean;
  /** What scores are worked out by. */
  readonly ruleset: Ruleset;
  readonly webhooks: WebhookSettings;
}

/** What of the webhooks concerns more than the API and the worker, which read the rest. */
export interface WebhookSettings {
  /** What seals secrets of endpoints, as it is given; null where nothing is. */
  readonly key: { readonly text: string } | { readonly file: string } | null;
  /** Endpoints may be http, on any port, and on this machine. */
  readonly allowInsecure: boolean;
}

/** An address to listen on; port 0 stands for any free one. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** An address for metrics. */
export interface MetricsListener extends Listener {
  /** True where no variable names the port. */
  readonly isDefault: boolean;
}

/** Lists every fault at once, so that a bad deployment is mended in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(`Invalid environment:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads and checks the environment. The only function of the command line that
 * knows variable names; `.env.example` lists them, and a test holds the two together.
 * Variables that only the API or the worker reads are checked there.
 *
 * @param root - what a relative DROPTRACK_HOME begins at.
 * @throws {ConfigError} naming the variables, never their values: values may be secrets.
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
    faults.push('DATABASE_URL must be an address (in a password, write %40 for @, %2F for /, %23 for #)');
  }
  const [key, keyFile] = [text('WEBHOOK_SECRET_KEY', ''), text('WEBHOOK_SECRET_KEY_FILE', '')];
  if (key !== '' && keyFile !== '') {
    faults.push('WEBHOOK_SECRET_KEY and WEBHOOK_SECRET_KEY_FILE must not be given together');
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
