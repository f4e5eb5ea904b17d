import type { Article } from './feed';
import { countArticles, type SeenArticle, withArticles } from './seen-articles';

const HOUR_MS = 3_600_000;
const nowMs = Date.UTC(2026, 7, 10, 12);
const hoursAgo = (hours: number) => nowMs - hours * HOUR_MS;
const article = (path: string, publishedAtMs: number | null, publisher = 'news.test'): Article => ({
  url: `https://${publisher}/${path}`,
  publisher,
  text: '',
  publishedAtMs,
});
/** One poll after the other, each with what all feeds showed. */
const after = (...polls: readonly { atMs: number; articles: Article[]; isComplete?: boolean }[]) =>
  polls.reduce<readonly SeenArticle[]>(
    (seen, { atMs, articles, isComplete = true }) => withArticles(seen, { articles, isComplete }, atMs),
    [],
  );
const countNow = (...articles: Article[]) => countArticles(after({ atMs: nowMs, articles }), nowMs);

describe('countArticles', () => {
  it('counts one of each publisher and UTC day', () => {
    const today = [article('1', hoursAgo(1)), article('2', hoursAgo(2)), article('1', hoursAgo(1), 'blog.test')];
    expect(countNow(...today)).toBe(2);
    expect(countNow(...today, article('3', hoursAgo(13)))).toBe(3);
  });

  it('counts 72 hours', () => {
    expect(countNow(article('1', hoursAgo(72) + 1), article('2', hoursAgo(72), 'blog.test'))).toBe(1);
  });
});

describe('withArticles', () => {
  const dayLaterMs = nowMs + 24 * HOUR_MS;

  it('keeps an article that the feed shows no more, until it is too old', () => {
    const seen = after({ atMs: nowMs, articles: [article('1', hoursAgo(1))] }, { atMs: dayLaterMs, articles: [] });
    expect(countArticles(seen, dayLaterMs)).toBe(1);
    expect(withArticles(seen, { articles: [], isComplete: true }, hoursAgo(1) + 72 * HOUR_MS)).toEqual([]);
  });

  it.each([
    ['without a date', null],
    ['from the future', nowMs + 9_999 * HOUR_MS],
  ])('counts an article %s from when it was first seen, and never as new again', (_, publishedAtMs) => {
    const articles = [article('1', publishedAtMs)];
    const lastMs = nowMs + 200 * HOUR_MS;
    const polls = [0, 40, 80, 120, 160].map((hours) => ({ atMs: nowMs + hours * HOUR_MS, articles }));
    expect(countArticles(after(...polls.slice(0, 1)), nowMs)).toBe(1);
    expect(countArticles(after(...polls.slice(0, 2)), nowMs + 71 * HOUR_MS)).toBe(1);
    expect(countArticles(after(...polls, { atMs: lastMs, articles }), lastMs)).toBe(0);
  });

  it('drops an undated article once no feed lists it, unless a feed could not be read', () => {
    const first = { atMs: nowMs, articles: [article('1', null)] };
    const atMs = nowMs + 100 * HOUR_MS;
    expect(after(first, { atMs, articles: [], isComplete: false })).toHaveLength(1);
    expect(after(first, { atMs, articles: [] })).toHaveLength(0);
  });

  it('keeps the earlier of two dates, so that a later date does not count an article again', () => {
    const old = { atMs: nowMs, articles: [article('1', hoursAgo(70))] };
    const atMs = nowMs + 3 * HOUR_MS;
    expect(countArticles(after(old, { atMs: nowMs + HOUR_MS, articles: [article('1', nowMs)] }), atMs)).toBe(0);
    expect(countNow(article('1', hoursAgo(1)), article('1', hoursAgo(80)))).toBe(0);
  });

  it('keeps the newest 2 000', () => {
    const articles = Array.from({ length: 3_000 }, (_, i) => article(`${i}`, hoursAgo(1) - i)).reverse();
    const seen = after({ atMs: nowMs, articles });
    expect(seen).toHaveLength(2_000);
    expect(seen.at(-1)?.atMs).toBe(hoursAgo(1) - 1_999);
  });
});
