import { LEDGER_CONTRACT as CONTRACT } from '@droptrack/distributors/testing';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

const TOKEN = 'eip155:1/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const SELF = 'eip155:10:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const OPENS_AT = '2026-08-01T10:00:00.000Z';
const ROOT = `0x${'ab'.repeat(32)}`;
const claim = { rpc: 'ethereum', contract: CONTRACT, distributorStyle: 'uniswap', source: null };
const sourced = <T>(value: T) => ({ value, source: null });

let api: TestApi;
beforeAll(async () => {
  const token = { symbol: null, decimals: null, address: sourced(TOKEN) };
  api = await startApi([
    dropDefinition('linea', {
      claim: { ...claim, root: sourced(ROOT), codeHash: ROOT },
      listClaims: {
        'season-2': { ...claim, contract: SELF, distributorStyle: 'ens' },
        'season-3': { rpc: 'solana', contract: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:mERK', source: null },
      },
      ...{ token, events: [eventDefinition('claim', OPENS_AT)] },
    }),
    dropDefinition('unknown', { claim: null }),
  ]);
});
afterAll(() => api.stop());

describe('GET /v1/drops/{id}/distributors', () => {
  // What a wallet needs to prepare its claim without stating its address to the service.
  it('lists the contracts of the lists as the catalogue names them, the unnamed list first', async () => {
    const window = { opens_at: OPENS_AT, closes_at: null };
    expect(await api.sdk.drops.distributors('linea')).toMatchObject({
      drop: 'linea',
      data: [
        { list: null, contract: CONTRACT, style: 'uniswap', token: TOKEN, root: ROOT, code_hash: ROOT, window },
        // Its token distributes itself.
        { list: 'season-2', contract: SELF, style: 'ens', token: SELF.replace(':0x', '/erc20:0x'), root: null },
        { list: 'season-3', style: null, token: null, root: null, code_hash: null, window },
      ],
    });
  });

  it('is empty for a drop without a known distributor', async () => {
    expect((await api.sdk.drops.distributors('unknown')).data).toEqual([]);
  });

  it('rejects an unknown drop', async () => {
    await expect(api.sdk.drops.distributors('nowhere')).rejects.toMatchObject({ code: 'drop_not_found' });
  });
});
