import { createHash } from 'node:crypto';
import type { Article } from './feed';

/** An article that was seen, small enough to be kept: what is only compared is hashed. */
export interface SeenArticle {
  readonly urlHash: string;
  readonly publisherHash: string;
  /** When it was published, or first seen where that is not known; milliseconds since the epoch. */
  readonly atMs: number;
  /** Whether `atMs` is what the feed says. */
  readonly isDated: boolean;
}

/** What the feeds showed in one poll. */
export interface Shown {
  readonly articles: readonly Article[];
  /** Whether every feed was read anew: only then is an article known to be shown no more that is not among them. */
  readonly isWhole: boolean;
}

const DAY_MS = 86_400_000;
const WINDOW_MS = 3 * DAY_MS;
/** Ten feeds of 200 articles each. */
const SEEN_MAX = 2_000;

/**
 * Adds what feeds show to what was seen before, and forgets what counts no more.
 *
 * Feeds show their newest articles only, so that one seen stays until it is 72 hours old. One without a date, or dated
 * later than now, is dated when it was first seen; it is kept for as long as a feed shows it, as it would seem new
 * again otherwise. Of two dates of the same article the earlier holds: who dates an old article anew gains nothing.
 */
export function withShown(seen: readonly SeenArticle[], shown: Shown, nowMs: number): readonly SeenArticle[] {
  const articles = new Map(seen.map((article) => [article.urlHash, article]));
  const showing = new Set<string>();
  for (const { url, publisher, publishedAtMs } of shown.articles) {
    const urlHash = hashed(url);
    showing.add(urlHash);
    const isDated = publishedAtMs !== null && publishedAtMs <= nowMs;
    const atMs = isDated ? publishedAtMs : nowMs;
    const before = articles.get(urlHash);
    if (before !== undefined && before.atMs <= atMs) continue;
    articles.set(urlHash, { urlHash, publisherHash: before?.publisherHash ?? hashed(publisher), atMs, isDated });
  }
  const counts = ({ atMs }: SeenArticle) => atMs > nowMs - WINDOW_MS;
  const mayBeShown = ({ urlHash, isDated }: SeenArticle) => !isDated && (showing.has(urlHash) || !shown.isWhole);
  return [...articles.values()]
    .filter((article) => counts(article) || mayBeShown(article))
    .sort((one, other) => other.atMs - one.atMs)
    .slice(0, SEEN_MAX);
}

/** How many articles of the last 72 hours count: one of each publisher and UTC day (scoring §1). */
export function countArticles(seen: readonly SeenArticle[], nowMs: number): number {
  const recent = seen.filter(({ atMs }) => atMs > nowMs - WINDOW_MS);
  return new Set(recent.map(({ publisherHash, atMs }) => `${publisherHash} ${Math.floor(atMs / DAY_MS)}`)).size;
}

/** 66 bits: enough to tell some thousand apart, and little to keep. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 11);

/** What shops and newsletters add to an address to see where readers come from; it names no other page. */
const TRACKING = new Set([
  'cmpid',
  'dclid',
  'fbclid',
  'gbraid',
  'gclid',
  'guccounter',
  'igsh',
  'igshid',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'ncid',
  'oly_anon_id',
  'oly_enc_id',
  'ref',
  'ref_src',
  'ref_url',
  'ttclid',
  'twclid',
  'vero_id',
  'wbraid',
  'yclid',
  '_hsenc',
  '_hsmi',
]);
/** Longer addresses are no article's. */
const LENGTH_MAX = 2_000;

/**
 * One text for all addresses of the same page: `https`, the host without `www.`, no fragment, no tracking parameters,
 * the others in order, no slash at the end.
 *
 * @returns null for what is no address of a page on the web.
 */
export function canonicalUrl(address: string): string | null {
  const url = webUrl(address);
  if (url === null) return null;
  const parameters = [...url.searchParams]
    .filter(([name, value]) => !isTracking(name.toLowerCase(), value))
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue));
  const query = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
  return `https://${publisherOf(url)}${url.pathname.replace(/\/+$/, '')}${query}`;
}

/**
 * The publisher of an address: its host without `www.`, with its port where that is not the usual one. Without a list
 * of registries `blog.example.co.uk` cannot be told to be part of `example.co.uk`, so that every host is a publisher
 * of its own.
 */
export function publisherOf(url: URL): string {
  return url.host.replace(/^www\d?\.(?=[^.]+\.)/, '').replace(/\.(?=$|:)/, '');
}

/** An address of a page on the web; null for anything else. Its host is in lower case. */
export function webUrl(address: string): URL | null {
  if (address.length > LENGTH_MAX || !URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : null;
}

/** `source` is a common name: only the values that Medium's feeds give it are known to say nothing. */
function isTracking(name: string, value: string): boolean {
  return name.startsWith('utm_') || TRACKING.has(name) || (name === 'source' && value.startsWith('rss'));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
