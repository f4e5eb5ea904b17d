import { cleanName, NO_FACTS, type Sighting } from '@droptrack/discovery';
import { readWallet } from '@droptrack/eligibility';
import { getAddress, isAddress } from 'viem/utils';
import { z } from 'zod';
import { chainByExplorer, chainIdOf, chainSlug } from '../chains';
import { curatedUrl } from '../curated-url';
import { type Finder, validResponse } from '@droptrack/sources';

const BODY_BYTES_MAX = 8 * 1_024 * 1_024;
const SYMBOL_LENGTH_MAX = 20;
/** Below it an instant is in seconds, from it on in milliseconds. */
const SECONDS_MAX = 1e12;
const INSTANT_MS_MIN = Date.UTC(2_020, 0);
const INSTANT_MS_MAX = Date.UTC(2_100, 0);
/** Age from which an airdrop without an end is not open any more, whatever its entry says: entries are not maintained. */
const AGE_MS_MAX = 365 * 86_400_000;
/** CAIP-2 id of Solana. */
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const airdrop = z.object({
  name: z.string().nullish(),
  /** Page for the claim. */
  page: z.string().nullish(),
  /** Address. */
  token: z.string().nullish(),
  tokenSymbol: z.string().nullish(),
  /** Missing for most entries of one chain, whose explorer then shows it. */
  chains: z.array(z.string()).nullish(),
  /** Page of the token or of the claim contract. */
  explorer: z.string().nullish(),
  /** ISO 8601, or a number as for `endTime`. */
  startTime: z.union([z.string(), z.number()]).nullish(),
  endTime: z.number().nullish(),
  isActive: z.boolean().nullish(),
});
type Airdrop = z.infer<typeof airdrop>;

/**
 * Airdrops that DefiLlama checks wallets for, while they can be claimed; without an end for a year from their start.
 *
 * The configuration is undocumented and may vanish. This is a finder of its own, so that its failure is reported as such and
 * the protocols are found without it.
 */
export function defillamaAirdropsFinder({ airdropsUrl }: { readonly airdropsUrl: string }): Finder {
  return {
    id: 'defillama/airdrops',
    source: 'defillama',
    limits: { intervalMs: 6 * 3_600_000, timeoutMs: 60_000, requestsPerMinute: 10, requestsMax: 3 },
    origins: [new URL(airdropsUrl).origin],
    async read({ http, nowMs }) {
      const response = await http.json(`${airdropsUrl}/config`, { bodyBytesMax: BODY_BYTES_MAX });
      const body = response.kind === 'response' ? response.body : null;
      const airdrops = validResponse('DefiLlama airdrops', z.record(z.string(), airdrop), body);
      return { sightings: Object.entries(airdrops).flatMap((each) => sightingOf(each, nowMs)), gone: [], memory: null };
    },
  };
}

function sightingOf([key, airdrop]: [string, Airdrop], nowMs: number): Sighting[] {
  const { name, page, token, tokenSymbol, isActive } = airdrop;
  const site = curatedUrl(page);
  const shown = cleanName(name ?? key);
  const endMs = plausibleMs(airdrop.endTime);
  const startMs = plausibleMs(airdrop.startTime);
  const isOver = endMs === null ? startMs !== null && startMs <= nowMs - AGE_MS_MAX : endMs <= nowMs;
  if (isActive === false || isOver || site === null || shown === null || !/^[\x21-\x7e]{1,100}$/.test(key)) return [];
  const chain = chainOf(airdrop);
  return [
    {
      externalId: `airdrop/${key}`,
      kind: 'opportunity',
      name: shown,
      url: 'https://defillama.com/airdrops',
      identity: { token: assetOf(chain, token ?? ''), contract: null, defillama: null, market: null },
      facts: {
        ...NO_FACTS,
        chain,
        symbol: cleanName(tokenSymbol ?? '', SYMBOL_LENGTH_MAX),
        startsAt: startMs === null || (endMs !== null && startMs >= endMs) ? null : new Date(startMs).toISOString(),
        endsAt: endMs === null ? null : new Date(endMs).toISOString(),
        site,
      },
      campaign: null,
      market: null,
    },
  ];
}

/** Milliseconds since the epoch; null for anything but an instant of this century. */
function plausibleMs(declared: string | number | null | undefined): number | null {
  const ms =
    typeof declared === 'string'
      ? Date.parse(declared.slice(0, 40))
      : Math.round((declared ?? 0) < SECONDS_MAX ? (declared ?? 0) * 1_000 : (declared ?? 0));
  return ms >= INSTANT_MS_MIN && ms < INSTANT_MS_MAX ? ms : null;
}

/** Chain by its name, or by the explorer; null if neither is known, and for an airdrop on several chains. */
function chainOf({ chains, explorer }: Airdrop): string | null {
  const names = chains ?? [];
  if (names.length > 1) return null;
  const [name] = names;
  return name === undefined ? chainByExplorer(explorer ?? '') : chainSlug(name);
}

/** CAIP-19 asset of a token; null for those that are not known. */
function assetOf(chain: string | null, address: string): string | null {
  if (chain === 'solana') return isOnSolana(address) ? `${SOLANA}/token:${address}` : null;
  const id = chain === null ? null : chainIdOf(chain);
  return id !== null && isAddress(address, { strict: false }) ? `eip155:${id}/erc20:${getAddress(address)}` : null;
}

function isOnSolana(address: string): boolean {
  const wallet = readWallet(address);
  return typeof wallet === 'object' && wallet.type === 'solana';
}
