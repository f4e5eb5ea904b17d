import { failureOf, problem, scripted } from '../../test/scripted';
import { ApiError, ConnectionError, InvalidProofError, UsageError } from '../index';

/** Loaded without its types: the SDK is compiled without the types of Node. */
const { inspect } = jest.requireActual<{ inspect(value: unknown, options?: object): string }>('node:util');

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const LOWER = WALLET.toLowerCase();
const check = { wallet: WALLET, drop: 'linea' };
const AS_OF = '2026-08-22T10:00:00.000Z';

/** Root that no proof of this test leads to. */
const ROOT = `0x${'12'.repeat(32)}`;
const SOURCE = {
  kind: 'allocation_list',
  list: null,
  version: 1,
  url: null,
  sha256: 'ab'.repeat(32),
  published_at: AS_OF,
} as const;
const proofOf = (root: string, published = true) => ({
  format: 'uniswap' as const,
  root,
  root_published: published,
  index: 0,
  proof: [],
});
const rowOf = (over: object = {}) => ({
  wallet: LOWER,
  amount: '100',
  index: '0',
  breakdown: [],
  proof: null,
  ...over,
});
const NEIGHBOUR = rowOf({ wallet: `0xd8d${'1'.repeat(37)}`, amount: '7' });
const bucket = (...lists: object[][]) =>
  Response.json(
    {
      drop: 'linea',
      wallet_type: 'evm',
      prefix: 'd8d',
      lists: lists.map((data, at) => ({ list: at === 0 ? null : `season-${at}`, matching: 1, data, source: SOURCE })),
    },
    { headers: { 'x-data-as-of': AS_OF } },
  );
const tooMany = () =>
  problem(400, {
    code: 'invalid_parameter',
    errors: [{ parameter: 'prefix', code: 'too_many_rows', detail: 'covers' }],
  });

describe('eligibility.checkPrivately', () => {
  it('requests the bucket of the shortest prefix with proofs, and selects the row of the wallet', async () => {
    const { client, urls, requests } = scripted([bucket([rowOf(), NEIGHBOUR])]);
    expect(await client.eligibility.checkPrivately(check)).toEqual({
      drop: 'linea',
      wallet: WALLET,
      wallet_type: 'evm',
      prefix: 'd8d',
      listed: true,
      amount: '100',
      proof: 'none',
      entries: [{ list: null, amount: '100', index: '0', breakdown: [], proof: null, source: SOURCE }],
      sources: [SOURCE],
      as_of: AS_OF,
    });
    expect(urls).toEqual(['http://drops.test/v1/drops/linea/allocations/range/d8d?type=evm&proofs=true']);
    expect(requests[0]).toMatchObject({ method: 'GET' });
  });

  // Neither the service, nor a proxy or log on the way, may receive more than the prefix.
  it.each([
    [WALLET, 'd8d'],
    ['9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y', '9j'],
  ])('sends nothing of %s beyond its prefix %s, in no part of any request, and in no error', async (wallet, prefix) => {
    const { client, urls, requests } = scripted(
      [tooMany(), new TypeError('lost'), problem(503, { code: 'unavailable' }), new Response('<html>')],
      { maxRetries: 1 },
    );
    const errors = [
      await failureOf(client.eligibility.checkPrivately({ wallet, drop: 'linea', list: 'season-2' })),
      await failureOf(client.eligibility.checkPrivately({ wallet, drop: 'linea' })),
      await failureOf(client.eligibility.checkPrivately({ wallet: `${wallet}x`, drop: 'linea' })),
      await failureOf(client.eligibility.checkPrivately({ wallet, drop: 'linea' }, { prefixLength: 20 })),
    ];
    const sent = requests.map(({ headers, body, ...init }, at) =>
      inspect([urls[at], [...new Headers(headers)], body, { ...init, signal: null }], { depth: null }),
    );
    expect(sent.length).toBeGreaterThanOrEqual(4);
    const digits = wallet.replace('0x', '');
    // The second request has one more character, as the first was rejected.
    const more = digits.slice(0, prefix.length + 2).toLowerCase();
    const reveals = (text: string): boolean =>
      text.toLowerCase().includes(more) || text.toLowerCase().includes(digits.slice(-6).toLowerCase());
    expect(sent.filter(reveals)).toEqual([]);
    const shown = errors.map((error) => inspect(error, { depth: null, showHidden: true }));
    expect(shown.filter(reveals)).toEqual([]);
  });

  it('uses a longer prefix only if the API rejects the shorter one for too many rows', async () => {
    const { client, urls } = scripted([tooMany(), bucket([NEIGHBOUR])]);
    expect(await client.eligibility.checkPrivately(check)).toMatchObject({
      listed: false,
      amount: null,
      proof: 'none',
    });
    expect(urls.map((url) => /range\/(\w+)/.exec(url)?.[1])).toEqual(['d8d', 'd8da']);

    const rejected = scripted([problem(400, { code: 'invalid_parameter', errors: [{ parameter: 'type' }] })]);
    expect(await failureOf(rejected.client.eligibility.checkPrivately(check))).toBeInstanceOf(ApiError);
    expect(rejected.urls).toHaveLength(1);
  });

  it('sends exactly the length that the caller chose', async () => {
    const { client, urls } = scripted([tooMany()]);
    expect(await failureOf(client.eligibility.checkPrivately(check, { prefixLength: 4 }))).toBeInstanceOf(ApiError);
    expect(urls.map((url) => /range\/(\w+)/.exec(url)?.[1])).toEqual(['d8da']);
  });

  it('adds up the rows of all lists', async () => {
    const { client } = scripted([bucket([rowOf(), rowOf({ amount: '1' })], [rowOf({ amount: '10' })], [NEIGHBOUR])]);
    const { amount, entries, sources } = await client.eligibility.checkPrivately(check);
    expect([amount, entries.map(({ list }) => list), sources.length]).toEqual(['111', [null, null, 'season-1'], 3]);
  });

  it('throws for a proof that does not lead to its root, without the wallet', async () => {
    const { client } = scripted([bucket([rowOf({ proof: proofOf(ROOT) })])]);
    const error = await failureOf(client.eligibility.checkPrivately(check));
    expect(error).toBeInstanceOf(InvalidProofError);
    expect(error).toMatchObject({ code: 'invalid_proof' });
    expect(inspect(error, { depth: null }).toLowerCase()).not.toContain(LOWER.slice(2, 12));
  });

  it.each([true, false])('relies on the verification of the caller: %p', async (isValid) => {
    const verify = jest.fn(async () => isValid);
    const { client } = scripted([bucket([rowOf({ proof: proofOf(ROOT) })])]);
    const outcome = await client.eligibility.checkPrivately(check, { verify }).catch((error: unknown) => error);
    expect(outcome).toMatchObject(isValid ? { listed: true, proof: 'verified' } : { code: 'invalid_proof' });
    expect(verify.mock.calls).toEqual([[expect.objectContaining({ wallet: WALLET, amount: '100', root: ROOT })]]);
  });

  // A page whose new version has replaced the files of the loaded one.
  it('reports code that cannot be loaded as a lost connection, before any request', async () => {
    jest.doMock('../rules/private-check', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const { client, urls } = scripted([]);
    const error = await failureOf(client.eligibility.checkPrivately(check));
    jest.dontMock('../rules/private-check');
    expect(error).toBeInstanceOf(ConnectionError);
    expect(urls).toEqual([]);
  });

  // A mistyped address would otherwise be answered with "not listed".
  it.each([WALLET.replace('dA6', 'da6'), '0x12', '', 'wallet'])('rejects %p before any request', async (wallet) => {
    const { client, urls } = scripted([]);
    expect(await failureOf(client.eligibility.checkPrivately({ wallet, drop: 'linea' }))).toBeInstanceOf(UsageError);
    expect(urls).toEqual([]);
  });
});

describe('eligibility.range', () => {
  it('requests the bucket of a prefix', async () => {
    const { client, urls } = scripted([bucket([NEIGHBOUR])]);
    const { lists } = await client.eligibility.range('linea', 'd8d', { list: 'season-1' });
    expect(lists[0]?.data).toEqual([NEIGHBOUR]);
    expect(urls).toEqual(['http://drops.test/v1/drops/linea/allocations/range/d8d?list=season-1']);
  });
});
