import fc from 'fast-check';
import { badge, histogram, pictureFile, rangeBar, sparkline, stackedSeries, statusTimeline } from './index';
import { anySize, anyText, parseXml, strayCoordinates } from './testing';

const amount = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 1e15, noNaN: true }),
  fc.double({ min: 0, max: 10, noNaN: true }),
);
const anyNumber = fc.oneof(fc.double(), fc.double({ min: 0, max: 100, noNaN: true }), fc.constant(null));
const instant = fc.integer({ min: Date.UTC(2000), max: Date.UTC(2100) });
const ids = ['prior', 'tvl_usd', 'news_articles'];

const bins = fc
  .array(fc.record({ from: amount, width: amount, share: fc.double({ min: 0, max: 1, noNaN: true }) }))
  .map((all) => all.map(({ from, width, share }) => ({ from, to: from + width, share })));
const points = fc
  .array(fc.record({ total: anyNumber, parts: fc.dictionary(fc.constantFrom(...ids), fc.double()) }))
  .map((all) => all.map((point, index) => ({ ...point, atMs: Date.UTC(2026) + index * 3_600_000 })));
const events = fc.array(
  fc.record({ label: anyText, type: anyText, startsAtMs: instant, lengthMs: fc.option(fc.nat(1e11)) }),
);

/** Every kind of picture of any data. */
const anyPicture = fc.oneof(
  fc.tuple(fc.array(anyNumber), anySize).map(([values, size]) => sparkline(values, size)),
  fc.tuple(fc.array(anyNumber), anySize).map(([values, size]) => sparkline(values, { ...size, domain: [0, 100] })),
  fc
    .tuple(points, anyText, anySize)
    .map(([all, label, size]) => stackedSeries({ points: all, parts: ids.map((id) => ({ id, label })) }, size)),
  fc.tuple(amount, amount, amount, anySize).map(([a, b, c, size]) => {
    const [p10 = 0, p50 = 0, p90 = 0] = [a, b, c].sort((x, y) => x - y);
    return rangeBar({ p10, p50, p90 }, size);
  }),
  fc.tuple(bins, anyText, anySize).map(([all, unit, size]) => histogram(all, { ...size, unit })),
  fc.tuple(events, instant, anySize).map(([all, nowMs, size]) =>
    statusTimeline(
      {
        nowMs,
        events: all.map(({ lengthMs, ...event }) => ({
          ...event,
          endsAtMs: lengthMs === null ? null : event.startsAtMs + lengthMs,
        })),
      },
      size,
    ),
  ),
  fc.tuple(anyText, anyText).map(([label, value]) => badge({ label, value, tone: 'accent' })),
);

describe('a picture of any data', () => {
  it('is well-formed XML, alone and as a file', () => {
    fc.assert(
      fc.property(anyPicture, (picture) => {
        const [root] = parseXml(picture);
        expect(root).toMatchObject({ name: 'svg', attributes: { xmlns: 'http://www.w3.org/2000/svg', role: 'img' } });
        expect(parseXml(pictureFile(picture).replace(/<style>.*<\/style>/, ''))).toEqual(parseXml(picture));
      }),
    );
  });

  it('has finite coordinates within its view box', () => {
    fc.assert(fc.property(anyPicture, (picture) => expect(strayCoordinates(picture)).toEqual([])));
  });

  // Inline styles would be blocked by the policy of the pages, and ids would collide with those of a second picture.
  it('has no style, no script, no id, no address and no foreign content', () => {
    fc.assert(
      fc.property(anyPicture, (picture) => {
        const tags = parseXml(picture);
        const names = new Set(tags.map(({ name }) => name));
        expect(
          [...names].filter((name) => !['svg', 'title', 'g', 'path', 'rect', 'circle', 'text'].includes(name)),
        ).toEqual([]);
        const attributes = new Set(tags.flatMap((tag) => Object.keys(tag.attributes)));
        expect([...attributes].filter((name) => /^(style|id|href|xlink|on)/.test(name))).toEqual([]);
      }),
    );
  });

  it('begins with its title, without bidirectional controls', () => {
    const picture = sparkline([1], { widthPx: 100, heightPx: 20, title: '<script>"&\u202e\u0000\ud800' });
    expect(picture).toContain('<title>&lt;script&gt;&quot;&amp;\ufffd\ufffd</title>');
    expect(parseXml(picture).map(({ name }) => name)).toEqual(['svg', 'title', 'path', 'circle']);
  });
});
