import { z } from 'zod';
import type { SourceHttp, Validators } from '../http/source-http';
import { type Connector, type Json, SourceError, SourceQueryError } from '../port';
import { type Article, articlesOf } from './feed';
import { countArticles, type SeenArticle, webUrl, withShown } from './seen-articles';

/** Feeds, and the words of which an article has to name one; without any all articles count. */
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
const stated = z.union([
  feeds.transform((all) => ({ feeds: all, words: [] })),
  z.strictObject({ feeds, words: z.array(word).min(1).max(WORDS_MAX) }),
]);

const remembered = z.object({
  validators: z.record(z.string(), z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() })),
  seen: z.array(z.tuple([z.string(), z.string(), z.number(), z.boolean()])),
});
type Memory = { readonly validators: ReadonlyMap<string, Validators>; readonly seen: readonly SeenArticle[] };

/**
 * Articles of the last 72 hours (`news_articles`), one of each publisher and day, from RSS and Atom feeds.
 *
 * A feed that fails among several costs what it alone would have added: the others count, and so does what it showed
 * before. Only when none answers there is no figure.
 */
export function rssConnector(): Connector<RssQuery> {
  return {
    id: 'rss',
    limits: {
      intervalMs: 30 * 60_000,
      pollTimeoutMs: 30_000,
      concurrency: 8,
      requestsPerMinute: 300,
      requestBurst: 50,
    },
    parseQuery,
    async collect({ query, memory, http, nowMs }) {
      const last = recall(memory);
      const read = await readFeeds(http, query.feeds, last.validators);
      const named = namesOneOf(query.words);
      const seen = withShown(
        last.seen,
        {
          articles: read.flatMap(({ articles }) => articles ?? []).filter(({ text }) => named(text)),
          isWhole: read.every(({ articles }) => articles !== null),
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

function parseQuery(value: unknown): RssQuery {
  const parsed = stated.safeParse(value);
  if (!parsed.success) {
    throw new SourceQueryError(
      `must be the address of a feed, a list of up to ${FEEDS_MAX}, or { feeds: […], words: [linea, "linea airdrop"] } ` +
        `with up to ${WORDS_MAX} words`,
    );
  }
  return { feeds: [...new Set(parsed.data.feeds)], words: parsed.data.words };
}

/** What a feed said in this poll. */
interface ReadFeed {
  readonly url: string;
  readonly validators: Validators | null;
  /** Null where nothing changed since the last poll, or the feed failed. */
  readonly articles: readonly Article[] | null;
}

/** @throws {SourceError} of the first feed, when all fail. */
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
  const answer = await http.text(url, { headers: { accept }, validators });
  if (answer.kind === 'not_modified') return { url, validators, articles: null };
  return { url, validators: answer.validators, articles: articlesOf(answer.body, url) };
}

function recall(memory: Json | null): Memory {
  const { data } = remembered.safeParse(memory);
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

/** Tells whether a text names one of some words. */
export type NamesWord = (text: string) => boolean;

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Looks for whole words, or several in a row as in `linea airdrop`, in any case. `linea` is not named by `linear`.
 *
 * @param words - none means that every text will do.
 */
export function namesOneOf(words: readonly string[]): NamesWord {
  if (words.length === 0) return () => true;
  const patterns = words.map((word) => comparable(word).trim().split(/\s+/u).map(escaped).join('\\s+'));
  const wholeWord = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(?:${patterns.join('|')})(?![\\p{L}\\p{M}\\p{N}_])`, 'u');
  return (text) => wholeWord.test(comparable(text));
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
