import { z } from 'zod';
import { type Connector, type ObservedReading, SourceError, SourceQueryError } from '../port';
import type { SourcesConfig } from '../sources-config';

/** A protocol by the slug of its page on defillama.com, or a chain by its name there. */
export type DefillamaQuery = { readonly protocol: string } | { readonly chain: string };

const POLL_TIMEOUT_MS = 30_000;
/** Less than the poll: a host that hangs is told from a poll that was ended. */
const REQUEST_TIMEOUT_MS = 20_000;
/** The answer about a protocol holds its whole history by chain and token. */
const BODY_BYTES_MAX = 32 * 1_024 * 1_024;

/** One segment of a path; a letter or digit keeps `.` and `..` out. */
const slugPattern = /^(?=.{1,100}$)[^\s\p{C}/?#\\]*[\p{L}\p{N}][^\s\p{C}/?#\\]*$/u;
const chainPattern = /^[\p{L}\p{N}][\p{L}\p{N} .()'-]{0,59}$/u;
const statedChain = z.strictObject({ chain: z.string().regex(chainPattern) });

/** The last answer's validators, and what was in it: that is all that is needed when nothing changed. */
const remembered = z.object({
  validators: z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() }),
  locked: z.object({ usd: z.number().nullable(), atMs: z.number() }).nullable(),
});

/**
 * Value locked in a protocol or on a chain (`tvl_usd`), from DefiLlama's API. What counts is told at
 * {@link lockedInProtocol}, when it was true at {@link readingOf}.
 */
export function defillamaConnector(config: SourcesConfig['defillama']): Connector<DefillamaQuery> {
  return {
    id: 'defillama',
    limits: {
      intervalMs: 2 * 3_600_000,
      pollTimeoutMs: POLL_TIMEOUT_MS,
      concurrency: 4,
      requestsPerMinute: 120,
      requestBurst: 20,
    },
    parseQuery,
    async collect({ query, memory, http, nowMs }) {
      const last = remembered.safeParse(memory).data ?? null;
      const answer = await http.text(addressOf(config.url, query), {
        acceptStatuses: [400],
        bodyBytesMax: BODY_BYTES_MAX,
        timeoutMs: REQUEST_TIMEOUT_MS,
        validators: last?.validators ?? null,
      });
      if (answer.kind === 'not_modified') {
        return { readings: listOf(readingOf(last?.locked ?? null, nowMs)), memory };
      }
      if (answer.status === 400) throw refusal(query, answer.body);
      const body = parseJson(answer.body);
      const locked = 'chain' in query ? lockedOnChain(body) : lockedInProtocol(body);
      return { readings: listOf(readingOf(locked, nowMs)), memory: { validators: answer.validators, locked } };
    },
  };
}

function parseQuery(stated: unknown): DefillamaQuery {
  if (typeof stated === 'string' && slugPattern.test(stated)) return { protocol: stated };
  const parsed = statedChain.safeParse(stated);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError('must be the slug of a protocol, such as lido, or { chain: Linea }');
}

function addressOf(url: string, query: DefillamaQuery): string {
  return 'chain' in query
    ? `${url}/v2/historicalChainTvl/${encodeURIComponent(query.chain)}`
    : `${url}/protocol/${encodeURIComponent(query.protocol)}`;
}

/** DefiLlama answers 400 with a sentence to what it does not know, and to some failures of its own. */
function refusal(query: DefillamaQuery, sentence: string): SourceError {
  return /not found|no chain with that name/i.test(sentence)
    ? new SourceError('not_found', `DefiLlama: has no ${'chain' in query ? 'chain' : 'protocol'} of that name`)
    : new SourceError('status', 'DefiLlama: answered 400');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words quote the body.
    throw new SourceError('wrong_shape', 'DefiLlama: not JSON');
  }
}

const listOf = <Item>(item: Item | null): readonly Item[] => (item === null ? [] : [item]);

/** The newest entry of a history; `usd` is null where the source has no number for it. */
export type ValueLocked = { readonly usd: number | null; readonly atMs: number };

const DAY_MS = 86_400_000;
/** A history that ends before this is of something that is no longer counted. */
const OVER_AFTER_MS = 2 * DAY_MS;

const seconds = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,11}$/)
      .transform(Number),
  ])
  .pipe(z.int().positive());
const usd = z.number().nullable();

const protocol = z.object({ tvl: z.array(z.unknown()) });
const protocolEntry = z.object({ date: seconds, totalLiquidityUSD: usd });
const chain = z.array(z.unknown());
const chainEntry = z.object({ date: seconds, tvl: usd });

/**
 * The value that is locked in a protocol, out of DefiLlama's answer about it.
 *
 * It is the last entry of `tvl`, the history over all chains. DefiLlama adds the count of the last hour to its end, and
 * its site shows that figure as the protocol's total: what is borrowed, staked, pooled with the protocol's own token,
 * vested or in its treasury is left out. `currentChainTvls` holds the same hour, but puts those parts (`staking`,
 * `Ethereum-borrowed`) beside the chains without a mark: who sums it counts every new kind of part until its name is
 * known here. And it has no date, which alone tells a protocol at rest from one that is no longer counted.
 *
 * @returns null for a protocol without a history.
 * @throws {SourceError} `wrong_shape`.
 */
export function lockedInProtocol(body: unknown): ValueLocked | null {
  const last = understood(protocol, body).tvl.at(-1);
  if (last === undefined) return null;
  const { date, totalLiquidityUSD } = understood(protocolEntry, last);
  return { usd: totalLiquidityUSD, atMs: date * 1_000 };
}

/**
 * The value that is locked on a chain: the last entry of its history, in which DefiLlama counts nothing twice.
 *
 * @returns null for a chain without a history.
 * @throws {SourceError} `wrong_shape`.
 */
export function lockedOnChain(body: unknown): ValueLocked | null {
  const last = understood(chain, body).at(-1);
  if (last === undefined) return null;
  const { date, tvl } = understood(chainEntry, last);
  return { usd: tvl, atMs: date * 1_000 };
}

/**
 * What a newest entry says now. DefiLlama dates the entry of a day that is not over by its begin or by the last count,
 * and keeps it current: it is true now. One that is older than two days is the last word about what is no longer
 * counted, and was true then.
 *
 * @returns null where there is no figure: no entry, no number, or one below 0, as a faulty count may give.
 * @throws {SourceError} `wrong_shape` for an entry of a day to come.
 */
export function readingOf(locked: ValueLocked | null, nowMs: number): ObservedReading | null {
  if (locked === null || locked.usd === null || locked.usd < 0) return null;
  if (locked.atMs > nowMs + DAY_MS) throw new SourceError('wrong_shape', 'DefiLlama: the last entry is of the future');
  const isOver = nowMs - locked.atMs > OVER_AFTER_MS;
  return { signal: 'tvl_usd', value: locked.usd, observedAtMs: isOver ? locked.atMs : nowMs };
}

function understood<Shape>(schema: z.ZodType<Shape>, body: unknown): Shape {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new SourceError('wrong_shape', 'DefiLlama: not a history of value locked', null, { cause: parsed.error });
}
