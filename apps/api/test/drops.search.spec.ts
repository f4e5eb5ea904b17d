import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { until } from './until';

const fact = <T>(value: T) => ({ value, source: null });
const withSymbol = (id: string, name: string, symbol: string, chain = 'ethereum') =>
  dropDefinition(id, { name, chain: fact(chain), token: { symbol: fact(symbol), decimals: null, address: null } });
const ZKSYNC = withSymbol('zksync', 'ZKsync', 'ZK', 'zksync');
const STARKNET = withSymbol('starknet-provisions', 'Starknet Provisions', 'STRK', 'starknet');

describe('GET /v1/drops?q=', () => {
  let api: TestApi;
  beforeAll(async () => void (api = await startApi([ZKSYNC, STARKNET])));
  afterAll(() => api.stop());

  const found = async (query: Parameters<TestApi['sdk']['drops']['list']>[0]) =>
    (await api.sdk.drops.list(query)).data.map(({ id }) => id);

  it.each([
    ['strk', ['starknet-provisions']],
    ['$STRK', ['starknet-provisions']],
    ['zk sync', ['zksync']],
    ['starknet-provisions', ['starknet-provisions']],
    ['JTO', []],
  ])('finds symbols and other spellings, also those that were declared before the start: %s', async (q, ids) => {
    expect(await found({ q })).toEqual(ids);
  });

  it('finds a symbol as soon as it is declared', async () => {
    await api.apply([ZKSYNC, withSymbol('starknet-provisions', 'Starknet Provisions', 'STARK', 'starknet')]);
    await until(async () => (await found({ q: 'stark' })).length === 1 && (await found({ q: 'strk' })).length === 0);
    await api.apply([ZKSYNC, STARKNET]);
    await until(async () => (await found({ q: 'STRK' })).length === 1);
  });

  it('takes chains in any case', async () => {
    expect(await found({ chain: 'ZKsync' })).toEqual(['zksync']);
    expect((await found({ chain: ['Starknet', 'ZKSYNC'] })).sort()).toEqual(['starknet-provisions', 'zksync']);
  });

  // A misspelt filter must not return everything.
  it('rejects a filter that it does not know, and names the known ones', async () => {
    const response = await api.get('/v1/drops?search=zk');
    expect(response.statusCode).toBe(400);
    expect(response.json<{ code: string; detail: string }>()).toMatchObject({ code: 'unknown_parameter' });
  });
});
