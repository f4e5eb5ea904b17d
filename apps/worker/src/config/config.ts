import { readSourcesConfig, type SourcesConfig } from '@droptrack/connectors';
import { settingsReader } from '@droptrack/sources';
import { ConfigError, type Environment, variableReader } from '@droptrack/program';
import { LOG_LEVELS, type LogLevel } from '@droptrack/program/logging';
import type { Ruleset } from '@droptrack/scoring';
import { type DiscoveryConfig, readDiscoveryConfig } from './discovery';
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
  readonly discovery: DiscoveryConfig;
  readonly webhooks: WebhooksConfig;
  readonly logLevel: LogLevel;
}

/**
 * Reads and validates the environment. Only this folder of the worker contains names of variables; a test compares them with
 * `.env.example`.
 *
 * @throws {ConfigError} naming the variables, never their values: values may be secrets.
 */
export function loadConfig(env: Environment): Config {
  const violations: string[] = [];
  const read = variableReader(env, violations);
  const config: Config = {
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    ruleset: read.ruleset('RULESET'),
    metrics: { host: read.text('WORKER_METRICS_HOST', '127.0.0.1'), port: read.port('WORKER_METRICS_PORT', 9465) },
    isDemo: read.flag('DROPTRACK_DEMO'),
    sources: readSourcesConfig(settingsReader(env, violations)),
    discovery: readDiscoveryConfig(env, violations),
    webhooks: readWebhooksConfig(read, violations),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (violations.length > 0) throw new ConfigError(violations);
  return config;
}
