import { dropDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions, runRecompute, type Database, importReadings, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { recordedOutput } from '../../testing/recorded-output';
import { replayScores } from './replay';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-11-21T12:10:00Z');

let [database, db]: [TestDatabase, Database] = [null!, null!];
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
  const definitions = [dropDefinition({ id: 'linea' }), dropDefinition({ id: 'jito' })];
  await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: NOW_MS });
  const readings = Array.from({ length: 30 }, (_, hour) => ({
    dropId: 'linea',
    signal: 'reddit_authors' as const,
    observedAtMs: NOW_MS - hour * HOUR_MS,
    value: 40 + hour,
    source: 'test',
  }));
  await importReadings(db, readings, { nowMs: NOW_MS });
  while ((await runRecompute(db, { nowMs: NOW_MS })).drops > 0);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const replay = async (drops: string[] = [], from: string | null = null, to: string | null = null) => {
  const { output, said } = recordedOutput();
  const code = await replayScores({ drops, from, to }, { output, withDatabase: (work) => work(db) });
  return { code, text: said.text, document: said.document, progress: said.progress };
};

describe('score replay', () => {
  it('reports that nothing differs, and the number of compared points', async () => {
    const { code, text, document, progress } = await replay();
    expect({ code, text }).toEqual({ code: 0, text: '29 points of 2 drops recomputed: no differences.' });
    expect(document).toEqual({
      drops: 2,
      points: 29,
      not_replayable: 0,
      replayable_from: null,
      differences_total: 0,
      differences: [],
    });
    expect(progress).toContain('29 points recomputed, drop 2 of 2 …');
  });

  it('compares the given drops and hours, including both bounds', async () => {
    expect(await replay(['jito'])).toMatchObject({ text: '0 points of 1 drop recomputed: no differences.' });
    expect(await replay(['linea'], '2026-11-21T03:00:00Z', '2026-11-21T05:00:00Z')).toMatchObject({
      text: '3 points of 1 drop recomputed: no differences.',
    });
  });

  it('shows each value that differs, and fails', async () => {
    const at = `drop_id = 'linea' AND hour = '2026-11-21T03:00:00Z'`;
    const [before] = await db.query<{ score: number }>(`SELECT score FROM points WHERE ${at}`);
    await db.query(`UPDATE points SET score = 99 WHERE ${at}`);
    const { code, text, document } = await replay();
    await db.query(`UPDATE points SET score = $1 WHERE ${at}`, [before!.score]);
    expect({ code, text: text.split('\n').map((line) => line.split(/ {2,}/)) }).toEqual({
      code: 1,
      text: [
        ['DROP', 'HOUR', 'FIELD', 'STORED', 'RECOMPUTED'],
        ['linea', '2026-11-21T03:00:00.000Z', 'score', '99', String(before!.score)],
        [''],
        ['29 points of 2 drops recomputed: 1 difference.'],
      ],
    });
    expect(document).toMatchObject({
      differences_total: 1,
      differences: [{ drop: 'linea', t: '2026-11-21T03:00:00.000Z', field: 'score', stored: 99 }],
    });
  });

  it('reports the first instant that can be recomputed after readings were deleted', async () => {
    await db.query(`INSERT INTO retention VALUES ('readings', '2026-11-01')`);
    await db.query(`UPDATE drops SET created_at = '2026-01-01'`);
    const { code, text } = await replay();
    await db.query('DELETE FROM retention');
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringMatching(
        /^0 points of 2 drops recomputed: no differences\.\n29 points skipped, because not all of their readings are stored: points from 2026-12-28T00:00:00\.000Z on can be recomputed\.$/,
      ),
    });
  });

  it.each([
    ['yesterday', null, '--from must be an instant'],
    [null, '2026-11-21', '--to must be an instant'],
    ['2026-11-21T05:00:00Z', '2026-11-21T04:00:00Z', '--from must not be after --to'],
  ])('rejects from %s to %s', async (from, to, message) => {
    await expect(replay([], from, to)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(message),
    });
  });

  it('rejects an unknown drop', async () => {
    await expect(replay(['linea', 'nowhere'])).rejects.toMatchObject({
      code: 'drop_not_found',
      message: 'There is no drop "nowhere"',
    });
  });
});
