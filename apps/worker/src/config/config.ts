import type { SourcesConfig } from '@droptrack/connectors';
import { DEFAULT_RULESET, type Ruleset, rulesetOf, RULESET_VERSIONS } from '@droptrack/scoring';
import { readSourcesConfig } from './sources';
import { readWebhooksConfig, type WebhooksConfig } from './webhooks';

/** Configuration of the worker, read once in main.ts. */
export interface Config {
  readonly databaseUrl: string;
  readonly metrics: { readonly host: string; readonly port: number };
  /** Keeps the sample drops of the demo in the database. */
  readonly isDemo: boolean;
  /** Ruleset of new scores and points; stored points keep theirs. */
  readonly ruleset: Ruleset;
  readonly sources: SourcesConfig;
  readonly webhooks: WebhooksConfig;
  readonly logLevel: LogLevel;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lists all violations at once, so that a deployment can be fixed in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(`Invalid environment:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads and validates the environment. Only this folder of the worker contains names of variables; a test compares them with
 * `.env.example`.
 *
 * @throws {ConfigError} naming the variables, never their values: values may be secrets.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const text = (name: string, fallback: string): string => env[name] || fallback;
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = values.find((allowed) => allowed === text(name, fallback));
    if (value === undefined) faults.push(`${name} must be one of ${values.join(', ')}`);
    return value ?? fallback;
  };
  const port = (name: string, fallback: number): number => {
    const value = /^[0-9]{1,5}$/.test(text(name, String(fallback))) ? Number(text(name, String(fallback))) : NaN;
    if (!(value <= 65_535)) faults.push(`${name} must be an integer from 0 to 65535`);
    return value;
  };
  const databaseUrl = text('DATABASE_URL', '');
  if (databaseUrl === '') faults.push('DATABASE_URL is required (npm start and droptrack up set it for you)');
  else if (!/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    faults.push('DATABASE_URL must begin with postgres:// or postgresql://');
  }
  const ruleset = rulesetOf(text('RULESET', DEFAULT_RULESET.version));
  if (ruleset === null) faults.push(`RULESET must be one of ${RULESET_VERSIONS.join(', ')}`);
  const config: Config = {
    databaseUrl,
    metrics: { host: text('WORKER_METRICS_HOST', '127.0.0.1'), port: port('WORKER_METRICS_PORT', 9465) },
    isDemo: oneOf('DROPTRACK_DEMO', ['true', 'false'], 'false') === 'true',
    ruleset: ruleset ?? DEFAULT_RULESET,
    sources: readSourcesConfig(env, faults),
    webhooks: readWebhooksConfig(env, faults),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
