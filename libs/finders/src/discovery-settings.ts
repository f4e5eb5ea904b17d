import type { SettingsReader } from '@droptrack/sources';
import { type FindersConfig, readFindersConfig } from './finders';

/** Settings of discovery that the worker and the command line share. */
export interface DiscoverySettings {
  readonly finders: FindersConfig;
  /** Base URLs, without a trailing slash, in the order in which they are asked for a list; at least one. */
  readonly ipfsGateways: readonly string[];
  /** Maximum number of new candidates per source and UTC day. */
  readonly newPerDayMax: number;
}

/** The pinning service of Sablier's app; ipfs.io and dweb.link are no longer for servers (../lists/README.md). */
const GATEWAYS = ['https://gateway.pinata.cloud'];

/** Reads the settings of discovery. */
export const readDiscoverySettings = (read: SettingsReader): DiscoverySettings => ({
  finders: readFindersConfig(read),
  ipfsGateways: read.addresses('IPFS_GATEWAYS', GATEWAYS),
  newPerDayMax: read.integer('DISCOVERY_NEW_PER_DAY', 50, 0, 10_000),
});
