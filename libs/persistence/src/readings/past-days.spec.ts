import { dropDefinition } from '@droptrack/catalogue/testing';
import { type Ruleset, RULESET_2026_2, RULESET_2026_3 } from '@droptrack/scoring';
import { type Database, openDatabase } from '../database/database';
import { at, createDrops, storeReadings } from '../recompute/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { readPastDays } from './past-days';

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 1, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

describe('readPastDays', () => {
  it('returns as many days as the ruleset needs, latest first, with the exact values and null for a day without one', async () => {
    await createDrops(db, dropDefinition());
    await storeReadings(db, 'linea', [
      ['reddit_authors', '2026-06-27T23:00:00Z', 7],
      ['reddit_authors', '2026-08-19T09:00:00Z', 1 / 3],
      ['reddit_authors', '2026-08-21T23:59:59Z', Number.MAX_VALUE],
      ['reddit_authors', '2026-08-22T00:00:00Z', 5],
    ]);
    const nowMs = at('2026-08-22T10:30:00Z');
    const byRuleset = async (ruleset: Ruleset) =>
      (await readPastDays(db, ['linea'], nowMs, ruleset)).get('linea')?.get('reddit_authors');
    const recent = [Number.MAX_VALUE, null, 1 / 3];
    expect(await byRuleset(RULESET_2026_2)).toEqual([...recent, ...Array<null>(25).fill(null)]);
    expect(await byRuleset(RULESET_2026_3)).toEqual([...recent, ...Array<null>(52).fill(null), 7]);
  });

  it('omits signals without a value in these days', async () => {
    await createDrops(db, dropDefinition());
    await storeReadings(db, 'linea', [['reddit_authors', '2026-06-26T23:00:00Z', 7]]);
    expect(await readPastDays(db, ['linea', 'unknown'], at('2026-08-22T10:30:00Z'), RULESET_2026_3)).toEqual(new Map());
  });
});
