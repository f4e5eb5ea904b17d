import { type DiscoverySettings, readDiscoverySettings } from '@droptrack/finders';
import { variableReader, type VariableReader } from '@droptrack/program';

/** Discovery of the worker. The command line reads the same settings, except the automatic acceptance. */
export interface DiscoveryConfig extends DiscoverySettings {
  /** Accepts candidates without a person if nothing speaks against them. */
  readonly isAutoAccept: boolean;
}

/** Reads the settings of discovery; see {@link readDiscoverySettings}. */
export function readDiscoveryConfig(read: VariableReader, violations: string[]): DiscoveryConfig {
  return { ...readDiscoverySettings(read, violations), isAutoAccept: read.flag('DISCOVERY_AUTO_ACCEPT') };
}

/** Discovery without any finder. */
export const NO_DISCOVERY: DiscoveryConfig = readDiscoveryConfig(variableReader({ FINDERS_OFF: 'all' }, []), []);
