import { Element } from '@rowanmanning/feed-parser/lib/xml/element';
import { SourceError } from '@droptrack/sources';
import { articlesOf } from './feed';

const feedUrl = 'https://news.test/feed.xml';
const rss = (items: string) => `<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
const item = (link: string, more = '') => `<item><title>T</title><link>${link}</link>${more}</item>`;
const kindOf = (xml: string): string => {
  try {
    articlesOf(xml, feedUrl);
    return 'none';
  } catch (error) {
    return error instanceof SourceError ? error.kind : 'no source error';
  }
};

describe('articlesOf', () => {
  const at = Date.UTC(2026, 7, 1, 10);
  const article = { url: 'https://news.test/1', publisher: 'news.test', text: 'Linea & co opens', publishedAtMs: at };

  it.each([
    [
      'RSS 2.0',
      rss(`<item><title>Linea &amp;amp; co</title><link>http://www.news.test/1?utm_source=rss</link>
        <description><![CDATA[<p class="linear">opens</p>]]></description>
        <pubDate>Sat, 01 Aug 2026 12:00:00 +0200</pubDate></item>`),
    ],
    [
      'RSS 2.0 whose guid is the address',
      rss(`<item><title>Linea &amp; co</title><guid>https://news.test/1</guid><description>opens</description>
        <pubDate>Sat, 01 Aug 2026 10:00 GMT</pubDate></item>`),
    ],
    [
      'RSS 0.91',
      `<rss version="0.91"><channel><title>T</title><link>https://news.test</link><item><title>Linea &amp; co</title>
        <link>/1</link><description>opens</description><pubDate>Sat, 01 Aug 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
    ],
    [
      'RSS 1.0',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://news.test"><title>T</title></channel>
        <item rdf:about="https://news.test/1"><title>Linea &amp; co</title><link>https://news.test/1</link>
        <description>opens</description><dc:date>2026-08-01T10:00:00Z</dc:date></item></rdf:RDF>`,
    ],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>Linea &amp; co</title><id>tag:1</id>
        <link rel="edit" href="https://news.test/edit/1"/><link rel="alternate" href="https://news.test/1"/>
        <summary type="html">&lt;b&gt;opens&lt;/b&gt;</summary><published>2026-08-01T10:00:00Z</published>
        <updated>2026-08-02T10:00:00Z</updated></entry></feed>`,
    ],
  ])('reads %s', (_, xml) => {
    const [read] = articlesOf(xml, feedUrl);
    expect({ ...read, text: read?.text.replace(/\s+/g, ' ').trim() }).toEqual(article);
  });

  // Sites that are built without their own address state it nowhere in the feed.
  it.each([
    ['a permalink', '<guid isPermaLink="true">/blog/1</guid>'],
    ['a guid that is a path', '<guid>/blog/1</guid>'],
    ['a link', '<link>1</link>'],
    ['an Atom link', '<a10:link href="/blog/1"/>'],
    ['an Atom link among others', '<a10:link rel="edit" href="/e"/><a10:link rel="alternate" href="1"/>'],
  ])('resolves %s that is relative against the channel', (_, address) => {
    const xml = (channel: string) =>
      `<rss version="2.0" xmlns:a10="http://www.w3.org/2005/Atom"><channel>${channel}<item><title>T</title>${address}</item></channel></rss>`;
    const urls = (channel: string) => articlesOf(xml(channel), 'https://news.test/blog/feed.xml').map(({ url }) => url);
    expect(urls('<title>T</title><link>/blog/</link>')).toEqual(['https://news.test/blog/1']);
    expect(urls('<title>T</title>')).toEqual(['https://news.test/blog/1']);
    expect(urls('<link>https://paper.test/blog/</link>')).toEqual(['https://paper.test/blog/1']);
  });

  it('takes no id for the address of a page', () => {
    const ids =
      item('https://news.test/1') + '<item><guid>12345</guid></item><item><guid isPermaLink="false">/2</guid></item>';
    expect(articlesOf(rss(ids), feedUrl).map(({ url }) => url)).toEqual(['https://news.test/1']);
  });

  it('counts each article of Google Alerts for its own publisher', () => {
    const entry = (url: string) =>
      `<entry><title type="html">A &lt;b&gt;token&lt;/b&gt;</title><id>tag:google.com,2013:googlealerts/feed:1</id>
        <link href="https://www.google.com/url?rct=j&amp;sa=t&amp;url=${url}&amp;ct=ga&amp;cd=X&amp;usg=Y"/></entry>`;
    const alerts = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://www.google.com/alerts/feeds/1/2" rel="self"/>
      ${entry('https://www.one.test/a')}${entry('https://two.test/b')}</feed>`;
    expect(articlesOf(alerts, 'https://www.google.com/alerts/feeds/1/2')).toMatchObject([
      { url: 'https://one.test/a', publisher: 'one.test' },
      { url: 'https://two.test/b', publisher: 'two.test' },
    ]);
  });

  // Otherwise a feed of another shape would count 0 articles forever.
  it('fails if no item of the feed has the address of a page', () => {
    expect(kindOf(rss('<item><title>No link</title></item><item><guid>12345</guid></item>'))).toBe('wrong_shape');
    expect(articlesOf(rss(''), feedUrl)).toEqual([]);
  });

  it('returns no date when the feed has none, or an invalid one', () => {
    const undated = articlesOf(
      rss(item('https://news.test/1') + item('https://news.test/2', '<pubDate>soon</pubDate>')),
      feedUrl,
    );
    expect(undated.map(({ publishedAtMs }) => publishedAtMs)).toEqual([null, null]);
  });

  it('skips items without a link to a page', () => {
    const odd = rss(item('mailto:ann@news.test') + '<item><title>No link</title></item>' + item('https://news.test/1'));
    expect(articlesOf(odd, feedUrl).map(({ url }) => url)).toEqual(['https://news.test/1']);
  });

  // Google News links to itself: without `source`, all its articles would have one publisher.
  it('takes the publisher from the source element in feeds that link to themselves', () => {
    const source = '<source url="https://www.paper.test">The Paper</source>';
    const [aggregated] = articlesOf(rss(item('https://news.test/r/1', source)), feedUrl);
    const [elsewhere] = articlesOf(rss(item('https://blog.test/1', source)), feedUrl);
    expect([aggregated?.publisher, elsewhere?.publisher]).toEqual(['paper.test', 'blog.test']);
  });

  it('reads the first 200 articles', () => {
    const many = rss(Array.from({ length: 300 }, (_, i) => item(`/${i}`)).join(''));
    expect(articlesOf(many, feedUrl)).toHaveLength(200);
  });

  // Markup in CDATA is cheap to parse, so feeds may contain whole articles.
  it('reads megabytes of whole articles', () => {
    const html = '<p>a&amp;b</p>'.repeat(2_000);
    const escaped = html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const full = Array.from({ length: 30 }, (_, i) =>
      item(`https://news.test/${i}`, `<description>${i % 2 ? escaped : `<![CDATA[${html}]]>`}</description>`),
    );
    expect(articlesOf(rss(full.join('')), feedUrl)).toHaveLength(30);
  });
});

describe('articlesOf with a hostile feed', () => {
  afterEach(() => jest.restoreAllMocks());

  const entities = (declared: string, used: string) =>
    `<!DOCTYPE rss [${declared}]>${rss(`<item><title>${used}</title><link>https://news.test/1</link></item>`)}`;

  it('does not expand nested entities', () => {
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
    const [read] = articlesOf(entities(`<!ENTITY l0 "lol">${laughs}`, '&l9;'), feedUrl);
    expect(read?.text.length).toBeLessThan(100);
  });

  it.each([
    [
      'one long entity used again and again',
      'wrong_shape',
      entities(`<!ENTITY l "${'x'.repeat(9_000)}">`, '&l;'.repeat(1_000)),
    ],
    ['elements that never end', 'wrong_shape', rss('<a>'.repeat(50_000))],
    ['nothing but brackets', 'too_large', '<'.repeat(4_000_000)],
    ['CDATA that never ends', 'wrong_shape', rss('<![CDATA['.repeat(400_000))],
    ['half a million empty items', 'too_large', rss('<item/>'.repeat(500_000))],
    ['an HTML page', 'wrong_shape', '<!doctype html><html><body><p>Not found</p></body></html>'],
    ['JSON', 'wrong_shape', '{"items":[]}'],
    ['nothing', 'wrong_shape', ''],
  ])('rejects %s', (_, kind, xml) => expect(kindOf(xml)).toBe(kind));

  // The parser would walk all siblings again for each article, which takes minutes in a crafted feed.
  it('walks the siblings of the articles a few times, not once per article', () => {
    const made = jest.spyOn(Element as unknown as { create: () => Element }, 'create');
    const attributes = jest.spyOn(Element.prototype, 'attributes', 'get');
    const articles = Array.from({ length: 200 }, (_, i) => item(`/${i}`)).join('');
    expect(articlesOf(rss(`${'<b/>'.repeat(2_000)}${articles}`), feedUrl)).toHaveLength(200);
    expect(made.mock.calls.length).toBeLessThan(30_000);
    expect(attributes.mock.contexts.filter(({ name }) => name === 'rss').length).toBeLessThan(10);
  });
});
