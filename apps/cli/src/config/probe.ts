import { readSourcesConfig } from '@droptrack/connectors';
import { readDiscoverySettings } from '@droptrack/finders';
import { ConfigError, type Environment } from '@droptrack/program';
import { settingsReader } from '@droptrack/sources';
import type { ProbeConfig } from '../commands/doctor/checks/probe';

/**
 * Settings of sources and finders, which the worker reads in the same way.
 *
 * @throws {ConfigError} with the names of the variables, never their values.
 */
export function loadProbeConfig(env: Environment): ProbeConfig {
  const violations: string[] = [];
  const read = settingsReader(env, violations);
  const sources = readSourcesConfig(read);
  const { finders } = readDiscoverySettings(read);
  if (violations.length > 0) throw new ConfigError(violations);
  return { sources, finders };
}
