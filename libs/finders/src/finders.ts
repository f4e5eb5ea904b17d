import type { FinderId } from '@droptrack/discovery';
import {
  createSources,
  type Finder,
  readSourceSettings,
  type RpcUrls,
  type Sources,
  type SourceSettings,
  type SettingsReader,
} from '@droptrack/sources';
import type { FinderDeclaration } from './declaration';
import { defillama } from './defillama/source';
import { discourse } from './discourse/source';
import { evmCampaigns } from './evm-campaigns/source';
import { merkl } from './merkl/source';
import { polymarket } from './polymarket/source';
import { rotkiIndex } from './rotki-index/source';
import { snapshot } from './snapshot/source';

/** Sources of drops. */
export const FINDERS = [
  evmCampaigns,
  polymarket,
  defillama,
  merkl,
  snapshot,
  discourse,
  rotkiIndex,
] as const satisfies readonly FinderDeclaration[];

/** Settings of the finders. */
export type FindersConfig = SourceSettings<typeof FINDERS>;

/** Reads the settings of finders. With all sources, all finders are off: an operator who turns those off expects no requests. */
export const readFindersConfig = (read: SettingsReader): FindersConfig =>
  readSourceSettings(FINDERS, read, { variable: 'FINDERS_OFF', allOff: read.isAllOff('SOURCES_OFF') });

/** Nodes of the chains whose campaigns are found; empty without any. */
export const campaignNodes = ({ of }: FindersConfig): RpcUrls => of['evm-campaigns']?.rpcUrls ?? new Map();

/** Variables that name the finders that are off, for messages. */
export const FINDERS_OFF_BY = 'FINDERS_OFF or SOURCES_OFF';

/** Finders that are on, and those that are off. */
export type Finders = Sources<Finder, FinderId>;

/**
 * Creates the finders that are on, and lists the others with the reason.
 *
 * @throws {FactoriesFileError} if the operator's file of factories is invalid.
 */
export function createFinders(config: FindersConfig): Finders {
  const { on, off } = createSources<readonly Finder[], FinderId>(FINDERS, config);
  return { on: on.flat(), off };
}
