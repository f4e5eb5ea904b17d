import { parseUrl } from '@droptrack/resilience';
import { type Json, type Finder, validResponse } from '@droptrack/sources';
import { cleanName, NO_FACTS, type Sighting } from '@droptrack/discovery';
import { InvalidWalletError, parseEvmAddress } from '@droptrack/eligibility';
import { z } from 'zod';

const entryShape = z.object({
  name: z.string(),
  asset_identifier: z.string(),
  url: z.string(),
  /** Unix time in seconds after which nothing can be claimed; at most the end of the year 9999. */
  cutoff_time: z.int().min(0).max(253_402_300_799).nullish(),
  /** Missing for tokens that the application of the index knows. */
  new_asset_data: z.object({ symbol: z.string(), decimals: z.int().min(0).max(36).nullish() }).nullish(),
});
const indexShape = z.object({ airdrops: z.record(z.string(), entryShape) });
type Entry = z.infer<typeof entryShape>;

/** Entries that are read, so that their ids fit into the memory of the finder. */
const ENTRIES_MAX = 2_000;
const ids = z.array(z.string()).max(ENTRIES_MAX);
const ENTRY_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;
/** `eip155:1/erc20:0x…`. */
const EVM_ASSET = /^eip155:([1-9][0-9]{0,9})\/erc20:(0x[0-9a-fA-F]{40})$/;
const SYMBOL_LENGTH_MAX = 20;

/** Slugs of the chains with lists in the index, by their EIP-155 ids. */
const CHAINS: ReadonlyMap<string, string> = new Map([
  ['1', 'ethereum'],
  ['10', 'optimism'],
  ['56', 'bsc'],
  ['100', 'gnosis'],
  ['137', 'polygon'],
  ['324', 'zksync'],
  ['8453', 'base'],
  ['42161', 'arbitrum'],
  ['59144', 'linea'],
  ['534352', 'scroll'],
]);

/** Hosts of many projects: a claim page there is not the site of one. */
const SHARED_HOSTS = new Set([
  'github.com',
  'gitlab.com',
  'medium.com',
  'mirror.xyz',
  'notion.site',
  'x.com',
  'twitter.com',
]);

/** URL of the index, which states no licence: the operator decides whether to read it. */
export interface RotkiIndexSettings {
  readonly url: string;
}

/** Index of past and current lists by rotki. */
export function rotkiIndexFinder({ url }: RotkiIndexSettings): Finder {
  const { host, origin } = new URL(url);
  return {
    id: 'rotki-index',
    source: 'rotki-index',
    // One request a day, and redirects.
    limits: { intervalMs: 86_400_000, timeoutMs: 60_000, requestsPerMinute: 6, requestsMax: 5 },
    origins: [origin],
    async read({ memory, http }) {
      const response = await http.json(url);
      const { airdrops } = validResponse(host, indexShape, response.kind === 'response' ? response.body : null);
      const entries = Object.entries(airdrops)
        .filter(([id]) => ENTRY_ID.test(id))
        .slice(0, ENTRIES_MAX);
      const shared = sharedTokens(entries.map(([, entry]) => entry));
      const sightings = entries.flatMap(([id, entry]) => sightingOf(url, id, entry, shared));
      const found = new Set(sightings.map(({ externalId }) => externalId));
      return { sightings, gone: readMemory(memory).filter((id) => !found.has(id)), memory: [...found] };
    },
  };
}

const readMemory = (memory: Json | null): readonly string[] => ids.safeParse(memory).data ?? [];

/** Tokens with several lists, such as those of four seasons: such a token identifies none of the drops. */
function sharedTokens(entries: readonly Entry[]): ReadonlySet<string> {
  const tokens = entries.map((entry) => evmAsset(entry)?.token).filter((token) => token !== undefined);
  return new Set(tokens.filter((token, index) => tokens.indexOf(token) !== index));
}

/** CAIP-19 of the token in EIP-55 mixed case, with its chain; null for a token that is not on an EVM chain. */
function evmAsset({ asset_identifier }: Entry): { readonly token: string; readonly chain: string | null } | null {
  const [, chainId = '', address = ''] = EVM_ASSET.exec(asset_identifier) ?? [];
  if (chainId === '') return null;
  try {
    // The index is not guaranteed to have a valid checksum.
    const { address: checksummed } = parseEvmAddress(address.toLowerCase());
    return { token: `eip155:${chainId}/erc20:${checksummed}`, chain: CHAINS.get(chainId) ?? null };
  } catch (error) {
    if (error instanceof InvalidWalletError) return null;
    throw error;
  }
}

/** Empty for an entry without a visible name. */
function sightingOf(url: string, id: string, entry: Entry, shared: ReadonlySet<string>): Sighting[] {
  const name = cleanName(entry.name);
  if (name === null) return [];
  const asset = evmAsset(entry);
  return [
    {
      externalId: id,
      kind: 'list',
      name,
      url: url.startsWith('https://') ? url : null,
      identity: {
        token: asset === null || shared.has(asset.token) ? null : asset.token,
        contract: null,
        defillama: null,
        market: null,
      },
      facts: {
        ...NO_FACTS,
        chain: asset?.chain ?? null,
        symbol: cleanName(entry.new_asset_data?.symbol ?? '', SYMBOL_LENGTH_MAX),
        decimals: entry.new_asset_data?.decimals ?? null,
        endsAt: entry.cutoff_time ? new Date(entry.cutoff_time * 1_000).toISOString() : null,
        site: siteOf(entry.url),
      },
      campaign: null,
      market: null,
    },
  ];
}

/** Origin of a claim page; null without TLS, or at a host of many projects. */
function siteOf(text: string): string | null {
  const url = parseUrl(text);
  if (url === null) return null;
  const { protocol, host, hostname, origin } = url;
  return protocol === 'https:' && host === hostname && !SHARED_HOSTS.has(host) ? origin : null;
}
