import { type DiscoverySettings, readDiscoverySettings } from '@droptrack/finders';
import { type Environment, variableReader } from '@droptrack/program';
import { settingsReader } from '@droptrack/sources';

/** Discovery of the worker. The command line reads the same settings, except the automatic acceptance. */
export interface DiscoveryConfig extends DiscoverySettings {
  /** Accepts candidates without a person if nothing speaks against them. */
  readonly isAutoAccept: boolean;
}

/** Reads the settings of discovery; see {@link readDiscoverySettings}. */
export function readDiscoveryConfig(env: Environment, violations: string[]): DiscoveryConfig {
  const isAutoAccept = variableReader(env, violations).flag('DISCOVERY_AUTO_ACCEPT');
  return { ...readDiscoverySettings(settingsReader(env, violations)), isAutoAccept };
}

/** Discovery without any finder. */
export const NO_DISCOVERY: DiscoveryConfig = readDiscoveryConfig({ FINDERS_OFF: 'all' }, []);
