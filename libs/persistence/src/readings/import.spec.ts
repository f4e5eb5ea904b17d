import { dropDefinition } from '@droptrack/catalogue/testing';
import type { SignalId } from '@droptrack/scoring';
import fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { applyDefinitions } from '../drops/apply';
import { type Database, openDatabase } from '../database/database';
import { runRecompute } from '../recompute/recompute-run';
import { createTestDatabase, type TestDatabase } from '../testing';
import { importReadings } from './import';
import type { NewReading } from './reading';

const NOW_MS = Date.parse('2026-08-22T10:00:00Z');
const HOUR_MS = 3_600_000;

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
  const definitions = ['linea', 'scroll'].map((id) => dropDefinition({ id }));
  await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: NOW_MS });
  await runRecompute(db, { nowMs: NOW_MS });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const reading = (over: Partial<NewReading> = {}): NewReading => ({
  dropId: 'linea',
  signal: 'tvl_usd',
  observedAtMs: NOW_MS - HOUR_MS,
  value: 1e6,
  source: 'test',
  ...over,
});
const take = (...readings: NewReading[]) => importReadings(db, readings, { nowMs: NOW_MS });
const stored = () =>
  db.query<{ drop_id: string; signal: string; value: number }>(
    'SELECT drop_id, signal, value, source FROM readings ORDER BY drop_id, signal, observed_at',
  );
const days = () =>
  db.query(
    `SELECT drop_id, to_char(day, 'MM-DD') AS day, value FROM signal_days ORDER BY drop_id, signal, signal_days.day`,
  );
const queue = () =>
  db.query<{ drop_id: string; is_due: boolean; pointed: string }>(
    `SELECT drop_id, due_at <= to_timestamp(${NOW_MS / 1000}) AS is_due,
            to_char(pointed_until AT TIME ZONE 'UTC', 'DD HH24:MI') AS pointed FROM drop_dues ORDER BY 1`,
  );

describe('readings', () => {
  it('are stored, with the last of each UTC day, and make their drop due from the first of them on', async () => {
    const at = (text: string, value: number) => reading({ observedAtMs: Date.parse(text), value });
    expect(
      await take(
        at('2026-08-20T23:59:59.999Z', 3),
        at('2026-08-20T08:00:00Z', 1),
        at('2026-08-21T00:00:00Z', 4),
        at('2026-08-20T12:00:00Z', 2),
      ),
    ).toEqual({ read: 4, added: 4, known: 0, drops: 1 });
    expect((await stored()).map(({ value }) => value)).toEqual([1, 2, 3, 4]);
    expect(await days()).toEqual([
      { drop_id: 'linea', day: '08-20', value: 3 },
      { drop_id: 'linea', day: '08-21', value: 4 },
    ]);
    expect(await queue()).toEqual([
      { drop_id: 'linea', is_due: true, pointed: '20 07:00' },
      { drop_id: 'scroll', is_due: false, pointed: '22 10:00' },
    ]);
  });

  it('of now have no hour to make up for', async () => {
    await importReadings(db, [reading({ observedAtMs: NOW_MS + 60_000 })], { nowMs: NOW_MS + 90_000 });
    expect((await queue())[0]).toMatchObject({ pointed: '22 10:00' });
  });

  it('that come again add nothing, and make nothing due', async () => {
    await take(reading());
    await runRecompute(db, { nowMs: NOW_MS });
    expect(await take(reading())).toEqual({ read: 1, added: 0, known: 1, drops: 1 });
    expect((await queue())[0]).toMatchObject({ is_due: false });
    expect(await take(reading(), reading({ dropId: 'scroll' }))).toMatchObject({ added: 1, known: 1, drops: 2 });
  });

  // Looking at two years of hours again is work; it is done for what is new only.
  it('that are new among known ones: only their drop is due, from the first new one on', async () => {
    const early = reading({ observedAtMs: NOW_MS - 50 * HOUR_MS });
    await take(early, reading({ dropId: 'scroll' }));
    while ((await runRecompute(db, { nowMs: NOW_MS })).drops > 0);
    await take(early, reading({ dropId: 'scroll' }), reading());
    expect(await queue()).toEqual([
      { drop_id: 'linea', is_due: true, pointed: '22 08:00' },
      { drop_id: 'scroll', is_due: false, pointed: '22 10:00' },
    ]);
  });

  it('enqueue a drop that was not in the queue', async () => {
    await db.query(`DELETE FROM drop_dues WHERE drop_id = 'linea'`);
    await take(reading());
    expect((await queue())[0]).toEqual({ drop_id: 'linea', is_due: true, pointed: '22 08:00' });
  });

  // A million readings take longer than a statement usually may.
  it('may take longer to come than a statement may', async () => {
    const hasty = openDatabase(test.url, { poolSize: 1, applicationName: 'test', statementTimeoutMs: 1_000 });
    async function* slow(): AsyncGenerator<NewReading> {
      yield reading();
      await new Promise((resolve) => setTimeout(resolve, 1_300));
      yield reading({ dropId: 'scroll' });
    }
    try {
      expect(await importReadings(hasty, slow(), { nowMs: NOW_MS })).toMatchObject({ added: 2 });
    } finally {
      await hasty.close();
    }
  });

  it('keep their source as it is written', async () => {
    await take(reading({ source: 'a\\N \\\\ "b" \u00e9' }));
    expect(await stored()).toMatchObject([{ source: 'a\\N \\\\ "b" \u00e9' }]);
  });

  it('of an older hour leave the last one of their day', async () => {
    await take(reading({ value: 2 }));
    await take(reading({ value: 1, observedAtMs: NOW_MS - 2 * HOUR_MS }));
    expect(await days()).toEqual([{ drop_id: 'linea', day: '08-22', value: 2 }]);
  });

  it('may come from anywhere, in any order, in any batches', async () => {
    const observed = fc.integer({ min: 0, max: 90 * 24 }).map((hours) => NOW_MS - hours * HOUR_MS);
    const signal = fc.constantFrom<SignalId>('tvl_usd', 'reddit_authors');
    const some = fc.uniqueArray(fc.record({ observedAtMs: observed, signal, value: fc.nat(1_000) }), {
      selector: (each) => `${each.signal}/${each.observedAtMs}`,
      maxLength: 40,
    });
    const tables = async () => JSON.stringify([await stored(), await days()]);
    await fc.assert(
      fc.asyncProperty(some, fc.nat(40), async (given, cut) => {
        await db.query('TRUNCATE readings, signal_days');
        await take(...given.map(reading));
        const once = await tables();
        await db.query('TRUNCATE readings, signal_days');
        await take(...given.slice(cut).map(reading));
        await take(...given.toReversed().map(reading));
        expect(await tables()).toBe(once);
      }),
      { numRuns: runs(4, 15) },
    );
  });

  it('are only tried in a dry run', async () => {
    expect(await importReadings(db, [reading()], { nowMs: NOW_MS, dryRun: true })).toMatchObject({ added: 1 });
    expect(await stored()).toEqual([]);
    expect((await queue())[0]).toMatchObject({ is_due: false });
  });

  it('may come in groups', async () => {
    const groups = [[reading(), reading({ dropId: 'scroll' })], [], reading({ signal: 'news_articles' })];
    expect(await importReadings(db, groups, { nowMs: NOW_MS })).toMatchObject({ read: 3, added: 3 });
    await expect(importReadings(db, [[reading()], [reading({ value: -1 })]], { nowMs: NOW_MS })).rejects.toMatchObject({
      violations: [{ line: 2 }],
    });
  });

  it('report how many were read', async () => {
    const reported: number[] = [];
    const many = Array.from({ length: 20_001 }, (_, n) => reading({ observedAtMs: NOW_MS - n }));
    await importReadings(db, many, { nowMs: NOW_MS, onProgress: (read) => reported.push(read) });
    expect(reported).toEqual([10_000, 20_000, 20_001]);
  });
});

describe('rejects', () => {
  it.each([
    ['NaN', { value: Number.NaN }, 'must be a finite number'],
    ['infinity', { value: Infinity }, 'must be a finite number'],
    ['less than nothing', { value: -1 }, 'must not be negative'],
    ['a probability above 1', { signal: 'market_probability', value: 1.01 }, 'from 0 to 1'],
    ['the future', { observedAtMs: NOW_MS + 1 }, 'lies in the future'],
    ['no instant', { observedAtMs: Number.NaN }, 'must be an instant'],
    ['an unknown signal', { signal: 'vibes' as SignalId }, 'signal "vibes" is not known; known are farcaster_authors'],
    ['the calendar', { signal: 'calendar_proximity' }, 'computed from the calendar'],
    ['an unknown drop', { dropId: 'linear' }, 'drop "linear" is not known'],
    ['what cannot be a drop', { dropId: 'line\u0430' }, 'is not known'],
    ['a drop that no text of the database is', { dropId: 'linea\0' }, 'drop "linea\\u0000" is not known'],
    ['a source that no text of the database is', { source: 'a\0b' }, 'plain text'],
    ['no source', { source: '' }, '1 to 64 characters'],
  ] as [string, Partial<NewReading>, string][])('%s: names the line, and stores nothing', async (_, over, message) => {
    await expect(take(reading(), reading({ ...over, line: 7 }))).rejects.toMatchObject({
      name: 'ReadingsRejectedError',
      total: 1,
      violations: [{ line: 7, message: expect.stringContaining(message) }],
    });
    expect(await stored()).toEqual([]);
    expect(await days()).toEqual([]);
  });

  it('an archived drop', async () => {
    const rest = [dropDefinition({ id: 'scroll' })];
    await applyDefinitions(db, { origin: 'catalogue', definitions: rest, prune: true, nowMs: NOW_MS });
    await expect(take(reading())).rejects.toMatchObject({ violations: [{ message: 'drop "linea" is archived' }] });
  });

  it('one signal twice at one instant, the same or not', async () => {
    await expect(take(reading(), reading({ dropId: 'scroll' }), reading())).rejects.toMatchObject({
      total: 1,
      violations: [{ line: 3, message: 'the same drop, signal and instant as line 1' }],
    });
  });

  it('one signal twice at one instant that is stored', async () => {
    await take(reading());
    await expect(take(reading({ dropId: 'scroll' }), reading(), reading())).rejects.toMatchObject({
      total: 1,
      violations: [{ line: 3, message: 'the same drop, signal and instant as line 2' }],
    });
    expect(await stored()).toHaveLength(1);
  });

  it('duplicates, together with all other violations', async () => {
    await expect(take(reading(), reading(), reading({ dropId: 'nowhere' }))).rejects.toMatchObject({ total: 2 });
  });

  it('another value than is stored', async () => {
    await take(reading({ value: 5 }));
    await expect(take(reading({ dropId: 'scroll' }), reading({ value: 6 }))).rejects.toMatchObject({
      violations: [{ line: 2, message: 'stored already as 5, and the past is not rewritten' }],
    });
    expect(await stored()).toHaveLength(1);
  });

  it('contradictions of stored readings, together with all other violations', async () => {
    await take(reading({ value: 5 }));
    await expect(take(reading({ value: 6 }), reading({ dropId: 'nowhere' }))).rejects.toMatchObject({ total: 2 });
  });

  it('many: counts all, and returns the first hundred', async () => {
    const bad = Array.from({ length: 150 }, () => reading({ value: -1 }));
    const unknown = reading({ dropId: 'nowhere', line: 40 });
    const error: unknown = await take(...bad, unknown).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ total: 151 });
    const { violations } = error as { violations: { line: number }[] };
    expect(violations).toHaveLength(100);
    expect(violations.filter(({ line }) => line === 40)).toHaveLength(2);
  });

  it('unparsable lines, together with all other violations', async () => {
    const unreadable = { line: 2, message: 'is not JSON' };
    const input = [reading({ line: 1 }), unreadable, reading({ line: 3, dropId: 'nowhere' })];
    await expect(importReadings(db, input, { nowMs: NOW_MS })).rejects.toMatchObject({
      total: 2,
      violations: [unreadable, { line: 3, message: 'drop "nowhere" is not known' }],
    });
    expect(await stored()).toEqual([]);
  });

  it('a source that breaks off: its own error, and nothing was taken', async () => {
    async function* broken(): AsyncGenerator<NewReading> {
      yield reading();
      throw new Error('the disk is gone');
    }
    await expect(importReadings(db, broken(), { nowMs: NOW_MS })).rejects.toThrow('the disk is gone');
    expect(await stored()).toEqual([]);
  });
});

// A point is made of what was recorded before it: stamped earlier, these would belong to points that never saw them.
it('are dated after the transaction that locks their drop', async () => {
  let importing: Promise<unknown> | undefined;
  const [released] = await db.transaction(async (sql) => {
    await sql.query(`SELECT FROM drops WHERE id = 'linea' FOR NO KEY UPDATE`);
    importing = take(reading());
    await new Promise((resolve) => setTimeout(resolve, 200));
    return sql.query<{ at: string }>('SELECT record_instant()::text AS at');
  });
  await importing;
  expect(await db.query('SELECT recorded_at > $1 AS is_later FROM readings', [released?.at])).toEqual([
    { is_later: true },
  ]);
});
