import { failureOf, problem, scripted } from '../../test/scripted';
import { ApiError, ConnectionError, UsageError } from '../index';

/** Loaded without its types: the SDK is compiled without the types of Node. */
const { inspect } = jest.requireActual<{ inspect(value: unknown, options?: object): string }>('node:util');

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const LOWER = WALLET.toLowerCase();
const check = { wallet: WALLET, drop: 'linea' };
const AS_OF = '2026-08-22T10:00:00.000Z';

const SOURCE = {
  kind: 'allocation_list',
  list: null,
  version: 1,
  url: null,
  sha256: 'ab'.repeat(32),
  published_at: AS_OF,
} as const;
const rowOf = (over: object = {}) => ({
  wallet: LOWER,
  amount: '100',
  index: 0,
  breakdown: [],
  proof: null,
  ...over,
});
const NEIGHBOUR = rowOf({ wallet: `0xd8d${'1'.repeat(37)}`, amount: '7' });
const range = (...lists: object[][]) => rangeWith({}, ...lists);
const rangeWith = (over: object, ...lists: object[][]) => rangeStating({}, over, ...lists);
/** Range with other members than those of a complete set of lists. */
const rangeStating = (stated: object, over: object, ...lists: object[][]) =>
  Response.json(
    {
      ...{ drop: 'linea', wallet_type: 'evm', prefix: 'd8d', ...over },
      lists: lists.map((data, at) => ({ list: at === 0 ? null : `season-${at}`, matching: 1, data, source: SOURCE })),
      ...{ lists_gap: null, ...stated },
    },
    { headers: { 'x-data-as-of': AS_OF } },
  );
const prefixesIn = (urls: readonly string[]) => urls.map((url) => /range\/(\w+)/.exec(url)?.[1]);
const tooMany = () =>
  problem(400, {
    code: 'invalid_parameter',
    errors: [{ parameter: 'prefix', code: 'too_many_rows', detail: 'covers' }],
  });

describe('eligibility.checkPrivately', () => {
  it('requests the range of the shortest prefix with proofs, and selects the row of the wallet', async () => {
    const { client, urls, requests } = scripted([range([rowOf(), NEIGHBOUR])]);
    expect(await client.eligibility.checkPrivately(check)).toEqual({
      drop: 'linea',
      wallet: WALLET,
      wallet_type: 'evm',
      prefix: 'd8d',
      listed: true,
      amount: '100',
      proof_state: 'none',
      complete: true,
      lists_gap: null,
      entries: [{ list: null, amount: '100', token: null, index: 0, breakdown: [], proof: null, source: SOURCE }],
      sources: [SOURCE],
      as_of: AS_OF,
    });
    expect(urls).toEqual(['http://drops.test/v1/drops/linea/allocations/range/d8d?type=evm&proofs=true']);
    expect(requests[0]).toMatchObject({ method: 'GET' });
  });

  // Services of earlier releases do not say whether their lists are all.
  it('is complete only if the service states that its lists are all', async () => {
    const gap = { code: 'short', message: 'The loaded list has only 1 wallet (catalogue: 9).' };
    for (const stated of [gap, undefined]) {
      const { client } = scripted([rangeStating({ lists_gap: stated }, {}, [NEIGHBOUR])]);
      const result = await client.eligibility.checkPrivately(check);
      expect(result).toMatchObject({ listed: false, complete: false, lists_gap: stated ?? null });
    }
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
    const { client, urls } = scripted([tooMany(), rangeWith({ prefix: 'd8da' }, [NEIGHBOUR])]);
    expect(await client.eligibility.checkPrivately(check)).toMatchObject({
      ...{ prefix: 'd8da', listed: false, amount: null, proof_state: null },
    });
    expect(prefixesIn(urls)).toEqual(['d8d', 'd8da']);

    const rejected = scripted([problem(400, { code: 'invalid_parameter', errors: [{ parameter: 'type' }] })]);
    expect(await failureOf(rejected.client.eligibility.checkPrivately(check))).toBeInstanceOf(ApiError);
    expect(rejected.urls).toHaveLength(1);
  });

  // Otherwise a service could demand any number of characters, by rejections.
  it.each([
    [{}, ['d8d', 'd8da']],
    [{ maxPrefixLength: 3 }, ['d8d']],
    [{ maxPrefixLength: 5 }, ['d8d', 'd8da', 'd8da6']],
    [{ prefixLength: 4 }, ['d8da']],
  ])('sends at most the characters of %p to a service that rejects every prefix', async (options, sent) => {
    const { client, urls } = scripted([tooMany(), tooMany(), tooMany(), tooMany()]);
    const error = await failureOf(client.eligibility.checkPrivately(check, options));
    expect(error).toBeInstanceOf(ApiError);
    expect(prefixesIn(urls)).toEqual(sent);
  });

  it.each([{ prefixLength: 6 }, { maxPrefixLength: 2 }, { maxPrefixLength: NaN }, { roots: ['0x12'] }])(
    'rejects %p before any request',
    async (options) => {
      const { client, urls } = scripted([]);
      expect(await failureOf(client.eligibility.checkPrivately(check, options))).toBeInstanceOf(UsageError);
      expect(urls).toEqual([]);
    },
  );

  it('adds up the rows of all lists', async () => {
    const { client } = scripted([range([rowOf(), rowOf({ amount: '1' })], [rowOf({ amount: '10' })], [NEIGHBOUR])]);
    const { amount, entries, sources } = await client.eligibility.checkPrivately(check);
    expect([amount, entries.map(({ list }) => list), sources.length]).toEqual(['111', [null, null, 'season-1'], 3]);
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
  it('requests the range of a prefix', async () => {
    const { client, urls } = scripted([range([NEIGHBOUR])]);
    const { lists } = await client.eligibility.range('linea', 'd8d', { list: 'season-1' });
    expect(lists[0]?.data).toEqual([NEIGHBOUR]);
    expect(urls).toEqual(['http://drops.test/v1/drops/linea/allocations/range/d8d?list=season-1']);
  });
});
