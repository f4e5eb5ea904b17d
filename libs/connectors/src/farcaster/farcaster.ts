import { z } from 'zod';
import { type AuthoredPost, countUniqueAuthors } from '../authors/unique-authors';
import type { SourceHttp } from '../http/source-http';
import { type Connector, SourceError, SourceQueryError } from '../port';

/** Whose mentions and which page's replies are asked for; at least one is not null. */
export interface FarcasterQuery {
  readonly fid: number | null;
  /** An address that casts are replies to, such as a channel's. */
  readonly parent: string | null;
}

const WINDOW_MS = 86_400_000;
/** Hubs take casts that are dated up to ten minutes later than now. */
const CLOCK_ERROR_MS = 600_000;
const PAGES_MAX = 10;
/** Long casts have 10 000 bytes, and as much again around them. */
const BODY_BYTES_MAX = 8 * 1_024 * 1_024;

const fid = z.int().positive();
/** Farcaster's own limit. Channels of collections have addresses such as `chain://eip155:1/erc721:0x…`. */
const parent = z.string().regex(/^(?:https?|chain):\/\/[^\s\p{C}]{1,240}$/u);
const stated = z.union([
  fid.transform((one) => ({ fid: one, parent: null })),
  parent.transform((one) => ({ fid: null, parent: one })),
  z
    .strictObject({ fid: fid.nullable().default(null), parent: parent.nullable().default(null) })
    .refine((query) => query.fid !== null || query.parent !== null),
]);

/**
 * Authors of casts of the last 24 hours that mention an account or reply to an address (`farcaster_authors`), from a
 * Farcaster hub. Who counts is told at {@link countUniqueAuthors}; the account itself does not. Of each question the
 * newest 5 000 casts are read: saturation is at 2 000 authors.
 */
export function farcasterConnector(config: {
  readonly url: string;
  readonly apiKey: string | null;
}): Connector<FarcasterQuery> {
  const headers: Readonly<Record<string, string>> = config.apiKey === null ? {} : { 'x-api-key': config.apiKey };
  return {
    id: 'farcaster',
    limits: {
      intervalMs: 30 * 60_000,
      pollTimeoutMs: 30_000,
      concurrency: 4,
      requestsPerMinute: 120,
      requestBurst: 20,
    },
    parseQuery,
    async collect({ query, http, nowMs }) {
      const casts: AuthoredPost[] = [];
      for (const question of questionsOf(query)) {
        const ask = { http, headers, address: `${config.url}/v1/${question}` };
        casts.push(...(await newestCasts(ask, nowMs - WINDOW_MS)));
      }
      const others = casts.filter(({ author }) => author !== String(query.fid));
      const window = { afterMs: nowMs - WINDOW_MS, untilMs: nowMs + CLOCK_ERROR_MS };
      const value = countUniqueAuthors(others, window);
      return { readings: [{ signal: 'farcaster_authors', value, observedAtMs: nowMs }], memory: null };
    },
  };
}

function parseQuery(value: unknown): FarcasterQuery {
  const parsed = stated.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError(
    'must be the number of an account (fid), the address that casts reply to, or { fid: 1, parent: "https://…" }',
  );
}

/** Snapchain's nodes understand `reverse=true` only, not 1; page sizes are bounded by the hub. */
function questionsOf(query: FarcasterQuery): readonly string[] {
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
 * Reads pages until one brings nothing new within the window, or fewer casts within it than a page holds besides older
 * ones. A hub with several shards puts their pages one behind the other and begins again with a shard that has come to
 * its end, so that neither the order within a page nor a token for the next one tells where the end is.
 *
 * @throws {SourceError} `wrong_shape` of a hub that answers oldest first: what it says would be of years ago.
 */
async function newestCasts({ http, headers, address }: Ask, afterMs: number): Promise<readonly AuthoredPost[]> {
  const casts = new Map<string, AuthoredPost>();
  let next = address;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const answer = await http.json(next, { headers, bodyBytesMax: BODY_BYTES_MAX });
    const { casts: read, nextPageToken } = castsPage(answer.kind === 'answer' ? answer.body : null);
    const recent = read.filter(({ atMs }) => atMs > afterMs);
    const before = casts.size;
    for (const cast of recent) casts.set(`${cast.author} ${cast.atMs} ${cast.text}`, cast);
    if (nextPageToken === null) break;
    if (isOldestFirst(read)) throw new SourceError('wrong_shape', 'Farcaster: the hub answers oldest first');
    if (casts.size === before || (recent.length < read.length && recent.length < CASTS_PER_PAGE)) break;
    next = `${address}&${new URLSearchParams({ pageToken: nextPageToken })}`;
  }
  return [...casts.values()];
}

/** One page of casts. */
export interface CastsPage {
  readonly casts: readonly AuthoredPost[];
  /** Asks for the next page; null on the last. */
  readonly nextPageToken: string | null;
}

/** Farcaster counts seconds since 2021-01-01T00:00:00Z. */
export const FARCASTER_EPOCH_MS = Date.UTC(2021, 0, 1);
/** Asked for of each page; a hub that keeps its casts in several shards answers with as many of each. */
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

/** Reads one page of casts by mention or by parent; what is no cast is left out. */
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

/** Whether casts come oldest first: then the first page says nothing of today. */
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
