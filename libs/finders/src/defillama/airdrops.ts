import { cleanName, NO_FACTS, type Sighting } from '@droptrack/discovery';
import { getAddress, isAddress } from 'viem/utils';
import { z } from 'zod';
import { chainIdOf, chainSlug } from '../chains';
import { curatedUrl } from '../curated-url';
import type { FindersConfig } from '../finders-config';
import type { Finder } from '../port';
import { validResponse } from '../response-shape';

const BODY_BYTES_MAX = 8 * 1_024 * 1_024;
const SYMBOL_LENGTH_MAX = 20;
/** Below it an instant is in seconds, from it on in milliseconds. */
const SECONDS_MAX = 1e12;
const INSTANT_MS_MAX = Date.UTC(2_100, 0);

const airdrop = z.object({
  name: z.string().nullish(),
  /** Page for the claim. */
  page: z.string().nullish(),
  /** Chain and address, such as `arbitrum:0x…`. */
  token: z.string().nullish(),
  tokenSymbol: z.string().nullish(),
  endTime: z.number().nullish(),
  isActive: z.boolean().nullish(),
});
type Airdrop = z.infer<typeof airdrop>;

/**
 * Airdrops that DefiLlama checks wallets for, while they can be claimed.
 *
 * The configuration is undocumented and may vanish. This is a finder of its own, so that its failure is reported as such and
 * the protocols are found without it.
 */
export function defillamaAirdropsFinder({ airdropsUrl }: FindersConfig['defillama']): Finder {
  return {
    id: 'defillama/airdrops',
    source: 'defillama',
    limits: { intervalMs: 6 * 3_600_000, runTimeoutMs: 60_000, requestsPerMinute: 10, requestsMax: 3 },
    origins: [new URL(airdropsUrl).origin],
    async find({ http, nowMs }) {
      const response = await http.json(`${airdropsUrl}/config`, { bodyBytesMax: BODY_BYTES_MAX });
      const body = response.kind === 'response' ? response.body : null;
      const airdrops = validResponse('DefiLlama airdrops', z.record(z.string(), airdrop), body);
      return { sightings: Object.entries(airdrops).flatMap((each) => sightingOf(each, nowMs)), gone: [], memory: null };
    },
  };
}

function sightingOf(
  [key, { name, page, token, tokenSymbol, endTime, isActive }]: [string, Airdrop],
  nowMs: number,
): Sighting[] {
  const site = curatedUrl(page);
  const shown = cleanName(name ?? key);
  const endMs = endOf(endTime);
  const isOver = isActive === false || (endMs !== null && endMs <= nowMs);
  if (isOver || site === null || shown === null || !/^[\x21-\x7e]{1,100}$/.test(key)) return [];
  const { chain, asset } = assetOf(token ?? '');
  return [
    {
      externalId: `airdrop/${key}`,
      kind: 'opportunity',
      name: shown,
      url: 'https://defillama.com/airdrops',
      identity: { token: asset, contract: null, defillama: null, market: null },
      facts: {
        ...NO_FACTS,
        chain,
        symbol: cleanName(tokenSymbol ?? '', SYMBOL_LENGTH_MAX),
        endsAt: endMs === null ? null : new Date(endMs).toISOString(),
        site,
      },
      campaign: null,
      market: null,
    },
  ];
}

/** Milliseconds since the epoch; null without an end, or with one that is no instant of this century. */
function endOf(endTime: number | null | undefined): number | null {
  if (!endTime || endTime < 0) return null;
  const ms = Math.round(endTime < SECONDS_MAX ? endTime * 1_000 : endTime);
  return ms < INSTANT_MS_MAX ? ms : null;
}

/** Chain and CAIP-19 asset of a token; null for those that are not known. */
function assetOf(token: string): { readonly chain: string | null; readonly asset: string | null } {
  const [, name = '', address = ''] = /^([\w -]{1,40}):(\S{1,100})$/.exec(token) ?? [];
  const chain = chainSlug(name);
  const id = chain === null ? null : chainIdOf(chain);
  const isEvm = id !== null && isAddress(address, { strict: false });
  return { chain, asset: isEvm ? `eip155:${id}/erc20:${getAddress(address)}` : null };
}
