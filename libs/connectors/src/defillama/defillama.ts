import { z } from 'zod';
import { type Connector, type ObservedReading, SourceError, SourceQueryError } from '@droptrack/sources';

/** Protocol by the slug of its page on defillama.com, or chain by its name there. */
export type DefillamaQuery = { readonly protocol: string } | { readonly chain: string };

const POLL_TIMEOUT_MS = 30_000;
/** Below the timeout of the poll, so that a host that hangs counts as a failure of the host. */
const REQUEST_TIMEOUT_MS = 20_000;
/** The response for a protocol contains its whole history by chain and token. */
const BODY_BYTES_MAX = 32 * 1_024 * 1_024;

/** One path segment. The required letter or digit excludes `.` and `..`. */
const slugPattern = /^(?=.{1,100}$)[^\s\p{C}/?#\\]*[\p{L}\p{N}][^\s\p{C}/?#\\]*$/u;
const chainPattern = /^[\p{L}\p{N}][\p{L}\p{N} .()'-]{0,59}$/u;
const chainQuery = z.strictObject({ chain: z.string().regex(chainPattern) });

/** Validators and result of the last response, used when it has not changed. */
const memoryShape = z.object({
  validators: z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() }),
  locked: z.object({ usd: z.number().nullable(), atMs: z.number() }).nullable(),
});

/** URL without a trailing slash. */
export interface DefillamaSettings {
  readonly url: string;
}

/**
 * Value locked in a protocol or on a chain (`tvl_usd`), from DefiLlama's API. See {@link lockedInProtocol} for what it
 * includes, and {@link readingOf} for its date.
 */
export function defillamaConnector(config: DefillamaSettings): Connector<DefillamaQuery> {
  return {
    id: 'defillama',
    limits: {
      intervalMs: 2 * 3_600_000,
      timeoutMs: POLL_TIMEOUT_MS,
      concurrency: 4,
      requestsPerMinute: 120,
      requestBurst: 20,
    },
    parseQuery: parseDefillamaQuery,
    async read({ query, memory, http, nowMs }) {
      const last = memoryShape.safeParse(memory).data ?? null;
      const response = await http.text(addressOf(config.url, query), {
        acceptStatuses: [400],
        bodyBytesMax: BODY_BYTES_MAX,
        timeoutMs: REQUEST_TIMEOUT_MS,
        validators: last?.validators ?? null,
      });
      if (response.kind === 'not_modified') {
        return { readings: listOf(readingOf(last?.locked ?? null, nowMs)), memory };
      }
      if (response.status === 400) throw errorOf(query, response.body);
      const body = parseJson(response.body);
      const locked = 'chain' in query ? lockedOnChain(body) : lockedInProtocol(body);
      return { readings: listOf(readingOf(locked, nowMs)), memory: { validators: response.validators, locked } };
    },
  };
}

/** @throws {SourceQueryError} for a query of another form. */
export function parseDefillamaQuery(declared: unknown): DefillamaQuery {
  if (typeof declared === 'string' && slugPattern.test(declared)) return { protocol: declared };
  const parsed = chainQuery.safeParse(declared);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError('must be the slug of a protocol, such as lido, or { chain: Linea }');
}

function addressOf(url: string, query: DefillamaQuery): string {
  return 'chain' in query
    ? `${url}/v2/historicalChainTvl/${encodeURIComponent(query.chain)}`
    : `${url}/protocol/${encodeURIComponent(query.protocol)}`;
}

/** Error of a response with status 400, which DefiLlama sends for unknown names and for some internal failures. */
function errorOf(query: DefillamaQuery, sentence: string): SourceError {
  return /not found|no chain with that name/i.test(sentence)
    ? new SourceError('not_found', `DefiLlama: has no ${'chain' in query ? 'chain' : 'protocol'} of that name`)
    : new SourceError('status', 'DefiLlama: status 400');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser would quote the body.
    throw new SourceError('wrong_shape', 'DefiLlama: not JSON');
  }
}

const listOf = <Item>(item: Item | null): readonly Item[] => (item === null ? [] : [item]);

/** Newest entry of a history; `usd` is null if the source has no number. */
export type ValueLocked = { readonly usd: number | null; readonly atMs: number };

const DAY_MS = 86_400_000;
/** Age of the last entry from which a history counts as ended. */
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
 * Value locked in a protocol: the last entry of `tvl`, the history over all chains.
 *
 * DefiLlama appends the value of the last hour to this history, and displays it as the total of the protocol. It excludes
 * borrowed, staked and vested assets, pools with the protocol's own token, and the treasury. `currentChainTvls` is not
 * used: it lists these parts (`staking`, `Ethereum-borrowed`) among the chains, so a sum would include each new kind of
 * part, and it has no date to detect a protocol that DefiLlama no longer tracks.
 *
 * @returns null for a protocol without a history.
 * @throws {SourceError} `wrong_shape`.
 */
export function lockedInProtocol(body: unknown): ValueLocked | null {
  const last = validated(protocol, body).tvl.at(-1);
  if (last === undefined) return null;
  const { date, totalLiquidityUSD } = validated(protocolEntry, last);
  return { usd: totalLiquidityUSD, atMs: date * 1_000 };
}

/**
 * Value locked on a chain: the last entry of its history, in which DefiLlama counts nothing twice.
 *
 * @returns null for a chain without a history.
 * @throws {SourceError} `wrong_shape`.
 */
export function lockedOnChain(body: unknown): ValueLocked | null {
  const last = validated(chain, body).at(-1);
  if (last === undefined) return null;
  const { date, tvl } = validated(chainEntry, last);
  return { usd: tvl, atMs: date * 1_000 };
}

/**
 * Reading of the newest entry. DefiLlama dates the entry of the current day by its start or by the last update, and keeps
 * it current, so the reading is dated now. An entry that is older than two days belongs to something that is no longer
 * tracked, and keeps its date.
 *
 * @returns null without an entry or a number, and for a negative number.
 * @throws {SourceError} `wrong_shape` for an entry of a future day.
 */
export function readingOf(locked: ValueLocked | null, nowMs: number): ObservedReading | null {
  if (locked === null || locked.usd === null || locked.usd < 0) return null;
  if (locked.atMs > nowMs + DAY_MS) throw new SourceError('wrong_shape', 'DefiLlama: the last entry is in the future');
  const isOver = nowMs - locked.atMs > OVER_AFTER_MS;
  return { signal: 'tvl_usd', value: locked.usd, observedAtMs: isOver ? locked.atMs : nowMs };
}

function validated<Shape>(schema: z.ZodType<Shape>, body: unknown): Shape {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new SourceError('wrong_shape', 'DefiLlama: not a history of value locked', null, { cause: parsed.error });
}
