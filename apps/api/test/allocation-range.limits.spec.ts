import {
  type AllocationRange,
  PLAN_TERMS,
  RANGE_ROWS_MAX,
  RANGE_ROWS_MIN,
  RANGE_ROWS_PER_TOKEN,
} from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { publishList } from './lists';
import { amountsOf, evm, pathOf, treeOf } from './ranges';

/** Wallets that begin with `abc`. */
const crowd = (n: number): string => `0xabc${n.toString(16).padStart(37, '0')}`;
const left = (response: { headers: Record<string, unknown> }) =>
  Number(/r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1]);

describe('cost of GET /v1/drops/{id}/allocations/range/{prefix}', () => {
  let api: TestApi;
  let secret = '';
  beforeAll(async () => {
    api = await startApi(
      ['few', 'many', 'proven', 'two', 'enormous'].map((id) => dropDefinition(id)),
      { stopClock: true },
    );
    await publishList(api.db, 'few', amountsOf(evm, 620));
    await publishList(api.db, 'many', amountsOf(crowd, 2 * RANGE_ROWS_PER_TOKEN + 1));
    await publishList(api.db, 'proven', amountsOf(crowd, RANGE_ROWS_MAX.proofs), 'allocation', {
      tree: treeOf('uniswap'),
    });
    await publishList(api.db, 'two', amountsOf(crowd, RANGE_ROWS_PER_TOKEN), 'allocation', { name: 'season-1' });
    await publishList(api.db, 'two', amountsOf(crowd, 1), 'allocation', { name: 'season-2' });
    await publishList(api.db, 'enormous', amountsOf(crowd, RANGE_ROWS_MAX.plain + 1));
    await api.caughtUp();
  });
  afterAll(() => api.stop());
  // One key per test, because requests consume tokens.
  beforeEach(async () => void ({ secret } = await api.issueKey('pro')));
  const get = (path: string, headers = {}) =>
    api.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${secret}`, ...headers } });

  it.each<[string, string, number]>([
    ['no matching row, 16 neighbours', pathOf('few', 'abd'), 1],
    ['801 rows', pathOf('many', 'abc'), 3],
    ['1 000 rows with proofs', pathOf('proven', 'abc', '?proofs=true'), 3],
    ['401 rows of two lists', pathOf('two', 'abc'), 2],
    ['400 rows of one list', pathOf('two', 'abc', '?list=season-1'), 1],
  ])('is one token per 400 rows: %s', async (_, path, tokens) => {
    const response = await get(path);
    expect([response.statusCode, left(response)]).toEqual([200, 600 - tokens]);
    expect(response.headers['ratelimit-policy']).toBe('"pro";q=600;w=60');
    expect(left(await get('/v1/me'))).toBe(600 - tokens - 1);
  });

  it('is one token for a response without rows: 304, too many rows, an invalid prefix', async () => {
    const { headers } = await get(pathOf('many', 'abc'));
    const before = left({ headers });
    const known = await get(pathOf('many', 'abc'), { 'if-none-match': String(headers['etag']) });
    expect([known.statusCode, left(known)]).toEqual([304, before - 1]);
    const crowded = await get(pathOf('enormous', 'abc'));
    expect([crowded.statusCode, left(crowded)]).toEqual([400, before - 2]);
    const invalid = await get(pathOf('many', 'xyz'));
    expect([invalid.statusCode, left(invalid)]).toEqual([400, before - 3]);
  });

  it('rejects a range whose rows the remaining tokens do not pay for, with the seconds until they do', async () => {
    for (let n = 0; n < 598; n += 1) await get('/v1/drops/none');
    const rejected = await get(pathOf('many', 'abc'));
    expect([rejected.statusCode, rejected.json<{ code: string }>().code]).toEqual([429, 'rate_limited']);
    expect(rejected.json<{ detail: string }>().detail).toContain('does not leave the 3 tokens');
    // The look-up itself has consumed one of two tokens. A second attempt needs three, and ten come in a second.
    expect([left(rejected), rejected.headers['retry-after']]).toEqual([1, '1']);
    api.passTime(1_000);
    expect((await get(pathOf('many', 'abc'))).statusCode).toBe(200);
  });

  // The figure of docs/private-checks.md: one token per 16 wallets of a list of up to 65 536.
  it('is at least one token per 16 wallets for a client that enumerates a sparse list', async () => {
    const wallets = new Set<string>();
    let tokens = 0;
    for (let next = 0; next < 0x1000;) {
      const prefix = next.toString(16).padStart(3, '0');
      const before: number = tokens;
      const response = await get(pathOf('few', prefix));
      tokens = 600 - left(response);
      expect(tokens).toBe(before + 1);
      const { data } = response.json<AllocationRange>().lists[0]!;
      for (const { wallet } of data) wallets.add(wallet);
      // The neighbours follow in key order, so that the next prefix is that of the last of them.
      const last = parseInt(data.at(-1)!.wallet.slice(2, 5), 16);
      next = last > next ? last : last < next ? 0x1000 : next + 1;
    }
    expect(wallets.size).toBe(620);
    // Every third wallet begins with `abc` and comes with one response.
    expect(tokens).toBeGreaterThanOrEqual(Math.ceil((2 * 620) / 3 / RANGE_ROWS_MIN));
  });

  it('is never above the limit of a plan that includes ranges', () => {
    const dearest = Math.ceil(RANGE_ROWS_MAX.plain / RANGE_ROWS_PER_TOKEN);
    expect(dearest).toBe(13);
    for (const { features, requestsPerMinute } of Object.values(PLAN_TERMS)) {
      if (features.includes('eligibility')) expect(requestsPerMinute).toBeGreaterThan(dearest);
    }
  });
});
