import {
  createSources,
  readSourceSettings,
  type Connector,
  SourceQueryError,
  type SourceSettings,
  type Sources,
  type SettingsReader,
} from '@droptrack/sources';
import { claims } from './claims/source';
import { coingecko } from './coingecko/source';
import type { ConnectorDeclaration } from './declaration';
import { defillama } from './defillama/source';
import { evm } from './evm/source';
import { farcaster } from './farcaster/source';
import { github } from './github/source';
import { polymarket } from './polymarket/source';
import { prices } from './prices/source';
import { reddit } from './reddit/source';
import { rss } from './rss/source';
import { snapshot } from './snapshot/source';

/** Sources of signals. The tenth signal, the calendar, has no source. */
export const CONNECTORS = [
  farcaster,
  defillama,
  evm,
  reddit,
  rss,
  coingecko,
  github,
  polymarket,
  snapshot,
] as const satisfies readonly ConnectorDeclaration[];

/** Id of a source of signals, as in catalogue files. */
export type SourceId = (typeof CONNECTORS)[number]['id'];
export const SOURCE_IDS: readonly SourceId[] = CONNECTORS.map(({ id }) => id);

/** Settings of the sources of signals, and of those of prices and claims. */
export type SourcesConfig = SourceSettings<readonly [...typeof CONNECTORS, typeof prices, typeof claims]>;

/** Reads the settings of sources, for the worker and the command line. */
export const readSourcesConfig = (read: SettingsReader): SourcesConfig =>
  readSourceSettings([...CONNECTORS, prices, claims], read, { variable: SOURCES_OFF });

/** Variable that names the sources that are off. */
export const SOURCES_OFF = 'SOURCES_OFF';

/** Creates the connectors of the sources that are on, and lists the others with the reason. */
export const createConnectors = (config: SourcesConfig): Sources<Connector, SourceId> =>
  createSources<Connector, SourceId>(CONNECTORS, config);

/**
 * Error of the query of a source in a catalogue file, such as `must be owner/name`; null if it is valid. The caller handles
 * `false`, which means that the drop has nothing there.
 */
export function sourceQueryViolation(source: SourceId, declared: unknown): string | null {
  try {
    CONNECTORS.find(({ id }) => id === source)?.parseQuery(declared);
    return null;
  } catch (error) {
    if (error instanceof SourceQueryError) return error.message;
    throw error;
  }
}
