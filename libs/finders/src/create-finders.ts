import type { FinderId } from '@droptrack/discovery';
import { defillamaAirdropsFinder } from './defillama/airdrops';
import { defillamaProtocolsFinder } from './defillama/protocols';
import { discourseFinders } from './discourse/discourse';
import { evmCampaignsFinders } from './evm-campaigns/evm-campaigns';
import type { FindersConfig } from './finders-config';
import { merklFinder } from './merkl/merkl';
import { polymarketFinder } from './polymarket/polymarket';
import type { Finder } from './port';
import { rotkiIndexFinders } from './rotki-index/rotki-index';
import { snapshotFinder } from './snapshot/snapshot';

/** Reasons why a finder is off: switched off by the operator, or a required setting is missing. */
export type FinderOffReason = 'switched_off' | 'not_configured';

/** Finders that are on, and those that are off. */
export interface Finders {
  readonly on: readonly Finder[];
  readonly off: ReadonlyMap<FinderId, FinderOffReason>;
}

/**
 * Creates the finders that are on, and lists the others with the reason.
 *
 * @throws {FactoriesFileError} if the operator's file of factories is invalid.
 */
export function createFinders(config: FindersConfig): Finders {
  const on: Finder[] = [];
  const off = new Map<FinderId, FinderOffReason>();
  for (const [id, finders] of Object.entries(eachFinder(config)) as [FinderId, readonly Finder[]][]) {
    if (config.off.has(id)) off.set(id, 'switched_off');
    else if (finders.length === 0) off.set(id, 'not_configured');
    else on.push(...finders);
  }
  return { on, off };
}

/** Finders by source; none for a source that is not configured. */
function eachFinder(config: FindersConfig): Readonly<Partial<Record<FinderId, readonly Finder[]>>> {
  return {
    // The file of factories is not read for a finder that is switched off.
    'evm-campaigns': config.off.has('evm-campaigns') ? [] : evmCampaignsFinders(config.evmCampaigns),
    polymarket: [polymarketFinder(config.polymarket)],
    defillama: [defillamaProtocolsFinder(config.defillama), defillamaAirdropsFinder(config.defillama)],
    merkl: [merklFinder(config.merkl)],
    snapshot: [snapshotFinder(config.snapshot)],
    discourse: discourseFinders(config.discourse),
    'rotki-index': rotkiIndexFinders(config.rotkiIndex),
  };
}
