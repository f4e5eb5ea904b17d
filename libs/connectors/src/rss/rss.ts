import { z } from 'zod';
import {
  type SourceHttp,
  type Validators,
  type Connector,
  type Json,
  SourceError,
  SourceQueryError,
} from '@droptrack/sources';
import { type Article, articlesOf } from './feed';
import { countArticles, type SeenArticle, webUrl, withArticles } from './seen-articles';

/** Feeds, and words of which an article must contain one; without words all articles count. */
export interface RssQuery {
  readonly feeds: readonly string[];
  readonly words: readonly string[];
}

const FEEDS_MAX = 10;
const WORDS_MAX = 20;

const feed = z.string().refine((address) => {
  const url = webUrl(address);
  return url !== null && url.username === '' && url.password === '';
});
const feeds = z.union([feed.transform((one) => [one]), z.array(feed).min(1).max(FEEDS_MAX)]);
const word = z
  .string()
  .max(60)
  .regex(/[\p{L}\p{N}]/u);
const queryShape = z.union([
  feeds.transform((all) => ({ feeds: all, words: [] })),
  z.strictObject({ feeds, words: z.array(word).min(1).max(WORDS_MAX) }),
]);

const memoryShape = z.object({
  validators: z.record(z.string(), z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() })),
  seen: z.array(z.tuple([z.string(), z.string(), z.number(), z.boolean()])),
});
type Memory = { readonly validators: ReadonlyMap<string, Validators>; readonly seen: readonly SeenArticle[] };

/**
 * Articles of the last 72 hours (`news_articles`) from RSS and Atom feeds, one per publisher and day.
 *
 * If some feeds fail, the others count, and so do stored articles of the failed ones. The poll fails only if all feeds
 * fail.
 */
export function rssConnector(): Connector<RssQuery> {
  return {
    id: 'rss',
    limits: {
      intervalMs: 30 * 60_000,
      timeoutMs: 30_000,
      concurrency: 8,
      requestsPerMinute: 300,
      requestBurst: 50,
    },
    parseQuery: parseRssQuery,
    async read({ query, memory, http, nowMs }) {
      const last = recall(memory);
      const read = await readFeeds(http, query.feeds, last.validators);
      const matches = matcherOf(query.words);
      const seen = withArticles(
        last.seen,
        {
          articles: read.flatMap(({ articles }) => articles ?? []).filter(({ text }) => matches(text)),
          isComplete: read.every(({ articles }) => articles !== null),
        },
        nowMs,
      );
      return {
        readings: [{ signal: 'news_articles', value: countArticles(seen, nowMs), observedAtMs: nowMs }],
        memory: toMemory(read, seen),
      };
    },
  };
}

/** @throws {SourceQueryError} for a query of another form. */
export function parseRssQuery(declared: unknown): RssQuery {
  const parsed = queryShape.safeParse(declared);
  if (!parsed.success) {
    throw new SourceQueryError(
      `must be the URL of a feed, a list of up to ${FEEDS_MAX}, or { feeds: […], words: [linea, "linea airdrop"] } ` +
        `with up to ${WORDS_MAX} words`,
    );
  }
  return { feeds: [...new Set(parsed.data.feeds)], words: parsed.data.words };
}

/** Result of reading a feed. */
interface ReadFeed {
  readonly url: string;
  readonly validators: Validators | null;
  /** Null for an unchanged or failed feed. */
  readonly articles: readonly Article[] | null;
}

/** @throws {SourceError} of the first failure, if all feeds fail. */
async function readFeeds(
  http: SourceHttp,
  urls: readonly string[],
  known: ReadonlyMap<string, Validators>,
): Promise<readonly ReadFeed[]> {
  const failures: SourceError[] = [];
  const read = await Promise.all(
    urls.map(async (url) => {
      const validators = known.get(url) ?? null;
      try {
        return await readFeed(http, url, validators);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        failures.push(error);
        return { url, validators, articles: null };
      }
    }),
  );
  const [failure] = failures;
  if (failure !== undefined && failures.length === urls.length) throw failure;
  return read;
}

async function readFeed(http: SourceHttp, url: string, validators: Validators | null): Promise<ReadFeed> {
  const accept = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5';
  const response = await http.text(url, { headers: { accept }, validators });
  if (response.kind === 'not_modified') return { url, validators, articles: null };
  return { url, validators: response.validators, articles: articlesOf(response.body, url) };
}

function recall(memory: Json | null): Memory {
  const { data } = memoryShape.safeParse(memory);
  return {
    validators: new Map(Object.entries(data?.validators ?? {})),
    seen: (data?.seen ?? []).map(([urlHash, publisherHash, atMs, isDated]) => ({
      urlHash,
      publisherHash,
      atMs,
      isDated,
    })),
  };
}

function toMemory(read: readonly ReadFeed[], seen: readonly SeenArticle[]): Json {
  return {
    validators: Object.fromEntries(read.flatMap(({ url, validators }) => (validators ? [[url, validators]] : []))),
    seen: seen.map(({ urlHash, publisherHash, atMs, isDated }) => [urlHash, publisherHash, atMs, isDated]),
  };
}

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Creates a function that finds whole words, or sequences such as `linea airdrop`, in a text in any case. `linea` does not
 * match `linear`.
 *
 * @param words - none: every text matches.
 */
export function matcherOf(words: readonly string[]): (text: string) => boolean {
  if (words.length === 0) return () => true;
  const patterns = words.map((word) => comparable(word).trim().split(/\s+/u).map(escaped).join('\\s+'));
  const wholeWord = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(?:${patterns.join('|')})(?![\\p{L}\\p{M}\\p{N}_])`, 'u');
  return (text) => wholeWord.test(comparable(text));
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
