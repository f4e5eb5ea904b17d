import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import type { DropDefinition } from '@droptrack/catalogue';
import type { SignalId } from '@droptrack/scoring';
import fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { applyDefinitions } from '../drops/apply';
import { type Database, openDatabase } from '../database/database';
import { at, createDrops, START_MS, recomputeAll } from '../recompute/testing';
import { confirmLog } from '../log/confirm';
import { importReadings } from '../readings/import';
import { createTestDatabase, type TestDatabase } from '../testing';
import { replayPoints } from './replay';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test: TestDatabase;
let db: Database;
const open = async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 3, applicationName: 'test' });
};
const close = async () => {
  await db.close();
  await test.drop();
};

const replay = (over: { dropIds?: readonly string[]; fromMs?: number; untilMs?: number } = {}) =>
  replayPoints(db, { dropIds: null, fromMs: null, untilMs: null, ...over });
const state = (definitions: readonly DropDefinition[], nowMs: number) =>
  applyDefinitions(db, { origin: 'catalogue', definitions, prune: true, nowMs });

/** `[drop, signal, hours before now, value]` */
type Read = readonly [dropId: string, signal: SignalId, hoursAgo: number, value: number];
const take = (reads: readonly Read[], nowMs: number) => {
  const readings = reads.map(([dropId, signal, hoursAgo, value]) => ({
    dropId,
    signal,
    observedAtMs: nowMs - Math.round(hoursAgo * HOUR_MS),
    value,
    source: 'test',
  }));
  return importReadings(db, readings, { nowMs });
};

describe('any history', () => {
  type Step =
    | { readonly kind: 'look' | 'archive' | 'restore' }
    | { readonly kind: 'wait'; readonly hours: number }
    | { readonly kind: 'read'; readonly reads: readonly Read[] }
    | { readonly kind: 'state'; readonly definition: DropDefinition };

  const id = fc.constantFrom('linea', 'scroll');
  const signal = fc.constantFrom<SignalId>('reddit_authors', 'tvl_usd', 'farcaster_authors', 'dev_committers');
  const ago = fc.oneof(fc.double({ min: 0, max: 30, noNaN: true }), fc.double({ min: 0, max: 20 * 24, noNaN: true }));
  const value = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(50_000));
  const definition = fc
    .record({
      event: fc.integer({ min: -20, max: 100 }),
      github: fc.constantFrom({}, { github: false }),
      id,
    })
    .map(({ event, github, id: dropId }) =>
      dropDefinition({
        id: dropId,
        sources: github,
        events: [eventDefinition({ startsAt: new Date(START_MS + event * HOUR_MS).toISOString(), endsAt: null })],
      }),
    );
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step>({ kind: 'look' }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.double({ min: 0.1, max: 9, noNaN: true }) }) }, // prettier-ignore
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('read' as const), reads: fc.array(fc.tuple(id, signal, ago, value), { maxLength: 60 }) }) }, // prettier-ignore
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('state' as const), definition }) },
    { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'archive' }, { kind: 'restore' }) },
  );

  /** Days that are enough for a comparison, each with a reading before its last hours. */
  const PAST = Array.from({ length: 15 }, (_, day): Read[] => [
    ['linea', 'reddit_authors', 24 * day + 14, 20 + day],
    ['scroll', 'farcaster_authors', 24 * day + 14, 20 + day],
  ]).flat();

  async function live(steps: readonly Step[]): Promise<void> {
    let nowMs = START_MS;
    const declared = new Map([['linea', dropDefinition()], ['scroll', dropDefinition({ id: 'scroll' })]]); // prettier-ignore
    const taken = new Set<string>();
    await createDrops(db, ...declared.values());
    await take(PAST, nowMs);
    for (const each of steps) {
      if (each.kind === 'wait') nowMs += Math.round(each.hours * HOUR_MS);
      else if (each.kind === 'look') await recomputeAll(db, nowMs);
      else if (each.kind === 'archive') await state([...declared.values()].slice(0, 1), nowMs);
      else if (each.kind === 'read') {
        await state([...declared.values()], nowMs);
        const isNew = ([dropId, name, hoursAgo]: Read) => {
          const key = `${dropId}/${name}/${nowMs - Math.round(hoursAgo * HOUR_MS)}`;
          return !taken.has(key) && taken.add(key);
        };
        await take(each.reads.filter(isNew), nowMs);
      } else {
        if (each.kind === 'state') declared.set(each.definition.id, each.definition);
        await state([...declared.values()], nowMs);
      }
    }
    await state([...declared.values()], nowMs);
    await recomputeAll(db, nowMs + HOUR_MS);
  }

  it('reproduces the stored points, whenever readings arrived and definitions changed', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
        await open();
        try {
          await live(steps);
          const { differences, points, unreplayable } = await replay();
          expect({ differences, unreplayable }).toEqual({ differences: [], unreplayable: 0 });
          compared += points;
        } finally {
          await close();
        }
      }),
      { numRuns: runs(2, 8) },
    );
    expect(compared).toBeGreaterThan(500);
  }, 90_000);
});

describe('replay', () => {
  const NOW_MS = START_MS + 3 * DAY_MS;
  const quiet: Read[] = Array.from({ length: 12 }, (_, day) => ['linea', 'reddit_authors', 24 * (day + 1) + 0.5, 40]);

  beforeEach(async () => {
    await open();
    await createDrops(db, dropDefinition(), dropDefinition({ id: 'scroll' }));
    await take([...quiet, ['linea', 'tvl_usd', 60, 1e6], ['linea', 'reddit_authors', 20, 5_000]], NOW_MS);
    await recomputeAll(db, NOW_MS);
  });
  afterEach(close);

  const tamper = (statement: string) => db.query(statement);
  const fieldsOf = async (over: Parameters<typeof replay>[0] = {}) => {
    const { differences } = await replay(over);
    return [...new Set(differences.map(({ dropId, field }) => `${dropId} ${field}`))];
  };

  it('reports the number of compared points, and no difference in untouched data', async () => {
    const [row] = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM points');
    expect(row!.n).toBeGreaterThan(300);
    expect(await replay()).toEqual({
      drops: 2,
      points: row!.n,
      unreplayable: 0,
      replayableFromMs: null,
      differences: [],
      differencesTotal: 0,
    });
  });

  it('finds a changed score, and reports the original one', async () => {
    const hour = '2026-08-25T08:00:00Z';
    const [before] = await tamper(`SELECT score FROM points WHERE drop_id = 'linea' AND hour = '${hour}'`);
    const { score } = before as { score: number };
    await tamper(`UPDATE points SET score = score + 1 WHERE drop_id = 'linea' AND hour = '${hour}'`);
    expect((await replay()).differences).toEqual([
      { dropId: 'linea', hourMs: at(hour), field: 'score', stored: score + 1, recomputed: score },
    ]);
    expect((await replay({ dropIds: ['scroll'] })).differences).toEqual([]);
    expect((await replay({ fromMs: at(hour) + 1 })).differences).toEqual([]);
    expect((await replay({ untilMs: at(hour) - 1 })).differences).toEqual([]);
    expect((await replay({ fromMs: at(hour), untilMs: at(hour) })).points).toBe(2);
  });

  it('finds a changed reading by every figure that depends on it', async () => {
    await tamper(`UPDATE readings SET value = 2e6 WHERE signal = 'tvl_usd'`);
    expect(await fieldsOf()).toEqual(
      expect.arrayContaining(['linea signals.tvl_usd.value', 'linea signals.tvl_usd.contribution']),
    );
  });

  it('finds a deleted and an inserted reading', async () => {
    await tamper(`DELETE FROM readings WHERE signal = 'tvl_usd'`);
    expect(await fieldsOf()).toContain('linea signals.tvl_usd');
    await tamper(`INSERT INTO readings (drop_id, signal, observed_at, value, source, recorded_at)
                  SELECT 'scroll', 'tvl_usd', '2026-08-23T00:00:00Z', 1, 'x', min(recorded_at) FROM readings`);
    expect(await fieldsOf({ dropIds: ['scroll'] })).toContain('scroll signals.tvl_usd');
  });

  it('finds a change of an earlier day that scores are only compared with', async () => {
    await tamper(`UPDATE readings SET value = 9000 WHERE signal = 'reddit_authors' AND observed_at < '2026-08-22'`);
    expect(await fieldsOf({ fromMs: at('2026-08-25T00:00:00Z') })).toContain('linea signals.reddit_authors.momentum');
  });

  it('finds a deleted and an inserted point', async () => {
    await tamper(`DELETE FROM points WHERE drop_id = 'scroll' AND hour = '2026-08-24T05:00:00Z'`);
    await tamper(`UPDATE points SET hour = '2026-01-01' WHERE drop_id = 'scroll' AND hour = '2026-08-25T10:00:00Z'`);
    expect((await replay()).differences).toEqual([
      { dropId: 'scroll', hourMs: at('2026-01-01T00:00:00Z'), field: 'point', stored: 'present', recomputed: 'absent' },
      { dropId: 'scroll', hourMs: at('2026-08-24T05:00:00Z'), field: 'point', stored: 'absent', recomputed: 'present' },
    ]);
  });

  it('finds a definition that was changed in the log', async () => {
    await tamper('ALTER TABLE revisions DISABLE TRIGGER ALL');
    const event = eventDefinition({ startsAt: '2026-08-25T12:00:00Z', endsAt: null });
    await tamper(`UPDATE revisions SET body = jsonb_set(body, '{definition,events}', '${JSON.stringify([event])}')
                  WHERE entity = 'definition' AND id = 'scroll'`);
    expect(await fieldsOf()).toContain('scroll signals.calendar_proximity.value');
  });

  it('reports unknown rulesets and malformed signals', async () => {
    await tamper(`UPDATE points SET ruleset = '1999.1' WHERE drop_id = 'linea' AND hour = '2026-08-25T08:00:00Z'`);
    await tamper(`UPDATE points SET signals = 'null' WHERE drop_id = 'scroll' AND hour = '2026-08-25T08:00:00Z'`);
    expect((await replay()).differences).toEqual([
      expect.objectContaining({ dropId: 'linea', field: 'ruleset', stored: '1999.1', recomputed: null }),
      expect.objectContaining({ dropId: 'scroll', field: 'signals.calendar_proximity', stored: null, recomputed: 0 }),
    ]);
  });

  it('lists the first hundred differences, and counts all', async () => {
    await tamper('UPDATE points SET score = (score + 1) % 100');
    const { differences, differencesTotal, points } = await replay();
    expect([differences.length, differencesTotal]).toEqual([100, points]);
  });

  it('derives the duration of a jump from the readings known at the time', async () => {
    const jump = Array.from({ length: 40 }, (_, hour): Read => ['scroll', 'reddit_authors', 39.5 - hour, 5_000]);
    await take(
      [...quiet.slice(2).map(([, signal, hours]): Read => ['scroll', signal, hours, 20]), ...jump],
      NOW_MS + 40 * HOUR_MS,
    );
    await recomputeAll(db, NOW_MS + 40 * HOUR_MS);
    const [row] = await db.query<{ held: number; let_go: number }>(
      `SELECT count(*) FILTER (WHERE signals #>> '{reddit_authors,status}' = 'suspect')::int AS held,
              count(*) FILTER (WHERE (signals #>> '{reddit_authors,momentum}')::float8 > 0.99
                                 AND signals #>> '{reddit_authors,status}' = 'ok')::int AS let_go
       FROM points WHERE drop_id = 'scroll'`,
    );
    expect(row).toEqual({ held: 24, let_go: 16 });
    expect((await replay()).differences).toEqual([]);
  });

  it('expects no points while a drop is archived', async () => {
    const all = [dropDefinition(), dropDefinition({ id: 'scroll' })];
    await state(all.slice(0, 1), NOW_MS);
    await recomputeAll(db, NOW_MS + 5 * HOUR_MS);
    await state(all, NOW_MS + 5 * HOUR_MS);
    await recomputeAll(db, NOW_MS + 7 * HOUR_MS);
    const { differences, points } = await replay({ dropIds: ['scroll'], fromMs: NOW_MS - HOUR_MS });
    expect({ differences, points }).toEqual({ differences: [], points: 3 });
  });

  // Earlier versions recorded all revisions of a confirmed millisecond, or after a step back, at one instant.
  it('distinguishes readings recorded before and after a point while the clock stands still', async () => {
    await db.query(`UPDATE log_head SET complete_until = clock_timestamp() + interval '1 day'`);
    await confirmLog(db);
    for (let hour = 1; hour < 4; hour++) {
      const nowMs = NOW_MS + hour * HOUR_MS;
      await recomputeAll(db, nowMs);
      await take([['linea', 'tvl_usd', 0.5, hour * 1e8]], nowMs);
    }
    expect((await replay()).differences).toEqual([]);
  });

  it('rejects an unknown drop', async () => {
    await expect(replay({ dropIds: ['linea', 'nowhere'] })).rejects.toMatchObject({ dropId: 'nowhere' });
  });
});
