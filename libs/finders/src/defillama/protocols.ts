import { type SourceHttp, type Finder, validResponse } from '@droptrack/sources';
import { cleanName, NO_FACTS, type Sighting } from '@droptrack/discovery';
import { z } from 'zod';
import { chainSlug } from '../chains';
import { curatedUrl } from '../curated-url';

/** Value locked from which a protocol is worth a review. */
export const TVL_USD_MIN = 50_000_000;
/** Protocols of a run, by value. */
export const PROTOCOLS_MAX = 100;
/** All protocols, with their chains and descriptions; 10 MB in 2025. */
const BODY_BYTES_MAX = 64 * 1_024 * 1_024;
const TIMEOUT_MS = 60_000;
const TVL_USD_MAX = 1e15;

/** Exchanges, chains and assets of institutions, which have no users to reward; and wrappers of other protocols. */
const CATEGORIES_WITHOUT_DROPS: ReadonlySet<string> = new Set([
  ...['Anchor BTC', 'CEX', 'Canonical Bridge', 'Chain', 'Governance Incentives', 'Onchain Capital Allocator'],
  ...['RWA', 'Risk Curators', 'Treasury Manager'],
]);

const protocol = z.object({
  name: z.string(),
  slug: z.string().nullish(),
  /** `-` without a token. */
  symbol: z.string().nullish(),
  address: z.string().nullish(),
  gecko_id: z.string().nullish(),
  cmcId: z.union([z.string(), z.number()]).nullish(),
  category: z.string().nullish(),
  chains: z.array(z.string()).nullish(),
  tvl: z.number().nullish(),
  url: z.string().nullish(),
  /** `parent#aave` for a part of a protocol: an id, which stays when the protocol is renamed. */
  parentProtocol: z.string().nullish(),
  /** Slug of the page of the parent. */
  parentProtocolSlug: z.string().nullish(),
  /** Set for a protocol that has ended. */
  deadFrom: z.unknown().optional(),
});
type Protocol = z.infer<typeof protocol>;

/** The list of parts does not state the token of the whole. */
const parents = z.object({
  parentProtocols: z.array(
    z.object({
      id: z.string(),
      symbol: protocol.shape.symbol,
      address: protocol.shape.address,
      gecko_id: protocol.shape.gecko_id,
      cmcId: protocol.shape.cmcId,
    }),
  ),
});

/** Validators of the last response. */
const memoryShape = z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() });

/**
 * Protocols without a token, by the value locked in them: drops that may come. The parts of a protocol count together, and
 * one whose parent has a token has launched it.
 *
 * A protocol that launched its token or shrank is not listed any more, but its sighting was right: none is gone.
 */
export function defillamaProtocolsFinder({ url }: { readonly url: string }): Finder {
  return {
    id: 'defillama/protocols',
    source: 'defillama',
    limits: { intervalMs: 6 * 3_600_000, timeoutMs: 120_000, requestsPerMinute: 10, requestsMax: 6 },
    origins: [new URL(url).origin],
    async read({ memory, http }) {
      const response = await http.json(`${url}/protocols`, {
        bodyBytesMax: BODY_BYTES_MAX,
        timeoutMs: TIMEOUT_MS,
        validators: memoryShape.safeParse(memory).data ?? null,
      });
      if (response.kind === 'not_modified') return { sightings: [], gone: [], memory };
      const protocols = validResponse('DefiLlama', z.array(protocol), response.body);
      const launched = await launchedParents(url, http);
      return { sightings: sightingsOf(protocols, launched), gone: [], memory: response.validators };
    },
  };
}

/** Ids of the parents that have a token, such as `parent#aave`. */
async function launchedParents(url: string, http: SourceHttp): Promise<ReadonlySet<string>> {
  const limits = { bodyBytesMax: BODY_BYTES_MAX, timeoutMs: TIMEOUT_MS };
  const response = await http.json(`${url}/lite/protocols2`, limits);
  const { parentProtocols } = validResponse('DefiLlama', parents, response.kind === 'response' ? response.body : null);
  return new Set(parentProtocols.filter(hasToken).map(({ id }) => id));
}

function sightingsOf(protocols: readonly Protocol[], launched: ReadonlySet<string>): readonly Sighting[] {
  return [...families(protocols)]
    .filter(([, parts]) => !parts.some((part) => hasToken(part) || launched.has(part.parentProtocol ?? '')))
    .map(([slug, parts]) => ({ slug, parts, tvlUsd: tvlOf(parts) }))
    .filter(({ tvlUsd }) => tvlUsd >= TVL_USD_MIN && tvlUsd <= TVL_USD_MAX)
    .sort((a, b) => b.tvlUsd - a.tvlUsd)
    .slice(0, PROTOCOLS_MAX)
    .flatMap(({ slug, parts, tvlUsd }) => sightingOf(slug, parts, tvlUsd));
}

/** Parts of protocols by the slug of the whole. */
function families(protocols: readonly Protocol[]): ReadonlyMap<string, readonly Protocol[]> {
  const parentSlugs = new Map<string, string>();
  for (const { parentProtocol: id, parentProtocolSlug: slug } of protocols) if (id && slug) parentSlugs.set(id, slug);
  const bySlug = new Map<string, Protocol[]>();
  for (const each of protocols) {
    const slug = slugOf(each, parentSlugs);
    if (slug === null) continue;
    const parts = bySlug.get(slug);
    if (parts === undefined) bySlug.set(slug, [each]);
    else parts.push(each);
  }
  return bySlug;
}

const SLUG = /^[a-z0-9][a-z0-9.()+!_-]{0,99}$/;

/** Slug of the page of a protocol, that of its parent for a part of one; null without a valid one. */
function slugOf({ slug, parentProtocol }: Protocol, parentSlugs: ReadonlyMap<string, string>): string | null {
  const own = parentProtocol
    ? (parentSlugs.get(parentProtocol) ?? parentProtocol.replace(/^parent#/, ''))
    : (slug ?? '');
  return SLUG.test(own) ? own : null;
}

const hasToken = ({
  symbol,
  address,
  gecko_id: geckoId,
  cmcId,
}: Pick<Protocol, 'symbol' | 'address' | 'gecko_id' | 'cmcId'>): boolean =>
  [symbol, address, geckoId, cmcId].some(
    (each) => !(each === null || each === undefined || each === '' || each === '-'),
  );

/** Sum of the parts that may have users to reward. */
const tvlOf = (parts: readonly Protocol[]): number =>
  parts.filter(isDropping).reduce((sum, { tvl }) => sum + Math.max(0, tvl ?? 0), 0);

const isDropping = ({ category, deadFrom }: Protocol): boolean =>
  !CATEGORIES_WITHOUT_DROPS.has(category ?? '') && (deadFrom === undefined || deadFrom === null || deadFrom === '');

function sightingOf(slug: string, parts: readonly Protocol[], tvlUsd: number): Sighting[] {
  const [largest] = parts.filter(isDropping).sort((a, b) => (b.tvl ?? 0) - (a.tvl ?? 0));
  const name = cleanName(largest?.name ?? '');
  if (name === null) return [];
  const chains = new Set(parts.flatMap((part) => part.chains ?? []));
  // The chain of a token to come is known only for a protocol on one chain.
  const [chain] = chains.size === 1 ? chains : [];
  return [
    {
      externalId: `protocol/${slug}`,
      kind: 'protocol',
      name,
      url: `https://defillama.com/protocol/${encodeURIComponent(slug)}`,
      identity: { token: null, contract: null, defillama: slug, market: null },
      facts: {
        ...NO_FACTS,
        chain: chain === undefined ? null : chainSlug(chain),
        tvlUsd,
        site: curatedUrl(largest?.url),
      },
      campaign: null,
      market: null,
    },
  ];
}
