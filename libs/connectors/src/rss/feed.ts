import { parseUrl } from '@droptrack/resilience';
import { parseFeed } from '@rowanmanning/feed-parser';
import { SourceError } from '@droptrack/sources';
import { articleUrl } from './redirect-links';
import { canonicalUrl, publisherOf, webUrl } from './seen-articles';

/** Article of a feed. */
export interface Article {
  /** Canonical, equal for all URLs of the page. */
  readonly url: string;
  readonly publisher: string;
  /** Title and summary, without markup. */
  readonly text: string;
  /** Milliseconds since the epoch; null without a date. */
  readonly publishedAtMs: number | null;
}

type Item = ReturnType<typeof parseFeed>['items'][number];

/** Articles per feed, the first and newest ones. Most feeds have ten to a hundred. */
const ARTICLES_MAX = 200;
/** An element costs the parser about 200 bytes and 2 µs, however short it is. */
const ELEMENTS_MAX = 100_000;
const TEXT_CHARACTERS_MAX = 10_000;
/** Start of the last closing tag, which a comment may follow. */
const endOfFeed = /^<\/(?:[\w-]+:)?(?:rss|feed|rdf)\s*>/i;

/**
 * Articles of an RSS (0.9x, 1.0, 2.0) or Atom feed, without items that have no URL of a page. Relative URLs are resolved
 * against the channel.
 *
 * The parser does not expand nested entities, and limits the size of the others to 100 000 characters and the depth of
 * elements to 100; a feed beyond these limits is invalid.
 *
 * @param feedUrl - requested URL of the feed.
 * @throws {SourceError} `wrong_shape` for an invalid feed, and for one with items of which none has a URL, `too_large` for
 *   too many elements.
 */
export function articlesOf(xml: string, feedUrl: string): readonly Article[] {
  if (hasMoreElements(xml, ELEMENTS_MAX)) throw new SourceError('too_large', 'RSS: too many elements');
  const { items, channelUrl } = itemsOf(xml, feedUrl);
  const articles = items.flatMap((item) => articleOf(item, { feedUrl, channelUrl }) ?? []);
  if (articles.length === 0 && items.length > 0) {
    // As an empty feed, its articles would be lost unnoticed.
    throw new SourceError('wrong_shape', `RSS: none of the ${items.length} items has the address of a page`);
  }
  return articles;
}

/** URLs that the links of a feed are resolved against and compared with. */
interface FeedUrls {
  /** As requested. */
  readonly feedUrl: string;
  /** Declared by the feed; that of the feed without one. */
  readonly channelUrl: string;
}

function itemsOf(xml: string, feedUrl: string): { readonly items: readonly Item[]; readonly channelUrl: string } {
  // The parser accepts a truncated feed, whose missing articles would go unnoticed.
  if (!endOfFeed.test(xml.slice(xml.lastIndexOf('</'))))
    throw new SourceError('wrong_shape', 'RSS: the feed is truncated');
  try {
    const feed = parseFeed(xml);
    const items = feed.items.slice(0, ARTICLES_MAX);
    // The URL of each item is resolved against the URL of the feed, which visits all items, and the base URLs of the
    // enclosing elements, which reads all their attributes. A malicious feed could make that take minutes.
    memoize(feed, 'url');
    for (const parent of new Set(items.flatMap(({ element }) => element.parent ?? []))) memoize(parent, 'baseUrl');
    return { items, channelUrl: resolved(feed.url ?? '', feedUrl) ?? feedUrl };
  } catch (cause) {
    throw new SourceError('wrong_shape', 'RSS: not a feed', null, { cause });
  }
}

/** Replaces a computed property by its current value. */
function memoize<Name extends string>(from: { readonly [name in Name]: unknown }, name: Name): void {
  Object.defineProperty(from, name, { value: from[name] });
}

function articleOf(item: Item, urls: FeedUrls): Article | null {
  const link = webUrl(linkOf(item, urls) ?? '');
  if (link === null) return null;
  const at = articleUrl(link);
  const url = canonicalUrl(at.href);
  if (url === null) return null;
  return {
    url,
    publisher: publisherIn(item, at, urls.feedUrl),
    text: `${plain(item.title)} ${plain(item.description)}`,
    publishedAtMs: (item.published ?? item.updated)?.getTime() ?? null,
  };
}

/**
 * URL of an item: its link, also an Atom link within RSS (`a10:link`), which has an attribute instead of a text. Without one
 * its guid, which is the URL of the article in RSS 2.0 by default.
 */
function linkOf({ id, url, element }: Item, { channelUrl }: FeedUrls): string | null {
  if (url !== null) return resolved(url, channelUrl);
  const atomLink = element
    .findElementsWithName('link')
    .find((link) => [null, 'alternate'].includes(link.getAttribute('rel')) && link.getAttribute('href'));
  const href = atomLink?.getAttributeAsUrl('href');
  if (href) return resolved(href, channelUrl);
  const permalink = element.findElementWithName('guid')?.getAttribute('ispermalink') ?? null;
  // An id is a relative URL only where it says so, or looks like one.
  const isRelative = permalink === 'true' || (permalink === null && (id ?? '').startsWith('/'));
  return id !== null && isRelative ? resolved(id, channelUrl) : id;
}

const resolved = (url: string, base: string): string | null => parseUrl(url, base)?.href ?? null;

/**
 * Publisher of an item: the host of its URL. Aggregators such as Google News link through themselves, and name the publisher
 * in the RSS element `source`.
 */
function publisherIn(item: Item, at: URL, feedUrl: string): string {
  const own = publisherOf(at);
  if (own !== publisherOf(new URL(feedUrl))) return own;
  const source = webUrl(item.element.findElementWithName('source')?.getAttribute('url') ?? '');
  return source === null ? own : publisherOf(source);
}

const plain = (text: string | null): string => (text ?? '').slice(0, TEXT_CHARACTERS_MAX).replace(/<[^<>]*>/g, ' ');

/** True for more elements than `max`, as the parser counts them, without markup in CDATA. */
function hasMoreElements(xml: string, max: number): boolean {
  let elements = 0;
  for (let at = xml.indexOf('<'); at !== -1 && elements <= max; at = xml.indexOf('<', at + 1)) {
    const end = xml.startsWith('<![CDATA[', at) ? xml.indexOf(']]>', at) : at;
    // The parser rejects a section without an end.
    if (end === -1) break;
    if (end === at && xml[at + 1] !== '/') elements += 1;
    at = end;
  }
  return elements > max;
}
