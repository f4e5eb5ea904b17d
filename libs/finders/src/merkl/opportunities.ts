import { type SourceHttp, SourceError } from '@droptrack/connectors';
import { z } from 'zod';
import { validResponse } from '../response-shape';

const SOURCE = 'Merkl';
/** Most that the API allows. */
const PAGE_ITEMS = 100;
/** Per query, 4 000 opportunities. More of them are a list that does not end. */
export const PAGES_MAX = 40;
/** An opportunity has about 10 kB, mostly records of its rewards. */
const BODY_BYTES_MAX = 32 * 1_024 * 1_024;
const TIMEOUT_MS = 30_000;

const token = z.object({
  chainId: z.int(),
  address: z.string(),
  name: z.string().nullish(),
  symbol: z.string(),
  displaySymbol: z.string().nullish(),
  decimals: z.int(),
  /** Missing for tokens of older campaigns. */
  type: z.string().nullish(),
  isTest: z.boolean().nullish(),
});

/** Seconds since the epoch. */
const instant = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
]);

const opportunity = z.object({
  id: z.string(),
  chainId: z.int(),
  type: z.string(),
  identifier: z.string(),
  name: z.string(),
  status: z.string(),
  action: z.string(),
  hidden: z.boolean().nullish(),
  tokens: z.array(token).nullish(),
  chain: z.object({ name: z.string() }).nullish(),
  earliestCampaignStart: instant.nullish(),
  rewardsRecord: z.object({ breakdowns: z.array(z.object({ token })).nullish() }).nullish(),
});

/** Token of an opportunity, or of its rewards. */
export type OpportunityToken = z.infer<typeof token>;
/** Campaigns that reward the same users. */
export type Opportunity = z.infer<typeof opportunity>;

/** Queries of a run: drops, and rewards in points or in tokens before their launch. */
const QUERIES = [{ action: 'DROP' }, { tokenTypes: 'POINT' }, { tokenTypes: 'PRETGE' }] as const;
/** Requests of a run with full lists. */
export const REQUESTS_MAX = QUERIES.length * PAGES_MAX;

/**
 * Opportunities that run or are announced, each once.
 *
 * @throws {SourceError} also if a list does not end within {@link PAGES_MAX} pages.
 */
export async function requestOpportunities(url: string, http: SourceHttp): Promise<readonly Opportunity[]> {
  const byId = new Map<string, Opportunity>();
  for (const query of QUERIES) for (const each of await requestAll(url, query, http)) byId.set(each.id, each);
  return [...byId.values()];
}

async function requestAll(
  url: string,
  query: Readonly<Record<string, string>>,
  http: SourceHttp,
): Promise<readonly Opportunity[]> {
  const found: Opportunity[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const search = new URLSearchParams({
      ...query,
      status: 'LIVE,SOON',
      items: String(PAGE_ITEMS),
      page: String(page),
    });
    const response = await http.json(`${url}/v4/opportunities?${search.toString()}`, {
      bodyBytesMax: BODY_BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
    });
    const next = validResponse(SOURCE, z.array(opportunity), response.kind === 'response' ? response.body : null);
    found.push(...next);
    if (next.length < PAGE_ITEMS) return found;
  }
  throw new SourceError('too_large', `${SOURCE}: more than ${PAGES_MAX} pages of opportunities`);
}
