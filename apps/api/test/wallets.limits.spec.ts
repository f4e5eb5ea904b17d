import { emptyView } from '@droptrack/catalogue';
import { fact } from '@droptrack/catalogue/testing';
import { isAnswered } from '@droptrack/sdk';
import { countWalletTokens } from '../src/resources/wallets/wallet-drops.dto';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const PATH = '/v1/wallets/drops';
const LISTED = evmWallet('1');
/** Of each kind; with both, each drop has two lists. */
const DROPS = Array.from({ length: 26 }, (_, n) => `drop-${String(n + 1).padStart(2, '0')}`);
const wallets = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `0x${String(n + 1).padStart(40, '0')}`);
const left = (response: { headers: Record<string, unknown> }) =>
  Number(/r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1]);

describe('cost and look-ups of POST /v1/wallets/drops', () => {
  let api: TestApi;
  let secret = '';
  beforeAll(async () => {
    const definitions = DROPS.map((id, n) => dropDefinition(id, n < 20 ? {} : { status: fact('tge' as const) }));
    api = await startApi([...definitions, dropDefinition('gone')], { stopClock: true });
    for (const id of [...DROPS, 'gone']) await publishList(api.db, id, { [LISTED]: 1n });
    await api.caughtUp();
    await api.apply(definitions);
  });
  afterAll(() => api.stop());
  // One key per test, because requests consume tokens.
  beforeEach(async () => void ({ secret } = await api.issueKey('scale')));
  const send = (body: unknown, key = secret) =>
    api.post(PATH, typeof body === 'string' ? body : JSON.stringify(body), { authorization: `Bearer ${key}` });

  // The list of an archived drop is not searched, so it does not count.
  it.each<[string, unknown, number]>([
    ['one wallet', { wallets: wallets(1) }, 2],
    ['one wallet with a status', { wallets: wallets(1), status: ['tge'] }, 2],
    ['20 wallets', { wallets: wallets(20) }, 40],
    ['a repeated wallet', { wallets: [LISTED, LISTED] }, 4],
    ['an invalid wallet', { wallets: [null] }, 2],
    ['too many wallets', { wallets: wallets(21) }, 1],
    ['no wallets', { wallets: [] }, 1],
    ['an object', { wallets: { length: 20 } }, 1],
    ['invalid JSON', '{', 1],
  ])('consumes one token per wallet and 25 active lists: %s', async (_, body, tokens) => {
    expect(left(await send(body))).toBe(10_000 - tokens);
  });

  it('consumes all tokens of a request at once, or none', async () => {
    const checks = wallets(100).map((wallet) => ({ wallet, drop: 'drop-01' }));
    // A batch that is rejected as a whole consumes as many tokens and is fast.
    const batch = JSON.stringify({ checks, drop: 'drop-01' });
    const authorization = `Bearer ${secret}`;
    for (let n = 0; n < 99; n += 1) await api.post('/v1/eligibility/batch', batch, { authorization });
    expect(left(await send({ wallets: wallets(20) }))).toBe(60);
    expect(left(await send({ wallets: wallets(20) }))).toBe(20);
    const rejected = await send({ wallets: wallets(20) });
    expect([rejected.statusCode, rejected.json<{ code: string }>().code]).toEqual([429, 'rate_limited']);
    expect(rejected.json<{ detail: string }>().detail).toContain('does not leave the 40');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(left(rejected)).toBe(20);
    // A smaller request can consume all remaining tokens.
    expect((await send({ wallets: wallets(10) })).statusCode).toBe(200);
  });

  it('costs at least one token per wallet, and one for several wallets with the plan pro', () => {
    const body = Buffer.from(JSON.stringify({ wallets: wallets(3) }));
    expect(countWalletTokens(body, { plan: 'scale', view: emptyView })).toBe(3);
    expect(countWalletTokens(body, { plan: 'scale', view: null })).toBe(3);
    expect(countWalletTokens(body, { plan: 'pro', view: null })).toBe(1);
  });

  it('reads all lists for a wallet in one statement, and those for 20 wallets in batches of 256', async () => {
    await send({ wallets: [LISTED] }); // Caches the definitions.
    const statements = jest.spyOn(api.db, 'prepared');
    await send({ wallets: [LISTED] });
    expect(statements).toHaveBeenCalledTimes(1);
    statements.mockClear();
    await send({ wallets: wallets(20) });
    const sizes = statements.mock.calls.map(([, , values]) => (values?.[0] as unknown[]).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20 * DROPS.length);
    statements.mockRestore();
  });

  // Also in another case, which is the same address.
  it('looks a repeated wallet up once, and returns it at each of its positions', async () => {
    const [wallet, other] = [`0x${'ab'.repeat(20)}`, evmWallet('2')];
    const statements = jest.spyOn(api.db, 'prepared');
    const response = await send({ wallets: [wallet, other, `0x${'AB'.repeat(20)}`, wallet] });
    const lookUps = statements.mock.calls.map(([, , values]) => (values?.[0] as unknown[]).length);
    statements.mockRestore();
    expect(lookUps).toEqual([2 * DROPS.length]);
    const { data } = response.json<{ data: { wallet: string }[] }>();
    expect(data.map((each) => each.wallet.toLowerCase())).toEqual([wallet, other, wallet, wallet]);
    expect(data[3]).toEqual(data[0]);
  });

  it('reads definitions that are not cached in one statement', async () => {
    const again = await api.startAgain();
    const statements = jest.spyOn(api.db, 'query');
    const body = JSON.stringify({ wallets: [LISTED] });
    const response = await again.post(PATH, body, { authorization: `Bearer ${secret}` });
    expect(response.json<{ data: { data: object[] }[] }>().data[0]!.data).toHaveLength(DROPS.length);
    const reads = statements.mock.calls.filter(([, values]) => values?.[0] === 'definition');
    expect(reads).toHaveLength(1);
    statements.mockRestore();
    await again.stop();
  });

  // A result without the list would be a wrong "no".
  it('fails as a whole while one of the lists is purged but still active in the view', async () => {
    const [purged] = await api.db.query<{ id: string }>(`SELECT id FROM lists WHERE drop_id = '${DROPS[7]}'`);
    await api.db.query('UPDATE lists SET in_force = false, purged_at = now() WHERE id = $1', [purged!.id]);
    const statements = jest.spyOn(api.db, 'prepared');
    const response = await send({ wallets: [LISTED] });
    expect([response.statusCode, response.json<{ detail: string }>().detail]).toEqual([
      503,
      'The list is being replaced',
    ]);
    expect(response.headers['retry-after']).toBe('2');
    // Halves of the lists, not each of them.
    expect(statements.mock.calls.length).toBeLessThanOrEqual(11);
    statements.mockRestore();
    // A request without that drop is not affected, nor are checks of others.
    const sdk = api.sdkOf(secret);
    const { data } = await sdk.wallets.drops({ wallets: [LISTED], status: ['tge'] });
    expect(data.filter(isAnswered)[0]!.summary.eligible).toBe(6);
    expect(await sdk.eligibility.check({ wallet: LISTED, drop: DROPS[8]! })).toMatchObject({ status: 'eligible' });
    await api.db.query('UPDATE lists SET in_force = true, purged_at = NULL WHERE id = $1', [purged!.id]);
    expect((await send({ wallets: [LISTED] })).statusCode).toBe(200);
  });

  it('does not delay single checks behind many look-ups', async () => {
    const sdk = api.sdkOf(secret);
    const check = { wallet: LISTED, drop: DROPS[0]! };
    await sdk.eligibility.check(check);
    // The statements of one request run one at a time, and that of the check beside them.
    let inFlight = 0;
    const many: number[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const prepared = api.db.prepared.bind(api.db);
    const statements = jest.spyOn(api.db, 'prepared');
    const isHeld = new Promise<void>((resolve) =>
      statements.mockImplementation(async (...args) => {
        const isMany = (args[2]?.[0] as unknown[]).length > 1;
        if (!isMany) return prepared(...args);
        many.push(++inFlight);
        resolve();
        await held;
        const rows = await prepared(...args);
        inFlight -= 1;
        return rows;
      }),
    );
    const request = sdk.wallets.drops({ wallets: wallets(20) });
    await isHeld;
    expect(await sdk.eligibility.check(check)).toMatchObject({ status: 'eligible' });
    expect(many).toEqual([1]);
    release();
    expect((await request).data).toHaveLength(20);
    statements.mockRestore();
    expect(many).toEqual([1, 1, 1]);
  });
});
