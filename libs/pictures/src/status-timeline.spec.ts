import { statusTimeline } from './status-timeline';
import { parseXml } from './testing';

const DAY_MS = 86_400_000;
const nowMs = Date.UTC(2026, 7, 22);
const size = { widthPx: 400, heightPx: 100, title: 'Events' };
const event = (label: string, days: number, lengthDays: number | null = null) => ({
  label,
  type: 'claim',
  startsAtMs: nowMs + days * DAY_MS,
  endsAtMs: lengthDays === null ? null : nowMs + (days + lengthDays) * DAY_MS,
});
const pictureOf = (...events: ReturnType<typeof event>[]) => statusTimeline({ events, nowMs }, size);
const nowX = (picture: string): number => Number(/class="now" d="M([\d.]+)/.exec(picture)?.[1]);
const pointsOf = (picture: string): number[] =>
  parseXml(picture).flatMap(({ attributes: { cx } }) => (cx === undefined ? [] : [Number(cx)]));

describe('statusTimeline', () => {
  it('has points and spans in their order, before and after now', () => {
    const picture = pictureOf(event('Snapshot', -30), event('Claim window', -2, 9), event('Unlock', 30));
    expect(picture.match(/class="event [a-z]+/g)).toEqual([
      'class="event over',
      'class="event current',
      'class="event next',
    ]);
    const [before = NaN, after = NaN] = pointsOf(picture);
    expect(before).toBeLessThan(nowX(picture));
    expect(after).toBeGreaterThan(nowX(picture));
    expect(picture).toContain('<title>Claim window (claim): Aug 20, 2026 to Aug 29, 2026</title>');
  });

  // A linear axis would leave one pixel for the next week.
  it('keeps the next days apart from now although an event is five years away', () => {
    const picture = pictureOf(event('TGE', 7), event('Last unlock', 5 * 365));
    const [soon = NaN] = pointsOf(picture);
    expect(soon - nowX(picture)).toBeGreaterThan(40);
  });

  it('has its labels within the picture: on the side with more room, shortened if need be', () => {
    const picture = pictureOf(event('x'.repeat(200), -30), event('y'.repeat(200), 30));
    expect(picture).toMatch(/<text x="[\d.]+" y="[\d.]+">x+…<\/text>/);
    expect(picture).toMatch(/text-anchor="end">y+…<\/text>/);
  });

  it('marks now without events', () => {
    expect(pictureOf()).toContain('>now</text>');
  });
});
