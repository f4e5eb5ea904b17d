import type { EligibilityCheck } from '@droptrack/contracts';
import { type Droptrack, isAnswered } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const PATH = '/v1/eligibility/batch';
/** Valid request id. */
const BATCH_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const CATALOGUE = [dropDefinition('listed'), dropDefinition('other'), dropDefinition('undated')];
const wallets = Array.from({ length: 100 }, (_, n) => `0x${String(n + 1).padStart(40, '0')}`);
/** Wallet without its last digit. */
const TRUNCATED = evmWallet('c').slice(0, -1);
const [FIRST = '', SECOND = ''] = wallets;

describe('POST /v1/eligibility/batch', () => {
  let api: TestApi;
  let scale: Droptrack;
  let secret = '';
  beforeAll(async () => {
    api = await startApi([...CATALOGUE, dropDefinition('gone')], { stopClock: true });
    await api.apply(CATALOGUE);
    const amountsOf = (from: number) => Object.fromEntries(wallets.map((wallet, n) => [wallet, BigInt(from + n)]));
    await publishList(api.db, 'listed', amountsOf(1));
    await publishList(api.db, 'other', amountsOf(1_001));
    await api.caughtUp();
  });
  afterAll(() => api.stop());
  // One key per test, because every batch consumes tokens.
  beforeEach(async () => {
    ({ secret } = await api.issueKey('scale'));
    scale = api.sdkOf(secret);
  });
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    api.post(PATH, typeof body === 'string' ? body : JSON.stringify(body), {
      authorization: `Bearer ${secret}`,
      ...headers,
    });
  const codeOf = (response: { json: <T>() => T }) => response.json<{ code: string }>().code;

  it('returns the results of 100 checks in request order, equal to single checks, in one round trip', async () => {
    const checks = wallets.map((wallet, n) => ({ wallet, drop: n % 2 === 0 ? 'listed' : 'other' }));
    await scale.eligibility.checkBatch(checks.slice(0, 2)); // Caches the definitions.
    const statements = jest.spyOn(api.db, 'prepared');
    const { data } = await scale.eligibility.checkBatch(checks);
    expect(statements).toHaveBeenCalledTimes(1);
    statements.mockRestore();
    expect(data.map((item) => (isAnswered(item) ? item.allocation?.amount : null))).toEqual(
      checks.map(({ drop }, n) => String(n + (drop === 'listed' ? 1 : 1_001))),
    );
    const alone = await scale.eligibility.check(checks[1]!);
    expect(data[1]).toMatchObject({
      ...alone,
      checked_at: expect.any(String) as string,
      as_of: expect.any(String) as string,
    });
    expect(new Set(data.map((item) => (isAnswered(item) ? item.as_of : null))).size).toBe(1);
  });

  it('returns the problem of an invalid check at its position, and the results of all others', async () => {
    const bad: [unknown, number, string, string | undefined][] = [
      [{ wallet: FIRST, drop: 'nope' }, 404, 'drop_not_found', undefined],
      [{ wallet: FIRST, drop: 'gone' }, 410, 'drop_archived', undefined],
      [{ wallet: TRUNCATED, drop: 'listed' }, 422, 'invalid_wallet', 'wallet'],
      [{ wallet: FIRST }, 422, 'validation_failed', 'drop'],
      [{ wallet: 7, drop: 'listed' }, 422, 'validation_failed', 'wallet'],
      [{ wallet: FIRST, drop: 'listed', chain: 'linea' }, 422, 'validation_failed', 'chain'],
      [FIRST, 422, 'validation_failed', ''],
      [null, 422, 'validation_failed', ''],
      [[FIRST, 'listed'], 422, 'validation_failed', ''],
    ];
    const good = { wallet: SECOND, drop: 'listed' };
    const checks = bad.flatMap(([check]) => [check, good]);
    const response = await send({ checks }, { 'x-request-id': BATCH_ID });
    expect(response.statusCode).toBe(200);
    const { data } = response.json<{ data: object[] }>();
    expect(data).toHaveLength(checks.length);
    for (const [n, [, status, code, member]] of bad.entries()) {
      const at = `#/checks/${2 * n}`;
      const pointer = member === '' ? at : `${at}/${member}`;
      const errors = member === undefined ? [] : [expect.objectContaining({ pointer }) as object];
      const problem = { status, code, instance: PATH, request_id: BATCH_ID, errors };
      expect(data[2 * n]).toEqual({ problem: expect.objectContaining(problem) as object });
      expect(data[2 * n + 1]).toMatchObject({ wallet: SECOND, allocation: { amount: '2' } });
    }
    expect(response.body).not.toContain(TRUNCATED);
  });

  it('accepts the checks of the SDK, and must not be stored by caches', async () => {
    const { data } = await scale.eligibility.checkBatch([{ wallet: FIRST, drop: 'undated' }]);
    expect(data).toMatchObject([{ status: 'pending' }]);
    const { headers } = await send({ checks: [{ wallet: FIRST, drop: 'listed' }] });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-data-as-of': expect.any(String) as string });
  });

  it.each<[string, unknown, string, string]>([
    ['an array', [{ wallet: FIRST, drop: 'listed' }], '#', 'type'],
    ['no member', {}, '#/checks', 'required'],
    ['an object', { checks: { wallet: FIRST, drop: 'listed' } }, '#/checks', 'type'],
    ['no checks', { checks: [] }, '#/checks', 'range'],
    ['more than 100', { checks: Array(101).fill({ wallet: FIRST, drop: 'listed' }) }, '#/checks', 'range'],
    ['another member', { checks: [{ wallet: FIRST, drop: 'listed' }], drop: 'listed' }, '#/drop', 'unknown'],
  ])('rejects the whole batch with 422: %s', async (_, body, pointer, code) => {
    const response = await send(body);
    expect([response.statusCode, codeOf(response)]).toEqual([422, 'validation_failed']);
    expect(response.json<{ errors: object[] }>().errors).toEqual([expect.objectContaining({ pointer, code })]);
    expect(response.body).not.toContain(FIRST.slice(2));
    expect(response.headers['ratelimit']).toContain('r=9999;');
  });

  it('accepts bodies of up to 64 KiB, while other routes accept 16 KiB', async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify({ checks: [{ wallet: FIRST, drop: 'listed' }] });
      return text + ' '.repeat(bytes - text.length);
    };
    expect((await send(padded(64 * 1024))).statusCode).toBe(200);
    const rejected = await send(padded(64 * 1024 + 1));
    expect([rejected.statusCode, codeOf(rejected)]).toEqual([413, 'payload_too_large']);
    expect(rejected.json<{ detail: string }>().detail).toContain('64 KiB');
    expect((await api.post('/v1/eligibility', padded(16 * 1024 + 1))).statusCode).toBe(413);
    const deep = await send(`{"checks":[${'['.repeat(30_000)}${']'.repeat(30_000)}]}`);
    expect(deep.json()).toMatchObject({ data: [{ problem: { code: 'validation_failed' } }] });
  });

  describe('rate limit', () => {
    const left = (response: { headers: Record<string, unknown> }) =>
      Number(/r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1]);
    const pairs = (count: number): { checks: EligibilityCheck[] } => ({
      checks: Array.from({ length: count }, () => ({ wallet: FIRST, drop: 'listed' })),
    });

    it.each<[string, unknown, number]>([
      ['100 checks', pairs(100), 100],
      ['one check', pairs(1), 1],
      ['two invalid checks', { checks: [null, null] }, 2],
      ['invalid JSON', '{', 1],
    ])('consumes one token per check: %s', async (_, body, tokens) => {
      expect(left(await send(body))).toBe(10_000 - tokens);
    });

    it('consumes all tokens of a batch at once, or none', async () => {
      // A batch that is rejected as a whole consumes as many tokens and is fast.
      for (let n = 0; n < 99; n += 1) expect((await send({ ...pairs(100), drop: 'listed' })).statusCode).toBe(422);
      expect(left(await send(pairs(40)))).toBe(60);
      const response = await send(pairs(100));
      expect([response.statusCode, codeOf(response)]).toEqual([429, 'rate_limited']);
      expect(response.headers['retry-after']).toBe('1');
      expect(left(response)).toBe(60);
      expect(response.json<{ detail: string }>().detail).toContain('does not leave the 100');
      // A smaller batch can consume all remaining tokens.
      expect((await send(pairs(60))).statusCode).toBe(200);
    });

    // The plan is reported regardless of the size of the batch.
    it('returns 403 to other plans, for one token', async () => {
      const { secret: pro } = await api.issueKey('pro');
      const rejected = await send(pairs(100), { authorization: `Bearer ${pro}` });
      expect(rejected.json()).toMatchObject({ code: 'plan_required', required_plan: 'scale', current_plan: 'pro' });
      expect(left(rejected)).toBe(599);
    });
  });

  it('returns 503 for the whole batch while the database is unavailable', async () => {
    await api.keysSeen();
    await send({ checks: [{ wallet: FIRST, drop: 'listed' }] });
    await api.loseDatabase();
    const response = await send({
      checks: [
        { wallet: FIRST, drop: 'listed' },
        { wallet: evmWallet('z'), drop: 'nope' },
      ],
    });
    expect([response.statusCode, codeOf(response)]).toEqual([503, 'unavailable']);
    expect(response.headers['retry-after']).toBe('2');
  });
});
