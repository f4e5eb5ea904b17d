import { type DiscoverySettings, readDiscoverySettings } from '@droptrack/finders';
import { ConfigError, type Environment } from '@droptrack/program';
import { settingsReader } from '@droptrack/sources';

/**
 * Settings of discovery, which the worker reads in the same way.
 *
 * @throws {ConfigError} with the names of the variables, never their values.
 */
export function loadDiscovery(env: Environment): DiscoverySettings {
  const violations: string[] = [];
  const settings = readDiscoverySettings(settingsReader(env, violations));
  if (violations.length > 0) throw new ConfigError(violations);
  return settings;
}
