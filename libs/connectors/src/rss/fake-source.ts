import { createHash } from 'node:crypto';
import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** Article of a fake feed. */
export interface FakeArticle {
  url: string;
  title: string;
  summary?: string;
  /** Milliseconds since the epoch; null for none in the feed. */
  atMs: number | null;
  /** URL of the publisher, in feeds of aggregators. */
  sourceUrl?: string;
}

/** Feeds by their path, such as `/feed.xml`. */
export interface RssFixture {
  feeds: Map<string, { format: 'rss' | 'atom'; articles: FakeArticle[] }>;
}

/** Fake sites of publishers. */
export function fakeRss(fixture: RssFixture): FakeHandler {
  return ({ headers: asked, url }: FakeRequest): Reply | null => {
    const feed = fixture.feeds.get(url.pathname);
    if (feed === undefined) return null;
    const body = feed.format === 'rss' ? rssOf(feed.articles) : atomOf(feed.articles);
    const etag = `"${createHash('sha1').update(body).digest('hex')}"`;
    if (asked['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' };
    return { headers: { etag, 'content-type': `application/${feed.format}+xml; charset=utf-8` }, body };
  };
}

function rssOf(articles: readonly FakeArticle[]): string {
  const items = articles.map(
    ({ url, title, summary = '', atMs, sourceUrl }) => `<item><title>${escaped(title)}</title>
<link>${escaped(url)}</link><guid isPermaLink="false">${escaped(url)}</guid>
<description>${escaped(summary)}</description>${
      atMs === null ? '' : `<pubDate>${new Date(atMs).toUTCString()}</pubDate>`
    }${sourceUrl === undefined ? '' : `<source url="${escaped(sourceUrl)}">Publisher</source>`}</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>News</title><link>https://news.test/</link><description>All</description>
${items.join('\n')}</channel></rss>`;
}

function atomOf(articles: readonly FakeArticle[]): string {
  const entries = articles.map(
    ({ url, title, summary = '', atMs }) => `<entry><title>${escaped(title)}</title><id>${escaped(url)}</id>
<link rel="alternate" href="${escaped(url)}"/><summary type="html">${escaped(summary)}</summary>${
      atMs === null ? '' : `<published>${new Date(atMs).toISOString()}</published>`
    }</entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>https://news.test/</id>
${entries.join('\n')}</feed>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
