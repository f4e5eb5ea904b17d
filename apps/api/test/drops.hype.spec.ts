import type { Drop, ListedDrop, Page } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { HOUR_MS, QUIET_HOUR_HOOK_MS, quietHour, scoreAt, signalsOf, writePoint } from './series';

let api: TestApi;
let hourMs: number;
beforeAll(async () => {
  hourMs = await quietHour();
  api = await startApi(['linea', 'base', 'quiet', 'empty'].map((id) => dropDefinition(id)));
  for (let hours = 0; hours < 8 * 24; hours += 1) {
    const atMs = hourMs - hours * HOUR_MS;
    await writePoint(api.db, 'linea', atMs, 1 + hours / 100);
    // A gap of a day.
    if (hours < 20 || hours >= 44) await writePoint(api.db, 'base', atMs, 2 - hours / 100);
  }
  const { calendar_proximity } = signalsOf(scoreAt(hourMs, 1)) as Record<string, object>;
  await writePoint(api.db, 'quiet', hourMs - 10 * HOUR_MS, 1);
  await writePoint(api.db, 'quiet', hourMs - 20 * HOUR_MS, 1);
  await api.db.query(`UPDATE points SET signals = $1 WHERE drop_id = 'quiet' AND hour = $2`, [
    JSON.stringify({ calendar_proximity }),
    new Date(hourMs - 10 * HOUR_MS),
  ]);
}, QUIET_HOUR_HOOK_MS);
afterAll(() => api.stop());

const scoresOf = async (id: string): Promise<(number | null)[]> =>
  (await api.sdk.drops.hype(id, { window: '7d' })).data.map(({ score }) => score);

describe('GET /v1/drops?include=hype', () => {
  it('adds the scores of the series of 7 days to each drop, and nothing else', async () => {
    const page = await api.sdk.drops.list({ include: 'hype', sort: 'name' });
    expect(page.data.map(({ id }) => id)).toEqual(['base', 'empty', 'linea', 'quiet']);
    for (const { id, hype_scores_7d: scores } of page.data) expect([id, scores]).toEqual([id, await scoresOf(id)]);
    const [base, empty, linea, quiet] = page.data.map(({ hype_scores_7d: scores = [] }) => scores);
    expect(linea).toHaveLength(28);
    expect(linea).not.toContain(null);
    expect(base?.filter((score) => score === null).length).toBeGreaterThanOrEqual(3);
    expect(new Set(empty)).toEqual(new Set([null]));
    // A point that rests on no reading is no score.
    expect(quiet?.filter((score) => score !== null)).toHaveLength(1);
    const plain = (await api.get('/v1/drops?sort=name')).json<Page<Drop>>();
    const rest = page.data.map(({ hype_scores_7d: _, ...drop }: ListedDrop) => drop);
    expect(rest).toEqual(plain.data);
  });

  it('stays with the next pages', async () => {
    const query = { include: 'hype', sort: 'name', limit: 1 } as const;
    const walked = await api.sdk.drops.list(query).toArray({ limit: 10 });
    expect(walked.map(({ id, hype_scores_7d: scores }) => [id, scores?.length])).toEqual([
      ['base', 28],
      ['empty', 28],
      ['linea', 28],
      ['quiet', 28],
    ]);
    const { headers } = await api.get('/v1/drops?include=hype&limit=1');
    expect(headers['link']).toContain('include=hype');
  });

  it('has an entity tag of its own, which changes with the scores', async () => {
    const [plain, first] = [await api.get('/v1/drops?q=quiet'), await api.get('/v1/drops?q=quiet&include=hype')];
    const tag = { 'if-none-match': String(first.headers['etag']) };
    expect(first.headers['etag']).not.toBe(plain.headers['etag']);
    expect((await api.get('/v1/drops?q=quiet&include=hype', tag)).statusCode).toBe(304);
    await writePoint(api.db, 'quiet', hourMs - 30 * HOUR_MS, 1);
    expect((await api.get('/v1/drops?q=quiet&include=hype', tag)).statusCode).toBe(200);
  });

  it('rejects other values', async () => {
    for (const value of ['', 'HYPE', 'explain', 'hype,hype'])
      expect((await api.get(`/v1/drops?include=${value}`)).json()).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ parameter: 'include', code: 'enum' }],
      });
  });
});

describe('GET /v1/drops?include=hype without a database', () => {
  it('returns 503, and the list without scores from memory', async () => {
    const lost = await startApi([dropDefinition('linea')]);
    await lost.keysSeen();
    await lost.get('/v1/me');
    await lost.loseDatabase();
    const response = await lost.get('/v1/drops?include=hype');
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
    expect((await lost.get('/v1/drops')).statusCode).toBe(200);
    await lost.stop();
  });
});
