import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { confirmLog } from '@droptrack/persistence';
import { type AllocationRow, type Drop, Droptrack, type HypeHistoryPoint } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';
import { HOUR_MS, QUIET_HOUR_HOOK_MS, quietHour, writePoint } from './series';

/** Tokens in the bucket of a key after a response. */
const left = (headers: Record<string, unknown>) => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

const ROOT = '/v1/snapshots/drops';
const STARKNET = '0x02fd23d9182193775423497fc0c472e156c57c69e4089a1967fb288a2d84e914';
const COSMOS = 'umee1004mqvtqkckwzq0dkappks9ngf6ecc7z5mlhh4';
const SOLANA = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const [FIRST, SECOND] = [evmWallet('1'), evmWallet('2')];
const MOST = 2n ** 256n - 9n;

describe('GET /v1/snapshots/drops…', () => {
  let api: TestApi;
  let scale: Droptrack;
  let key: string;
  let before: string;
  let points: number[];

  const now = async () => new Date((await confirmLog(api.db)).asOfMs).toISOString();
  const get = (url: string, headers: Record<string, string> = {}, secret = key) =>
    api.inject({ method: 'GET', url, headers: { authorization: `Bearer ${secret}`, ...headers } });
  const codeOf = async (url: string, headers: Record<string, string> = {}) => {
    const response = await get(url, headers);
    return [response.statusCode, response.json<{ code: string }>().code];
  };

  beforeAll(async () => {
    const all = ['evm', 'solana', 'starknet', 'cosmos'] as const;
    const [linea, gone, plain] = [dropDefinition('linea', { wallets: all }), dropDefinition('gone'), dropDefinition('zora')]; // prettier-ignore
    api = await startApi([linea, gone, plain]);
    before = await now();
    await api.apply([{ ...linea, name: 'Renamed' }, plain, dropDefinition('base')]);
    await publishList(api.db, 'linea', {
      [SECOND]: MOST,
      [STARKNET]: 0n,
      [COSMOS]: 0n,
      [SOLANA]: 7n,
      [VITALIK]: 0n,
      [FIRST]: 1n,
    });
    await publishList(api.db, 'linea', { [SECOND]: 5n }, 'allocation', { name: 'season-2' });
    await publishList(api.db, 'base', { [SECOND]: 5n }, 'allocation', { name: 'wave-1' });
    await api.db.query(`UPDATE list_rows SET breakdown = $1 WHERE amount = 1`, [
      JSON.stringify([{ reason: 'a "quoted" \\ reason', amount: '1' }]),
    ]);
    const hour = await quietHour();
    points = [3, 2, 1, 0].map((hours) => hour - hours * HOUR_MS);
    for (const [index, at] of points.entries()) await writePoint(api.db, 'linea', at, 1 + index / 10, at);
    await api.caughtUp();
    key = (await api.issueKey('scale')).secret;
    scale = new Droptrack({ apiKey: key, baseUrl: await api.listen(), maxRetries: 0 });
  }, QUIET_HOUR_HOOK_MS);
  afterAll(() => api.stop());

  const all = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
    const received: T[] = [];
    for await (const row of rows) received.push(row);
    return received;
  };
  const ids = (drops: readonly Drop[]) => drops.map(({ id, name }) => `${id} ${name}`);

  describe('200', () => {
    it('returns the current catalogue, each drop as in a single request', async () => {
      const rows = scale.snapshots.drops();
      const drops = await all(rows);
      expect(ids(drops)).toEqual(['base Base', 'linea Renamed', 'zora Zora']);
      expect(drops[1]).toEqual(await scale.drops.get('linea'));
      expect((await rows.head()).asOf).toEqual(expect.stringMatching(/Z$/));
    });

    it('returns a past catalogue, including drops that were archived later', async () => {
      expect(ids(await all(scale.snapshots.drops({ as_of: before })))).toEqual([
        'gone Gone',
        'linea Linea',
        'zora Zora',
      ]);
      const { headers } = await get(`${ROOT}?as_of=${before}`);
      expect(headers['x-data-as-of']).toBe(before);
    });

    it('returns the same bytes from the log and from the view', async () => {
      const live = await get(ROOT);
      const logged = await get(`${ROOT}?as_of=${String(live.headers['x-data-as-of'])}`);
      expect(logged.body).toBe(live.body);
    });

    it.each([undefined, 'as_of'])('resumes after an id that does not have to exist; parameter: %p', async (as_of) => {
      const query = { ...(as_of !== undefined && { as_of: before }), after: 'c' };
      expect((await all(scale.snapshots.drops(query))).map(({ id }) => id)).not.toContain('base');
      expect(await all(scale.snapshots.drops({ ...query, after: 'zora' }))).toEqual([]);
    });

    it('returns the allocation list with exact amounts, sorted by the bytes of the wallets', async () => {
      const rows = scale.snapshots.allocations('linea');
      const row = (wallet: string, amount: bigint): AllocationRow => ({
        wallet,
        amount: String(amount),
        index: null,
        breakdown: [],
      });
      const listed = await all(rows);
      expect(listed).toEqual([
        row(STARKNET, 0n),
        { ...row(FIRST, 1n), breakdown: [{ reason: 'a "quoted" \\ reason', amount: '1' }] },
        row(SECOND, MOST),
        row(COSMOS, 0n),
        row(SOLANA, 7n),
        row(VITALIK.toLowerCase(), 0n),
      ]);
      expect(Object.keys(listed[1]!.breakdown[0]!)).toEqual(['reason', 'amount']);
      expect((await rows.head()).version).toBe(1);
      const named = scale.snapshots.allocations('linea', { list: 'season-2', version: 1 });
      expect(await all(named)).toEqual([row(SECOND, 5n)]);
      for (const [index, { wallet }] of listed.entries()) {
        expect(await all(scale.snapshots.allocations('linea', { after: wallet, version: 1 }))).toEqual(
          listed.slice(index + 1),
        );
      }
    });

    it('returns the hype points within the span', async () => {
      const times = (rows: readonly HypeHistoryPoint[]) => rows.map(({ t }) => Date.parse(t));
      const whole = await all(scale.snapshots.hype('linea'));
      expect(times(whole)).toEqual(points);
      const { data, ruleset } = await scale.drops.hype('linea', { window: '24h' });
      const { recorded_at, ...last } = whole.at(-1)!;
      expect(last).toEqual({ ruleset, ...data.at(-1) });
      expect(recorded_at).toBe(last.t);
      const [first = 0, second = 0, third = 0] = points;
      const iso = (ms: number) => new Date(ms).toISOString();
      expect(times(await all(scale.snapshots.hype('linea', { from: iso(second), to: iso(third) })))).toEqual([second, third]); // prettier-ignore
      expect(times(await all(scale.snapshots.hype('linea', { after: iso(first), to: iso(second) })))).toEqual([second]);
      expect(await all(scale.snapshots.hype('zora'))).toEqual([]);
    });

    it.each(['br', 'gzip', 'identity'])(
      'ends with the row count and the checksum of the preceding lines, with the encoding %s',
      async (encoding) => {
        const { rawPayload, headers } = await get(`${ROOT}/linea/allocations`, { 'accept-encoding': encoding });
        const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding] ?? ((bytes: Buffer) => bytes);
        expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        const text = decode(rawPayload).toString('utf8');
        const at = text.lastIndexOf('\n', text.length - 2) + 1;
        const sha256 = createHash('sha256').update(text.slice(0, at)).digest('hex');
        expect(JSON.parse(text.slice(at))).toEqual({ _end: { rows: 6, sha256 } });
      },
    );

    it('returns only the end line without rows', async () => {
      const { body } = await get(`${ROOT}/zora/hype`);
      expect(JSON.parse(body)).toEqual({ _end: { rows: 0, sha256: createHash('sha256').digest('hex') } });
    });

    it('responds to HEAD with the headers, without a body', async () => {
      const response = await api.inject({
        method: 'HEAD',
        url: `${ROOT}/linea/allocations`,
        headers: { authorization: `Bearer ${key}` },
      });
      expect([response.statusCode, response.body, response.headers['x-list-version']]).toEqual([200, '', '1']);
    });

    it('consumes one token for few rows', async () => {
      const left = async () => Number(/r=(\d+)/.exec(String((await get('/v1/me')).headers['ratelimit']))?.[1]);
      const before = await left();
      await get(ROOT);
      expect(before - (await left())).toBeLessThanOrEqual(2);
    });
  });

  describe('rejections before the first byte', () => {
    it.each([
      ['?as_of=yesterday', 400, 'invalid_parameter'],
      ['?as_of=9999-12-31T00:00:00Z', 400, 'as_of_out_of_range'],
      ['?as_of=2000-01-01T00:00:00Z', 400, 'as_of_out_of_range'],
      ['?after=NO-SLUG', 400, 'invalid_parameter'],
      ['?limit=1', 400, 'unknown_parameter'],
      ['/nope/hype', 404, 'drop_not_found'],
      ['/gone/hype', 410, 'drop_archived'],
      ['/linea/hype?from=2026-08-22', 400, 'invalid_parameter'],
      ['/nope/allocations', 404, 'drop_not_found'],
      ['/gone/allocations', 410, 'drop_archived'],
      ['/zora/allocations', 404, 'list_not_found'],
      ['/linea/allocations?version=2', 404, 'list_not_found'],
      ['/linea/allocations?list=season-3', 404, 'list_not_found'],
      ['/linea/allocations?list=', 400, 'invalid_parameter'],
      ['/linea/allocations?list=Season%202', 400, 'invalid_parameter'],
      ['/base/allocations', 404, 'list_not_found'],
      ['/linea/allocations?version=0', 400, 'invalid_parameter'],
      ['/linea/allocations?version=1e0', 400, 'invalid_parameter'],
      ['/linea/allocations?after=0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046', 400, 'invalid_parameter'],
    ])('%s: %i %s', async (path, status, code) => {
      expect(await codeOf(ROOT + path)).toEqual([status, code]);
    });

    it('name the lists that exist', async () => {
      const detailOf = async (path: string) => (await get(ROOT + path)).json<{ detail: string }>().detail;
      expect(await detailOf('/linea/allocations?list=season-3')).toBe(
        'The drop "linea" has no active allocation list with the name "season-3"; it has the unnamed list, "season-2"',
      );
      expect(await detailOf('/base/allocations')).toBe(
        'The drop "base" has no active allocation list without a name; it has "wave-1"',
      );
    });

    it('do not contain the wallet', async () => {
      const { body } = await get(`${ROOT}/linea/allocations?after=0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046`);
      expect(body).not.toContain('d8dA6BF2');
    });

    it.each(['free', 'pro'] as const)('return 403 to the plan %s', async (plan) => {
      const response = await get(ROOT, {}, api.keys[plan]);
      expect(response.json()).toMatchObject({ code: 'plan_required', required_plan: 'scale', current_plan: plan });
    });

    it('return 406 to a client that does not accept NDJSON', async () => {
      expect(await codeOf(ROOT, { accept: 'application/json' })).toEqual([406, 'not_acceptable']);
      expect((await get(ROOT, { accept: 'application/x-ndjson' })).statusCode).toBe(200);
    });
  });

  it('returns 503 for data that the view does not contain while the database is unavailable', async () => {
    await api.loseDatabase();
    expect(await codeOf(`${ROOT}/linea/allocations`)).toEqual([503, 'unavailable']);
    expect(await codeOf(`${ROOT}?as_of=${before}`)).toEqual([503, 'unavailable']);
    expect((await get(ROOT)).statusCode).toBe(200);
  });
});

describe('tokens of a snapshot', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { stopClock: true });
    const { listId } = await publishList(api.db, 'linea', { [FIRST]: 1n });
    await api.db.query(
      `INSERT INTO list_rows (list_id, wallet, amount)
       SELECT $1, substring(sha256(n::text::bytea) FOR 20), n FROM generate_series(1, 1000) AS n`,
      [listId],
    );
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  // Otherwise one token would pay for the work of thousands of other requests.
  it('are consumed by rows: three for 1 001 wallets, one for a drop', async () => {
    const { secret } = await api.issueKey('scale');
    await api.keysSeen();
    const get = (url: string) => api.inject({ method: 'GET', url, headers: { authorization: `Bearer ${secret}` } });
    const before = left((await get('/v1/me')).headers);
    expect((await get(`${ROOT}/linea/allocations`)).body).toContain('{"_end":{"rows":1001,');
    expect(left((await get('/v1/me')).headers)).toBe(before - 3 - 1);
    await get(ROOT);
    expect(left((await get('/v1/me')).headers)).toBe(before - 3 - 1 - 1 - 1);
  });
});
