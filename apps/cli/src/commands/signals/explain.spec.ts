import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import {
  applyDefinitions,
  runRecompute,
  type Database,
  importReadings,
  type NewReading,
  openDatabase,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { RULESET_2026_3, type SignalId } from '@droptrack/scoring';
import { findPlaces } from '../../config/places';
import { recordedOutput } from '../../testing/recorded-output';
import { explainDropScore } from './explain';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;

let [database, db]: [TestDatabase, Database] = [null!, null!];
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
  const inFiveDays = eventDefinition({ startsAt: '2026-11-26T12:00:00.000Z', endsAt: null });
  const definitions = [
    dropDefinition({ id: 'linea', events: [inFiveDays] }),
    dropDefinition({ id: 'jito', chain: fact('solana') }),
  ];
  await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: NOW_MS });
  await importReadings(db, READINGS, { nowMs: NOW_MS });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const reading = (signal: SignalId, hoursAgo: number, value: number): NewReading => ({
  dropId: 'linea',
  signal,
  observedAtMs: NOW_MS - hoursAgo * HOUR_MS,
  value,
  source: 'test',
});
const READINGS = [
  ...Array.from({ length: 10 }, (_, day) => reading('reddit_authors', 24 * (day + 1), 40)),
  reading('reddit_authors', 1, 40),
  reading('tvl_usd', 12 + 168, 1.2e8),
  reading('market_probability', 0, 0.64),
  reading('farcaster_authors', 24 * 30, 250),
];

const explain = async (drop: string, at: string | null = null) => {
  const { output, said } = recordedOutput();
  const code = await explainDropScore(
    { drop, at },
    {
      output,
      withDatabase: (work) => work(db),
      now: () => new Date(NOW_MS),
      env: { RULESET: RULESET_2026_3.version },
      places: findPlaces(__dirname),
    },
  );
  const document = said.document as {
    score: number;
    exact: number;
    prior: number;
    delta_7d: number | null;
    signals: { id: string; contribution: number; age_hours: number | null }[];
  };
  return { code, text: said.text, document };
};
const rowOf = (text: string, start: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(start))
    ?.split(/ {2,}/);

describe('score explain', () => {
  // Values of the check vector in docs/scoring.md, by hand: .6·L for a market at .64, 2^(−5/7) for an event in five days.
  it('shows each step of each signal, and their sum', async () => {
    const { code, text } = await explain('linea');
    expect(code).toBe(0);
    expect(text.split('\n')[0]).toBe('linea at 2026-11-21T12:00:00.000Z, ruleset 2026.3');
    expect(rowOf(text, 'market_probability')).toEqual(
      ['market_probability', '0.64', '0 min', '1.0000', '–', '0.6400', '–', '–', '0.6400', '0.0700', '4.480', 'ok'], // prettier-ignore
    );
    expect(rowOf(text, 'calendar_proximity')).toEqual(
      ['calendar_proximity', '0.609507', '–', '1.0000', '–', '0.6095', '–', '–', '0.6095', '0.0500', '3.048', 'ok'], // prettier-ignore
    );
    expect(rowOf(text, 'reddit_authors')?.slice(4, 9)).toEqual(['40', '0.5974', '0.00', '0.5000', '0.5974']);
    expect(rowOf(text, 'tvl_usd')?.slice(2, 6)).toEqual(['7.5 d', '0.5000', '–', '0.7699']);
    expect(rowOf(text, 'tvl_usd')?.at(-1)).toBe('stale');
    expect(rowOf(text, 'farcaster_authors')).toEqual(['farcaster_authors', ...Array(10).fill('–'), 'missing']);
  });

  it('prints unrounded values with --json, so that they add up', async () => {
    const { document } = await explain('linea');
    const { score, exact, prior, signals } = document;
    expect(signals).toHaveLength(10);
    expect(signals.reduce((sum, { contribution }) => sum + contribution, prior)).toBeCloseTo(exact, 9);
    expect(Math.round(exact)).toBe(score);
    expect(signals.find(({ id }) => id === 'reddit_authors')).toMatchObject({
      status: 'ok',
      observed_at: '2026-11-21T11:00:00.000Z',
      age_hours: 1,
      z: 0,
    });
  });

  it('scores a past instant by the readings observed until then', async () => {
    const { document } = await explain('linea', '2026-11-20T11:00:00Z');
    expect(document).toMatchObject({ at: '2026-11-20T11:00:00.000Z' });
    const ages = Object.fromEntries(document.signals.map(({ id, age_hours }) => [id, age_hours]));
    expect(ages).toMatchObject({ reddit_authors: 23, tvl_usd: 155, market_probability: null });
  });

  it('shows the change since the point of a week before, if there is one', async () => {
    expect(await explain('linea')).toMatchObject({
      document: { delta_7d: null },
      text: expect.stringContaining('no score 7 days before'),
    });
    while ((await runRecompute(db, { nowMs: NOW_MS })).drops > 0);
    const [point] = await db.query<{ score: number }>(
      `SELECT score FROM points WHERE drop_id = 'linea' AND hour = '2026-11-14T12:00:00Z'`,
    );
    const { document } = await explain('linea');
    expect(document.delta_7d).toBe(document.score - point!.score);
  });

  it('has no score without readings', async () => {
    const { document, text } = await explain('jito');
    expect(document).toMatchObject({ score: null, delta_7d: null });
    expect(text).toContain('No source has a reading: there is no score.');
    expect(text).not.toMatch(/^score /m);
    expect((await explain('linea')).text).not.toContain('there is no score');
  });

  it('names the signals that do not apply to a drop', async () => {
    expect(rowOf((await explain('jito')).text, 'active_wallets')?.at(-1)).toBe('not_applicable');
  });

  it.each([
    ['2026-11-21', '--at must be an instant'],
    ['yesterday', '--at must be an instant'],
    ['2026-02-30T00:00:00Z', '--at must be an instant'],
    ['2026-11-21T12:00:00.001Z', '--at must not be in the future'],
  ])('rejects the instant %s', async (at, message) => {
    await expect(explain('linea', at)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(message),
    });
  });

  it('rejects an unknown drop', async () => {
    await expect(explain('nowhere')).rejects.toMatchObject({ code: 'drop_not_found' });
  });
});
