import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { confirmLog } from './confirm';
import { append, draft } from './testing';

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 8, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const US = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::float8`;
const given = async (count = 1): Promise<number> => {
  const [row] = await db.query<{ us: number }>(`SELECT ${US('record_instants($1)')} AS us`, [count]);
  return row!.us;
};

// What a point was made of bears an earlier instant than the point: replay stands on it.
describe('an instant at which something is recorded', () => {
  it('is unique, and later than those assigned before, across connections', async () => {
    const asker = async () => {
      const mine: number[] = [];
      for (let n = 0; n < 50; n++) mine.push(await given(3));
      return mine;
    };
    const all = await Promise.all(Array.from({ length: 8 }, asker));
    for (const mine of all) expect(mine).toEqual([...mine].sort((a, b) => a - b));
    const sorted = all.flat().sort((a, b) => a - b);
    const tooClose = sorted.filter((us, place) => us - (sorted[place - 1] ?? -Infinity) < 3);
    expect(tooClose).toEqual([]);
  });

  it('is later than those before although the clock was set back', async () => {
    await given();
    await db.query(`SELECT setval('last_recorded', last_value + 86400000000) FROM last_recorded`);
    const first = await given();
    expect(await given()).toBe(first + 1);
  });

  it('is unique and later than an instant that was confirmed ahead of the clock', async () => {
    await append(db, draft('a', 1));
    await db.query(`UPDATE log_head SET complete_until = clock_timestamp() + interval '1 day'`);
    const { asOfMs } = await confirmLog(db);
    const first = await given();
    expect(first / 1_000).toBeGreaterThan(asOfMs);
    expect(await given()).toBeGreaterThan(first);
  });

  // Revisions of one append are a microsecond apart, so that the last of many lies ahead of the clock.
  it('comes after all revisions of an append, and the next revision after it', async () => {
    await append(db, ...Array.from({ length: 5_000 }, (_, n) => draft('a', n)));
    const between = await given();
    await append(db, draft('a', 0));
    const [row] = await db.query<{ before: number; after: number }>(
      `SELECT max(${US('recorded_at')}) FILTER (WHERE seq <= 5000) AS before, max(${US('recorded_at')}) AS after
       FROM revisions`,
    );
    expect([row!.before < between, between < row!.after]).toEqual([true, true]);
  });

  it('blocks no other transaction while one with an instant is open', async () => {
    await db.transaction(async (sql) => {
      const [mine] = await sql.query<{ us: number }>(`SELECT ${US('record_instant()')} AS us`);
      expect(await given()).toBeGreaterThan(mine!.us);
    });
  });
});
