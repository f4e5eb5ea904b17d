import { parseFeed } from '@rowanmanning/feed-parser';
import { SourceError } from '../port';
import { canonicalUrl, publisherOf, webUrl } from './seen-articles';

/** An article as a feed shows it. */
export interface Article {
  /** Canonical: the same for all addresses of the same page. */
  readonly url: string;
  readonly publisher: string;
  /** Title and summary, without markup. */
  readonly text: string;
  /** Milliseconds since the epoch; null where the feed does not say. */
  readonly publishedAtMs: number | null;
}

type Item = ReturnType<typeof parseFeed>['items'][number];

/** Feeds show some ten to a hundred articles; of more than this the newest count, which stand first. */
const ARTICLES_MAX = 200;
/** Elements cost the parser some 200 bytes and 2 µs each, however short they are. */
const ELEMENTS_MAX = 100_000;
const TEXT_CHARACTERS_MAX = 10_000;
/** How the last closing tag begins; there may be a comment behind it. */
const endOfFeed = /^<\/(?:[\w-]+:)?(?:rss|feed|rdf)\s*>/i;

/**
 * The articles of an RSS (0.9x, 1.0, 2.0) or Atom feed. Items that name no address of a page are left out.
 *
 * The parser leaves entities that name other entities alone, and bounds what the others grow to (100 000 characters)
 * and how deep elements are (100): a feed beyond that is broken.
 *
 * @param feedUrl - where the feed was asked for.
 * @throws {SourceError} `wrong_shape` for what is no feed, `too_large` for more elements than any honest feed has.
 */
export function articlesOf(xml: string, feedUrl: string): readonly Article[] {
  if (hasMoreElements(xml, ELEMENTS_MAX)) throw new SourceError('too_large', 'RSS: too many elements');
  return itemsOf(xml).flatMap((item) => articleOf(item, feedUrl) ?? []);
}

function itemsOf(xml: string): readonly Item[] {
  // The parser reads what there is of a feed that was cut off: the articles behind the cut would be missed quietly.
  if (!endOfFeed.test(xml.slice(xml.lastIndexOf('</')))) throw new SourceError('wrong_shape', 'RSS: not a whole feed');
  try {
    const feed = parseFeed(xml);
    const items = feed.items.slice(0, ARTICLES_MAX);
    // Each item's address asks for the feed's, which walks through all items, and for the base address of the elements
    // around, which reads all their attributes: of a feed made for it that would take minutes.
    readOnce(feed, 'url');
    for (const parent of new Set(items.flatMap(({ element }) => element.parent ?? []))) readOnce(parent, 'baseUrl');
    return items;
  } catch (cause) {
    throw new SourceError('wrong_shape', 'RSS: not a feed', null, { cause });
  }
}

/** The property is from now on what it is now. */
function readOnce<Name extends string>(from: { readonly [name in Name]: unknown }, name: Name): void {
  Object.defineProperty(from, name, { value: from[name] });
}

function articleOf(item: Item, feedUrl: string): Article | null {
  const link = linkOf(item, feedUrl);
  const at = webUrl(link);
  const url = canonicalUrl(link);
  if (at === null || url === null) return null;
  return {
    url,
    publisher: publisherIn(item, at, feedUrl),
    text: `${plain(item.title)} ${plain(item.description)}`,
    publishedAtMs: (item.published ?? item.updated)?.getTime() ?? null,
  };
}

/** The item's link; where it has none the guid, which is the article's address in RSS 2.0 unless it says otherwise. */
function linkOf({ id, url }: Item, feedUrl: string): string {
  if (url === null) return id ?? '';
  return URL.canParse(url, feedUrl) ? new URL(url, feedUrl).href : url;
}

/**
 * Feeds that gather other publishers' articles link through themselves, as Google News does, and name the publisher in
 * RSS's `source`. In all other feeds the article's own address tells.
 */
function publisherIn(item: Item, at: URL, feedUrl: string): string {
  const own = publisherOf(at);
  if (own !== publisherOf(new URL(feedUrl))) return own;
  const source = webUrl(item.element.findElementWithName('source')?.getAttribute('url') ?? '');
  return source === null ? own : publisherOf(source);
}

const plain = (text: string | null): string => (text ?? '').slice(0, TEXT_CHARACTERS_MAX).replace(/<[^<>]*>/g, ' ');

/** Counts what the parser will make elements of, markup in CDATA left out. */
function hasMoreElements(xml: string, max: number): boolean {
  let elements = 0;
  for (let at = xml.indexOf('<'); at !== -1 && elements <= max; at = xml.indexOf('<', at + 1)) {
    const end = xml.startsWith('<![CDATA[', at) ? xml.indexOf(']]>', at) : at;
    // What does not end is the parser's to refuse.
    if (end === -1) break;
    if (end === at && xml[at + 1] !== '/') elements += 1;
    at = end;
  }
  return elements > max;
}
