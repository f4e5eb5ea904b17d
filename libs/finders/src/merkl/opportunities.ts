import { type SourceHttp, SourceError, validResponse } from '@droptrack/sources';
import { z } from 'zod';

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
  lastCampaignCreatedAt: instant.nullish(),
  rewardsRecord: z.object({ breakdowns: z.array(z.object({ token })).nullish() }).nullish(),
});

/** Token of an opportunity, or of its rewards. */
export type OpportunityToken = z.infer<typeof token>;
/** Campaigns that reward the same users. */
export type Opportunity = z.infer<typeof opportunity>;

/**
 * Queries of a run: rewards in points or in tokens before their launch, while they run or are announced; and drops.
 *
 * A drop is always `PAST`: nothing is computed for it over time (https://docs.merkl.xyz/merkl-mechanisms/campaign-types/airdrop).
 * So drops are read in any state, the newest first, until they are too old.
 */
const PROGRAMS = [{ tokenTypes: 'POINT' }, { tokenTypes: 'PRETGE' }] as const;
const DROPS = { action: 'DROP', status: 'LIVE,SOON,PAST', sort: 'lastCampaignCreatedAt', order: 'desc' } as const;
/** Requests of a run with full lists. */
export const REQUESTS_MAX = (PROGRAMS.length + 1) * PAGES_MAX;

/** Source of a run. */
export interface MerklRun {
  readonly url: string;
  readonly apiKey: string | null;
  readonly http: SourceHttp;
  /** Instant from which on drops are of interest, milliseconds since the epoch. */
  readonly fromMs: number;
}

/**
 * Opportunities, each once: programs that run or are announced, and drops up to the page that reaches the start of the run.
 *
 * @throws {SourceError} also if a list does not end within {@link PAGES_MAX} pages.
 */
export async function requestOpportunities(run: MerklRun): Promise<readonly Opportunity[]> {
  const isOld = (opportunity: Opportunity): boolean => (createdMs(opportunity) ?? Infinity) < run.fromMs;
  const lists = [await requestAll(run, DROPS, isOld)];
  for (const query of PROGRAMS) lists.push(await requestAll(run, { ...query, status: 'LIVE,SOON' }));
  return [...new Map(lists.flat().map((each) => [each.id, each])).values()];
}

/** Creation of the latest campaign, milliseconds since the epoch; null if it is not declared. */
export const createdMs = ({ lastCampaignCreatedAt: seconds }: Opportunity): number | null =>
  seconds ? Math.round(seconds * 1_000) : null;

/** @param isLast - true for an opportunity after which no further page is of interest. */
async function requestAll(
  { url, apiKey, http }: MerklRun,
  query: Readonly<Record<string, string>>,
  isLast: (opportunity: Opportunity) => boolean = () => false,
): Promise<readonly Opportunity[]> {
  const found: Opportunity[] = [];
  const headers = apiKey === null ? {} : { 'X-API-Key': apiKey };
  for (let page = 0; page < PAGES_MAX; page++) {
    const search = new URLSearchParams({ ...query, items: String(PAGE_ITEMS), page: String(page) });
    const response = await http.json(`${url}/v4/opportunities?${search.toString()}`, {
      headers,
      bodyBytesMax: BODY_BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
    });
    const next = validResponse(SOURCE, z.array(opportunity), response.kind === 'response' ? response.body : null);
    found.push(...next);
    if (next.length < PAGE_ITEMS || next.slice(-1).some(isLast)) return found;
  }
  throw new SourceError('too_large', `${SOURCE}: more than ${PAGES_MAX} pages of opportunities`);
}
