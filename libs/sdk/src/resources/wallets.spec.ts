import { bare, failureOf, scripted } from '../../test/scripted';
import { isAnswered } from '../index';

/** Loaded without its types: the SDK is compiled without the types of Node. */
const { inspect } = jest.requireActual<{ inspect(value: unknown, options?: object): string }>('node:util');

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

describe('wallets.drops', () => {
  it('sends the members of the contract as JSON, not in the URL, and returns the result unchanged', async () => {
    const data = [{ wallet: WALLET, data: [] }, { problem: { code: 'invalid_wallet' } }];
    const { client, urls, requests } = scripted([Response.json({ data }), Response.json({ data: [] })]);
    const query = { wallets: [WALLET, 'x'], status: ['live' as const], sample: false, include: ['claimed' as const] };
    const result = await client.wallets.drops({ ...query, note: 'mine' } as typeof query);
    expect(result).toEqual({ data });
    expect(result.data.filter(isAnswered).map(({ wallet }) => wallet)).toEqual([WALLET]);
    await client.wallets.drops({ wallets: [WALLET] });
    expect(new Set(urls)).toEqual(new Set(['http://drops.test/v1/wallets/drops']));
    expect(requests.map(({ body }) => JSON.parse(String(body)) as object)).toEqual([query, { wallets: [WALLET] }]);
  });

  it('is retried like a read, and does not include wallets in its errors', async () => {
    const { client, requests } = scripted([bare(503, {}), Response.json({ data: [] })]);
    await client.wallets.drops({ wallets: [WALLET] });
    expect(requests.map(({ body }) => body)).toEqual(Array(2).fill(JSON.stringify({ wallets: [WALLET] })));
    const lost = scripted([new TypeError('lost')], { maxRetries: 0 }).client;
    const error = await failureOf(lost.wallets.drops({ wallets: [WALLET] }));
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(WALLET.slice(2));
  });
});
