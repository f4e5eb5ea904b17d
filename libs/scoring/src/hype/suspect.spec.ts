import { type HypeInput, scoreHype } from '../index';
import { AT_MS, fresh, HOUR_MS, pastFor } from './testing';

const QUIET = pastFor(10, 0);
const jump = fresh(500, QUIET);
const hoursAgo = (hours: number, value: number) => ({ value, observedAtMs: AT_MS - hours * HOUR_MS });

const score = (signals: HypeInput['signals']) => scoreHype({ atMs: AT_MS, signals });
const redditIn = (signals: HypeInput['signals']) => score(signals).signals.find(({ id }) => id === 'reddit_authors')!;

describe('a jump of a single source', () => {
  it('is published, but its weight goes to the prior', () => {
    const { signals, ...rest } = score({ reddit_authors: jump });
    const reddit = signals.find(({ id }) => id === 'reddit_authors')!;
    expect(reddit).toMatchObject({ status: 'suspect', value: 500, weight: 0, contribution: 0, freshness: 1 });
    expect(reddit.z).toBeGreaterThan(6);
    expect(rest).toMatchObject({ exact: 25, confidence: 0, prior: 25 });
  });

  it('does not change the weights of the others', () => {
    const weightOf = (reddit: typeof jump) =>
      score({ reddit_authors: reddit, tvl_usd: fresh(1e6) }).signals.find(({ id }) => id === 'tvl_usd')!.weight;
    expect(weightOf(jump)).toBe(weightOf(fresh(10, QUIET)));
  });

  it('counts when another source rises with it', () => {
    const rising = (z: number) => ({ reddit_authors: jump, news_articles: fresh(6, pastFor(6, z)) });
    expect(redditIn(rising(1.99)).status).toBe('suspect');
    expect(redditIn(rising(2.01)).status).toBe('ok');
  });

  // A reading that counts as missing does not confirm a jump.
  it('is not confirmed by a reading that is too old to count', () => {
    const news = { ...fresh(6, pastFor(6, 4)), observedAtMs: AT_MS - 1_000 * HOUR_MS };
    expect(redditIn({ reddit_authors: jump, news_articles: news }).status).toBe('suspect');
  });

  it('requires a z above 6', () => {
    expect(redditIn({ reddit_authors: fresh(500, pastFor(500, 5.99)) }).status).toBe('ok');
    expect(redditIn({ reddit_authors: fresh(500, pastFor(500, 6.01)) }).status).toBe('suspect');
  });

  describe('is suspect for a day', () => {
    // Hourly readings: quiet, then a jump that lasts.
    const jumpedFor = (hours: number) => [
      ...Array.from({ length: hours }, (_, hour) => hoursAgo(hour + 1, 500)),
      hoursAgo(hours + 1, 10),
    ];

    it('and counts if it lasts for 24 hours', () => {
      expect(redditIn({ reddit_authors: { ...jump, earlier: jumpedFor(23) } }).status).toBe('suspect');
      expect(redditIn({ reddit_authors: { ...jump, earlier: jumpedFor(24) } }).status).toBe('ok');
    });

    it('from its latest start: a reading without the jump ends it', () => {
      const earlier = [...jumpedFor(3), hoursAgo(30, 500)];
      expect(redditIn({ reddit_authors: { ...jump, earlier } }).status).toBe('suspect');
    });

    it('for any order of the readings', () => {
      const earlier = jumpedFor(24);
      expect(redditIn({ reddit_authors: { ...jump, earlier: earlier.toReversed() } })).toEqual(
        redditIn({ reddit_authors: { ...jump, earlier } }),
      );
    });
  });
});
