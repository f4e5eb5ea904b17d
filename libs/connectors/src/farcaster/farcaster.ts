import { z } from 'zod';
import { type AuthoredPost, countUniqueAuthors } from '../authors/unique-authors';
import { type SourceHttp, type Connector, SourceError, SourceQueryError } from '@droptrack/sources';

/** Account whose mentions, and URL whose replies are read; at least one is not null. */
export interface FarcasterQuery {
  readonly fid: number | null;
  /** URL that casts reply to, such as that of a channel. */
  readonly parent: string | null;
}

const WINDOW_MS = 86_400_000;
/** Hubs accept casts that are dated up to ten minutes in the future. */
const CLOCK_ERROR_MS = 600_000;
const PAGES_MAX = 10;
/** A long cast has 10 000 bytes, and about as many of metadata. */
const BODY_BYTES_MAX = 8 * 1_024 * 1_024;

const fid = z.int().positive();
/** Limit of Farcaster. Channels of collections have URLs such as `chain://eip155:1/erc721:0x…`. */
const parent = z.string().regex(/^(?:https?|chain):\/\/[^\s\p{C}]{1,240}$/u);
const queryShape = z.union([
  fid.transform((one) => ({ fid: one, parent: null })),
  parent.transform((one) => ({ fid: null, parent: one })),
  z
    .strictObject({ fid: fid.nullable().default(null), parent: parent.nullable().default(null) })
    .refine((query) => query.fid !== null || query.parent !== null),
]);

/** URL of the HTTP API of a hub without a trailing slash, and its key. */
export interface FarcasterSettings {
  readonly url: string;
  readonly apiKey: string | null;
}

/**
 * Authors of casts of the last 24 hours that mention an account or reply to a URL (`farcaster_authors`), from a Farcaster
 * hub, counted by {@link countUniqueAuthors} without the account itself. The newest 5 000 casts are read for each of the
 * two, as saturation is at 2 000 authors.
 */
export function farcasterConnector(config: FarcasterSettings): Connector<FarcasterQuery> {
  const headers: Readonly<Record<string, string>> = config.apiKey === null ? {} : { 'x-api-key': config.apiKey };
  return {
    id: 'farcaster',
    limits: {
      intervalMs: 30 * 60_000,
      timeoutMs: 30_000,
      concurrency: 4,
      requestsPerMinute: 120,
      requestBurst: 20,
    },
    parseQuery: parseFarcasterQuery,
    async read({ query, http, nowMs }) {
      const casts: AuthoredPost[] = [];
      for (const path of pathsOf(query)) {
        const ask = { http, headers, address: `${config.url}/v1/${path}` };
        casts.push(...(await newestCasts(ask, nowMs - WINDOW_MS)));
      }
      const others = casts.filter(({ author }) => author !== String(query.fid));
      const window = { afterMs: nowMs - WINDOW_MS, untilMs: nowMs + CLOCK_ERROR_MS };
      const value = countUniqueAuthors(others, window);
      return { readings: [{ signal: 'farcaster_authors', value, observedAtMs: nowMs }], memory: null };
    },
  };
}

/** @throws {SourceQueryError} for a query of another form. */
export function parseFarcasterQuery(declared: unknown): FarcasterQuery {
  const parsed = queryShape.safeParse(declared);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError(
    'must be the number of an account (fid), the URL that casts reply to, or { fid: 1, parent: "https://…" }',
  );
}

/** Paths of the first pages. Snapchain's nodes accept only `reverse=true`, not 1; the hub bounds page sizes. */
function pathsOf(query: FarcasterQuery): readonly string[] {
  const page = { pageSize: String(CASTS_PER_PAGE), reverse: 'true' };
  return [
    ...(query.fid === null ? [] : [`castsByMention?${new URLSearchParams({ fid: String(query.fid), ...page })}`]),
    ...(query.parent === null ? [] : [`castsByParent?${new URLSearchParams({ url: query.parent, ...page })}`]),
  ];
}

interface Ask {
  readonly http: SourceHttp;
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
}

/**
 * Reads pages until one has no new casts within the window, or has older casts and less than a full page within it.
 *
 * A hub with several shards concatenates their pages, and starts again with a shard that has ended. Neither the order
 * within a page nor the token of the next one therefore indicates the end.
 *
 * @throws {SourceError} `wrong_shape` for a hub that returns the oldest casts first, which would be years old.
 */
async function newestCasts({ http, headers, address }: Ask, afterMs: number): Promise<readonly AuthoredPost[]> {
  const casts = new Map<string, AuthoredPost>();
  let next = address;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const response = await http.json(next, { headers, bodyBytesMax: BODY_BYTES_MAX });
    const { casts: read, nextPageToken } = castsPage(response.kind === 'response' ? response.body : null);
    const recent = read.filter(({ atMs }) => atMs > afterMs);
    const before = casts.size;
    for (const cast of recent) casts.set(`${cast.author} ${cast.atMs} ${cast.text}`, cast);
    if (nextPageToken === null) break;
    if (isOldestFirst(read)) throw new SourceError('wrong_shape', 'Farcaster: the hub returns the oldest casts first');
    if (casts.size === before || (recent.length < read.length && recent.length < CASTS_PER_PAGE)) break;
    next = `${address}&${new URLSearchParams({ pageToken: nextPageToken })}`;
  }
  return [...casts.values()];
}

/** One page of casts. */
export interface CastsPage {
  readonly casts: readonly AuthoredPost[];
  /** Token of the next page; null on the last. */
  readonly nextPageToken: string | null;
}

/** Farcaster counts seconds since 2021-01-01T00:00:00Z. */
export const FARCASTER_EPOCH_MS = Date.UTC(2021, 0, 1);
/** Requested page size; a hub with several shards returns as many casts of each. */
export const CASTS_PER_PAGE = 500;
const MESSAGES_MAX = 20 * CASTS_PER_PAGE;

const messages = z.object({
  messages: z
    .array(
      z.object({
        data: z.object({
          type: z.string(),
          fid: z.int().nonnegative(),
          timestamp: z.int().nonnegative(),
          castAddBody: z.object({ text: z.string().default('') }).nullish(),
        }),
      }),
    )
    .max(MESSAGES_MAX),
  nextPageToken: z.string().max(4_096).nullish(),
});

/** Parses one page of casts by mention or by parent, and skips other messages. */
export function castsPage(body: unknown): CastsPage {
  const page = messages.safeParse(body);
  if (!page.success) throw new SourceError('wrong_shape', 'Farcaster: not a page of messages');
  const casts = page.data.messages.flatMap(({ data: { type, fid, timestamp, castAddBody } }) =>
    type === 'MESSAGE_TYPE_CAST_ADD'
      ? [{ author: String(fid), text: castAddBody?.text ?? '', atMs: FARCASTER_EPOCH_MS + timestamp * 1_000 }]
      : [],
  );
  return { casts, nextPageToken: page.data.nextPageToken || null };
}

/** True if casts come oldest first: the first page then contains none of today. */
export function isOldestFirst(casts: readonly AuthoredPost[]): boolean {
  let later = 0;
  let earlier = 0;
  casts.forEach(({ atMs }, index) => {
    const beforeMs = casts[index - 1]?.atMs ?? atMs;
    if (atMs > beforeMs) later += 1;
    if (atMs < beforeMs) earlier += 1;
  });
  return later > earlier;
}
