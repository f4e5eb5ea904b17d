import type { Panel } from '../panel';

/**
 * Tickers of the data that are words of everyday English, or of the slang of forums (`OP`, the original poster; `UNI`;
 * `BONK`). Counted in plain text they include the word, counted only behind a `$` they miss most mentions. Both make them
 * incomparable with tickers such as `ETH`.
 */
export const WORD_TICKERS: ReadonlySet<string> = new Set([
  'APE',
  'ATOM',
  'BLUR',
  'BONK',
  'COW',
  'DOT',
  'HYPE',
  'LINK',
  'MANA',
  'NEAR',
  'OP',
  'SAFE',
  'SAND',
  'THETA',
  'UNI',
]);

/** Mentions of a ticker that is a word. */
export interface WordMentions {
  readonly ticker: string;
  readonly mentions: number;
  /** Days with a mention, of the days that are known. */
  readonly days: number;
  readonly daysKnown: number;
}

/** The affected projects of a panel, most mentions first. */
export function mentionsOfWords({ projects }: Panel): WordMentions[] {
  return projects
    .filter(({ id }) => WORD_TICKERS.has(id))
    .map(({ id, target }) => {
      const counts = [...target.values()];
      const mentions = counts.reduce((sum, count) => sum + count, 0);
      return { ticker: id, mentions, days: counts.filter((count) => count > 0).length, daysKnown: counts.length };
    })
    .sort((a, b) => b.mentions - a.mentions || a.ticker.localeCompare(b.ticker));
}
