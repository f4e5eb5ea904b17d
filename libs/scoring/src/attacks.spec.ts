import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type HypeInput,
  levelOf,
  type Ruleset,
  RULESET_2026_3,
  RULESET_2026_4,
  scoreHype,
  type SignalId,
  type SignalReading,
} from './index';

const AT_MS = Date.parse('2026-08-22T10:00:00Z');
const HOUR_MS = 3_600_000;
const PAST_DAYS = 56;

type Values = Readonly<Partial<Record<SignalId, number>>>;

/** A drop before the attack: its usual values, which it has had for eight weeks; empty for a new drop. */
const DROPS = {
  new: {},
  established: {
    ...{ farcaster_authors: 5, reddit_authors: 2, news_articles: 1, dev_committers: 4, governance_votes: 100 },
    ...{ tvl_usd: 5e6, active_wallets: 150, search_trend: 0, market_probability: 0.2 },
  },
} as const satisfies Record<string, Values>;

const FOUR = { farcaster_authors: 2_000, reddit_authors: 500, dev_committers: 30, governance_votes: 20_000 };
/** The most that the sources read: 500 posts and 5 000 casts; committers and votes have no limit. */
const ALL_FOUR = { farcaster_authors: 5_000, reddit_authors: 500, dev_committers: 300, governance_votes: 200_000 };

/** Rows of the table: values that are forged, on one of the drops. */
const ATTACKS: Readonly<Record<string, readonly [keyof typeof DROPS, Values]>> = {
  'no attack: 60 authors on Farcaster, 8 on Reddit, 3 articles, 8 committers, 5 M USD': [
    'new',
    { farcaster_authors: 60, reddit_authors: 8, news_articles: 3, dev_committers: 8, tvl_usd: 5e6 },
  ],
  '500 authors on Reddit': ['new', { reddit_authors: 500 }],
  'the four signals that cost nothing, at saturation': ['new', FOUR],
  'the same, 5 000 authors on Farcaster, 300 committers, 200 000 votes': ['new', ALL_FOUR],
  'the four, and 1 000 senders who pay gas': ['new', { ...FOUR, active_wallets: 1_000 }],
  '100 authors on Reddit': ['established', { reddit_authors: 100 }],
  '100 authors on Reddit and 100 on Farcaster': ['established', { reddit_authors: 100, farcaster_authors: 100 }],
  'the four at saturation': ['established', FOUR],
  '10 000 senders who pay gas': ['established', { active_wallets: 10_000 }],
  '100 M USD of capital': ['established', { tvl_usd: 1e8 }],
};

/** Days for which the forged values last when the score is taken; 0: the hour of the first ones. */
const DAYS = [0, 1, 7, 28, 56] as const;

function scoreAfter(days: number | null, drop: Values, forged: Values, ruleset: Ruleset): number {
  const signals: Partial<Record<SignalId, SignalReading>> = {
    calendar_proximity: { value: 0, observedAtMs: AT_MS, dayValues: [] },
  };
  const all = days === null ? drop : { ...drop, ...forged };
  for (const [id, value] of Object.entries(all) as [SignalId, number][]) {
    const usual = drop[id];
    const lasts = days !== null && id in forged ? days : PAST_DAYS;
    const before = usual === undefined ? [] : Array.from({ length: PAST_DAYS }, () => usual);
    signals[id] = {
      value,
      observedAtMs: AT_MS,
      dayValues: [...Array.from({ length: lasts }, () => value), ...before],
      earlier: [
        ...(lasts > 0 ? [{ value, observedAtMs: AT_MS - 24 * HOUR_MS }] : []),
        ...(usual === undefined ? [] : [{ value: lasts > 1 ? value : usual, observedAtMs: AT_MS - 25 * HOUR_MS }]),
      ],
    };
  }
  return scoreHype({ atMs: AT_MS, signals: signals as HypeInput['signals'] }, ruleset).score;
}

/** Cells of a row of docs/scoring.md, Cost of an attack. */
function rowOf(title: string, [drop, forged]: readonly [keyof typeof DROPS, Values]): string[] {
  const [before, ...after] = [null, ...DAYS].map((days) => scoreAfter(days, DROPS[drop], forged, RULESET_2026_4));
  const firstBefore = scoreAfter(0, DROPS[drop], forged, RULESET_2026_3);
  return [title, drop, ...[before!, firstBefore, ...after].map(String)];
}

const guide = readFileSync(join(__dirname, '../../../docs/scoring.md'), 'utf8');

describe('docs/scoring.md, Cost of an attack', () => {
  it('states the score after each attack as scoreHype computes it', () => {
    const text = guide.split('### Cost of an attack\n')[1]!.split(/^#/m)[0]!;
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.slice(2).map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    expect(cells).toEqual(Object.entries(ATTACKS).map(([title, attack]) => rowOf(title, attack)));
  });

  // Without the rule of the first day, days of 0 alone would hold the attack at this score in its first hour.
  it('states the part of the days of 0', () => {
    const { hype } = RULESET_2026_4;
    const ruleset = { ...RULESET_2026_4, hype: { ...hype, suspect: RULESET_2026_3.hype.suspect } };
    const score = scoreAfter(0, DROPS.new, FOUR, ruleset);
    expect(guide.replace(/\s+/g, ' ')).toContain(`the days of 0 alone would hold it at ${score}`);
  });
});

describe('docs/scoring.md, Example: first day', () => {
  const text = guide.split('### Example: first day\n')[1]!.split(/^#/m)[0]!.replace(/\s+/g, ' ');
  const reading = (value: number, days = 0): SignalReading => ({
    value,
    observedAtMs: AT_MS,
    dayValues: Array.from({ length: days }, () => value),
    earlier: days === 0 ? [] : [{ value, observedAtMs: AT_MS - 24 * HOUR_MS }],
  });
  const authors = (tvlUsd: number, days = 0, ruleset: Ruleset = RULESET_2026_4) =>
    scoreHype({ atMs: AT_MS, signals: { farcaster_authors: reading(60, days), tvl_usd: reading(tvlUsd) } }, ruleset)
      .signals[0]!;

  it('states the mean and the level of the first reading, and those of a week later', () => {
    const [first, week] = [authors(5e6), authors(5e6, 7)];
    expect(authors(5e6, 0, RULESET_2026_3).mean).toBe(60);
    for (const figure of [
      `= ${first.mean!.toFixed(3)} (by \`2026.3\`: 60)`,
      `= ${first.level!.toFixed(4)}.`,
      `the mean is ${week.mean!.toFixed(2)} and the level ${week.level!.toFixed(4)}.`,
    ])
      expect(text).toContain(figure);
  });

  it('states the confirmation that the first reading needs', () => {
    const [rule, tvl] = RULESET_2026_4.hype.signals;
    const level = levelOf(rule, 60);
    expect(text).toContain(
      `the level ${level.toFixed(4)}, above 0.5: it needs a confirmation of ${(level / 2).toFixed(4)}`,
    );
    expect(text).toContain(`the locked value gives with ${levelOf(tvl, 5e6).toFixed(4)}`);
    expect([authors(5e6), authors(1e6), authors(1e6, 1)].map(({ status }) => status)).toEqual(['ok', 'suspect', 'ok']);
  });
});
