import { createHash } from 'node:crypto';
import { parseUrl } from '@droptrack/resilience';
import type { Article } from './feed';

/** Stored article. URL and publisher are hashes, because they are only compared. */
export interface SeenArticle {
  readonly urlHash: string;
  readonly publisherHash: string;
  /** Instant of publication, or of the first poll that read it if unknown; milliseconds since the epoch. */
  readonly atMs: number;
  /** True if `atMs` is the date in the feed. */
  readonly isDated: boolean;
}

/** Articles in the feeds of one poll. */
export interface FeedArticles {
  readonly articles: readonly Article[];
  /** True if every feed was read: only then is a missing article known to be gone from its feed. */
  readonly isComplete: boolean;
}

const DAY_MS = 86_400_000;
const WINDOW_MS = 3 * DAY_MS;
/** Ten feeds of 200 articles each. */
const SEEN_MAX = 2_000;

/**
 * Adds the articles of a poll to the stored ones, and removes those that no longer count.
 *
 * Feeds contain only their newest articles, so an article is stored until it is 72 hours old. An article without a date, or
 * with a future date, is dated by the first poll that read it, and stored while a feed contains it, as it would otherwise
 * count again as new. The earlier of two dates of an article counts, so that changing the date of an old one has no
 * effect.
 */
export function withArticles(
  seen: readonly SeenArticle[],
  current: FeedArticles,
  nowMs: number,
): readonly SeenArticle[] {
  const articles = new Map(seen.map((article) => [article.urlHash, article]));
  const present = new Set<string>();
  for (const { url, publisher, publishedAtMs } of current.articles) {
    const urlHash = hashed(url);
    present.add(urlHash);
    const isDated = publishedAtMs !== null && publishedAtMs <= nowMs;
    const atMs = isDated ? publishedAtMs : nowMs;
    const before = articles.get(urlHash);
    if (before !== undefined && before.atMs <= atMs) continue;
    articles.set(urlHash, { urlHash, publisherHash: before?.publisherHash ?? hashed(publisher), atMs, isDated });
  }
  const counts = ({ atMs }: SeenArticle) => atMs > nowMs - WINDOW_MS;
  const mayBePresent = ({ urlHash, isDated }: SeenArticle) => !isDated && (present.has(urlHash) || !current.isComplete);
  return [...articles.values()]
    .filter((article) => counts(article) || mayBePresent(article))
    .sort((one, other) => other.atMs - one.atMs)
    .slice(0, SEEN_MAX);
}

/** Number of articles of the last 72 hours, one per publisher and UTC day (docs/scoring.md#signals). */
export function countArticles(seen: readonly SeenArticle[], nowMs: number): number {
  const recent = seen.filter(({ atMs }) => atMs > nowMs - WINDOW_MS);
  return new Set(recent.map(({ publisherHash, atMs }) => `${publisherHash} ${Math.floor(atMs / DAY_MS)}`)).size;
}

/** 66 bits, enough to distinguish some thousand articles in little space. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 11);

/** Tracking parameters, which do not identify the page. */
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
/** Longest URL of an article. */
const LENGTH_MAX = 2_000;

/**
 * Canonical URL, equal for all URLs of a page: `https`, host without `www.`, no fragment, no tracking parameters, the
 * others sorted, no trailing slash.
 *
 * @returns null for any text but an http or https URL.
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
 * Publisher of a URL: its host without `www.`, with its port unless it is the default. Every host is a publisher of its
 * own, because without a list of registries `blog.example.co.uk` cannot be attributed to `example.co.uk`.
 */
export function publisherOf(url: URL): string {
  return url.host.replace(/^www\d?\.(?=[^.]+\.)/, '').replace(/\.(?=$|:)/, '');
}

/** Parses an http or https URL; null for any other text. Its host is in lower case. */
export function webUrl(address: string): URL | null {
  const url = address.length > LENGTH_MAX ? null : parseUrl(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : null;
}

/** True for a tracking parameter. `source` is a common name, so only the values in Medium's feeds count. */
function isTracking(name: string, value: string): boolean {
  return name.startsWith('utm_') || TRACKING.has(name) || (name === 'source' && value.startsWith('rss'));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
