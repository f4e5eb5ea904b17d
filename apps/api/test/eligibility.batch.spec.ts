import type { EligibilityCheck } from '@droptrack/contracts';
import { type Droptrack, isAnswered } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const PATH = '/v1/eligibility/batch';
/** An id of the test's own, of a form that is kept. */
const BATCH_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const CATALOGUE = [dropDefinition('listed'), dropDefinition('other'), dropDefinition('undated')];
const wallets = Array.from({ length: 100 }, (_, n) => `0x${String(n + 1).padStart(40, '0')}`);
/** Cut off: no wallet. */
const CUT = evmWallet('c').slice(0, -1);
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
  // A key each: every batch costs what it holds.
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

  it('answers a hundred in their order, each as it is answered alone, in one round trip', async () => {
    const checks = wallets.map((wallet, n) => ({ wallet, drop: n % 2 === 0 ? 'listed' : 'other' }));
    await scale.eligibility.checkBatch(checks.slice(0, 2)); // The definitions are in memory from here on.
    const statements = jest.spyOn(api.db, 'prepared');
    const { data } = await scale.eligibility.checkBatch(checks);
    expect(statements).toHaveBeenCalledTimes(1);
    statements.mockRestore();
    expect(data.map((answer) => (isAnswered(answer) ? answer.allocation?.amount : null))).toEqual(
      checks.map(({ drop }, n) => String(n + (drop === 'listed' ? 1 : 1_001))),
    );
    const alone = await scale.eligibility.check(checks[1]!);
    expect(data[1]).toMatchObject({
      ...alone,
      checked_at: expect.any(String) as string,
      as_of: expect.any(String) as string,
    });
    expect(new Set(data.map((answer) => (isAnswered(answer) ? answer.as_of : null))).size).toBe(1);
  });

  it('puts the problem of a bad pair in its place, and answers the others', async () => {
    const bad: [unknown, number, string, string | undefined][] = [
      [{ wallet: FIRST, drop: 'nope' }, 404, 'drop_not_found', undefined],
      [{ wallet: FIRST, drop: 'gone' }, 410, 'drop_archived', undefined],
      [{ wallet: CUT, drop: 'listed' }, 422, 'invalid_wallet', 'wallet'],
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
    expect(response.body).not.toContain(CUT);
  });

  it('takes the pairs that the SDK takes, and is kept by nobody', async () => {
    const { data } = await scale.eligibility.checkBatch([{ wallet: FIRST, drop: 'undated' }]);
    expect(data).toMatchObject([{ status: 'pending' }]);
    const { headers } = await send({ checks: [{ wallet: FIRST, drop: 'listed' }] });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-data-as-of': expect.any(String) as string });
  });

  it.each<[string, unknown, string, string]>([
    ['no object', [{ wallet: FIRST, drop: 'listed' }], '#', 'type'],
    ['no checks', {}, '#/checks', 'required'],
    ['no array', { checks: { wallet: FIRST, drop: 'listed' } }, '#/checks', 'type'],
    ['none', { checks: [] }, '#/checks', 'range'],
    ['more than 100', { checks: Array(101).fill({ wallet: FIRST, drop: 'listed' }) }, '#/checks', 'range'],
    ['another member', { checks: [{ wallet: FIRST, drop: 'listed' }], drop: 'listed' }, '#/drop', 'unknown'],
  ])('422 for the whole: %s', async (_, body, pointer, code) => {
    const response = await send(body);
    expect([response.statusCode, codeOf(response)]).toEqual([422, 'validation_failed']);
    expect(response.json<{ errors: object[] }>().errors).toEqual([expect.objectContaining({ pointer, code })]);
    expect(response.body).not.toContain(FIRST.slice(2));
    expect(response.headers['ratelimit']).toContain('r=9999;');
  });

  it('takes bodies of up to 64 KiB, where other routes take 16', async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify({ checks: [{ wallet: FIRST, drop: 'listed' }] });
      return text + ' '.repeat(bytes - text.length);
    };
    expect((await send(padded(64 * 1024))).statusCode).toBe(200);
    const refused = await send(padded(64 * 1024 + 1));
    expect([refused.statusCode, codeOf(refused)]).toEqual([413, 'payload_too_large']);
    expect(refused.json<{ detail: string }>().detail).toContain('64 KiB');
    expect((await api.post('/v1/eligibility', padded(16 * 1024 + 1))).statusCode).toBe(413);
    const deep = await send(`{"checks":[${'['.repeat(30_000)}${']'.repeat(30_000)}]}`);
    expect(deep.json()).toMatchObject({ data: [{ problem: { code: 'validation_failed' } }] });
  });

  describe('its price', () => {
    const left = (response: { headers: Record<string, unknown> }) =>
      Number(/r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1]);
    const pairs = (count: number): { checks: EligibilityCheck[] } => ({
      checks: Array.from({ length: count }, () => ({ wallet: FIRST, drop: 'listed' })),
    });

    it.each<[string, unknown, number]>([
      ['a hundred', pairs(100), 100],
      ['one', pairs(1), 1],
      ['bad ones', { checks: [null, null] }, 2],
      ['no JSON', '{', 1],
    ])('is a token for each check: %s', async (_, body, tokens) => {
      expect(left(await send(body))).toBe(10_000 - tokens);
    });

    it('is paid at once, or not at all', async () => {
      // What is refused as a whole costs as much, and is soon answered.
      for (let n = 0; n < 99; n += 1) expect((await send({ ...pairs(100), drop: 'listed' })).statusCode).toBe(422);
      expect(left(await send(pairs(40)))).toBe(60);
      const response = await send(pairs(100));
      expect([response.statusCode, codeOf(response)]).toEqual([429, 'rate_limited']);
      expect(response.headers['retry-after']).toBe('1');
      expect(left(response)).toBe(60);
      expect(response.json<{ detail: string }>().detail).toContain('does not leave the 100');
      // A smaller one finds all that was left.
      expect((await send(pairs(60))).statusCode).toBe(200);
    });

    // Whoever may not use it must be told so, however much they ask for.
    it('403 for other plans, for one token', async () => {
      const { secret: pro } = await api.issueKey('pro');
      const refused = await send(pairs(100), { authorization: `Bearer ${pro}` });
      expect(refused.json()).toMatchObject({ code: 'plan_required', required_plan: 'scale', current_plan: 'pro' });
      expect(left(refused)).toBe(599);
    });
  });

  it('503 for the whole once the database is away: it is about no single check', async () => {
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
