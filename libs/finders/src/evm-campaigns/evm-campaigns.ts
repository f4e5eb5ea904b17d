import {
  BlockRanges,
  Chain,
  jsonRpc,
  nextRejectedLength,
  readRejectedLength,
  respondingNode,
  type RpcUrls,
  type Finder,
  type FinderRun,
  type Found,
} from '@droptrack/sources';
import { Budget } from './budget';
import { CampaignReader, type RunContext } from './campaign-reader';
import { campaignId } from './campaign-sighting';
import { factoriesOf } from './chain-factories';
import { readContracts } from './declared-contracts';
import type { FactoriesFile } from './factories';
import { bundledFactories } from './bundled-factories';
import { readFactoriesFile } from './factories-file';
import { knownChain } from './known-chains';
import { recall } from './memory';
import { LIMITS, READ_MS } from './pace';
import { scanCampaigns } from './scan';
import { TokenReader } from './token-reader';

const DAY_MS = 86_400_000;

/** Nodes of chains, and what is searched for. */
export interface EvmCampaignsSettings {
  readonly rpcUrls: RpcUrls;
  /** File with further factories of the operator; null without one. */
  readonly factoriesFile: string | null;
  /** Age of the oldest campaigns that the first run reads, in days. */
  readonly lookbackDays: number;
}

/**
 * Finders of campaigns on EVM chains, one per chain with nodes: creation events of factories, and contracts that the
 * operator declared.
 *
 * @throws {FactoriesFileError} if the operator's file of factories is invalid.
 */
export function evmCampaignsFinders(
  { rpcUrls, factoriesFile, lookbackDays }: EvmCampaignsSettings,
  monotonicMs: () => number = () => performance.now(),
): readonly Finder[] {
  const files = [...bundledFactories(), ...(factoriesFile === null ? [] : [readFactoriesFile(factoriesFile)])];
  return [...rpcUrls].map(([rpc, urls]) => campaignsFinder({ rpc, urls, files, lookbackDays, monotonicMs }));
}

interface ChainSettings {
  readonly rpc: string;
  readonly urls: readonly string[];
  readonly files: readonly FactoriesFile[];
  readonly lookbackDays: number;
  readonly monotonicMs: () => number;
}

function campaignsFinder(settings: ChainSettings): Finder {
  const tokens = new TokenReader();
  return {
    id: `evm-campaigns/${settings.rpc}`,
    source: 'evm-campaigns',
    limits: LIMITS,
    origins: settings.urls.map((url) => new URL(url).origin),
    read: (run) => findCampaigns(settings, tokens, run),
  };
}

async function findCampaigns(settings: ChainSettings, tokens: TokenReader, run: FinderRun): Promise<Found> {
  const { rpc, urls, files, lookbackDays, monotonicMs } = settings;
  const url = await respondingNode(run.http, urls, rpc);
  const budget = new Budget(monotonicMs, READ_MS);
  const chain = new Chain(budget.counted(jsonRpc(run.http, url, rpc)), rpc);
  const known = knownChain(rpc, await chain.id());
  const factories = factoriesOf(files, known.id);
  const memory = recall(run.memory, known.id, factories.digest);
  if (factories.addresses.length + factories.contracts.length === 0) return { sightings: [], gone: [], memory };

  const filter = { contracts: factories.addresses, topics: factories.topics };
  const last = readRejectedLength(memory.rejected, run.nowMs);
  const ranges = new BlockRanges((from, upTo) => chain.logs(filter, from, upTo), memory.blocks, last?.blocks ?? null);
  const head = await chain.latest();
  const context: RunContext = { chain, known, head, budget, tokens, blocks: () => ranges.blocks };
  const reader = new CampaignReader(context);
  const contracts = await readContracts(factories.contracts, context, reader, memory.roots);
  const sinceMs = run.nowMs - lookbackDays * DAY_MS;
  const scanned =
    factories.addresses.length === 0
      ? { sightings: [], gone: [], memory, progress: null }
      : await scanCampaigns({ run: context, reader, ranges, factories, memory, sinceMs });
  return {
    sightings: distinct([...contracts.sightings, ...scanned.sightings]),
    gone: scanned.gone.map((contract) => campaignId(known.id, contract)),
    memory: { ...scanned.memory, rejected: nextRejectedLength(ranges, last, run.nowMs), roots: contracts.roots },
    ...(scanned.progress !== null && { progress: scanned.progress }),
  };
}

/** A contract that is declared and has a factory is seen once, as its event states it. */
const distinct = <T extends { readonly externalId: string }>(sightings: readonly T[]): T[] => [
  ...new Map(sightings.map((sighting) => [sighting.externalId, sighting])).values(),
];
