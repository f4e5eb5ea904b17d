import { genuineClaim, genuineProof, OTHER_ADDRESS, TOKEN, WALLETS } from '@droptrack/claim-calls/testing';
import type { DropClaimContract } from '@droptrack/contracts';
import { scripted } from '../../test/scripted';
import { nodeOf, prepareClaimPrivately, verifyClaim } from '../claims';

const AS_OF = '2026-12-01T10:00:00.000Z';
const WALLET = WALLETS[0] ?? '';
const PROOF = genuineProof('uniswap');
const { action: GENUINE, expectation: EXPECTATION } = genuineClaim('uniswap');
const SOURCE = {
  kind: 'allocation_list',
  list: null,
  version: 1,
  url: null,
  sha256: 'ab'.repeat(32),
  published_at: AS_OF,
};
const CONTRACT: DropClaimContract = {
  ...{ list: null, contract: GENUINE.distributor?.contract ?? '', style: 'uniswap', token: EXPECTATION.token ?? null },
  ...{ root: PROOF?.root ?? null, code_hash: null, window: { opens_at: null, closes_at: null } },
};

const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, '0');
const topics = (from: string) => [
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  ...[from, WALLET].map((address) => `0x${word(address)}`),
];
const BLOCK = { number: '0x64', hash: `0x${'11'.repeat(32)}`, timestamp: '0x6a000000', baseFeePerGas: '0x1' };

/** Results of a node of chain 10, on which the distributor of `uniswap` has the root, the token and its funds. */
function resultOf(method: string, [first]: readonly unknown[], root: string): unknown {
  const { to = '', data = '' } = Object(first) as { to?: string; data?: string };
  const views: Record<string, string> = { '0x2eb4a7ab': root, '0xfc0c546a': `0x${word(TOKEN)}` };
  const logs = [{ address: TOKEN, topics: topics(`0x${'d1'.repeat(20)}`), data: `0x${word(GENUINE.amount ?? '0')}` }];
  const results: Record<string, unknown> = {
    ...{ eth_chainId: '0xa', eth_getBlockByNumber: BLOCK, eth_getCode: '0x6001', eth_getBalance: '0xffffffff' },
    eth_getStorageAt: `0x${word(0n)}`,
    eth_call: to === TOKEN ? `0x${word(10n ** 30n)}` : (views[data.slice(0, 10)] ?? `0x${word(0n)}`),
    eth_simulateV1: [{ calls: [{ status: '0x1', gasUsed: '0x5208', logs }] }],
  };
  return results[method];
}

/** Node that records what it is sent. */
function recordingNode(root = PROOF?.root ?? '') {
  const bodies: string[] = [];
  const node = nodeOf('https://rpc.test/key', {
    fetch: async (_, { body }) => {
      bodies.push(String(body));
      const requests = JSON.parse(String(body)) as { id: number; method: string; params: unknown[] }[];
      return Response.json(requests.map(({ id, method, params }) => ({ id, result: resultOf(method, params, root) })));
    },
  });
  return { node, bodies };
}

const range = (rows: object[], over: object = {}) =>
  Response.json(
    {
      ...{ drop: 'linea', wallet_type: 'evm', prefix: 'a1a', lists_gap: null },
      lists: [{ list: null, matching: rows.length, data: rows, source: SOURCE }],
      ...over,
    },
    { headers: { 'x-data-as-of': AS_OF } },
  );
const ROW = { wallet: WALLET, amount: GENUINE.amount, index: 0, breakdown: [], proof: PROOF };
const distributors = () => Response.json({ drop: 'linea', data: [CONTRACT], as_of: AS_OF });
const query = { drop: 'linea', wallet: WALLET };

describe('prepareClaimPrivately', () => {
  it('builds the action that verifyClaim accepts, from a range and the node of the caller', async () => {
    const { client } = scripted([range([ROW]), distributors()]);
    const action = await prepareClaimPrivately(client, query, { nodes: [recordingNode().node] });
    expect(action).toMatchObject({ status: 'ready', reason: null, page: null, as_of: AS_OF, gas: '21000' });
    expect(action.calls).toEqual(GENUINE.calls);
    expect(verifyClaim(action, EXPECTATION)).toMatchObject({ to: WALLET, target: 'stated', amount: GENUINE.amount });
  });

  // The guarantee of the name: the service learns the prefix, and no one but the node the wallet.
  it('sends the wallet to the node only', async () => {
    const { client, urls, requests } = scripted([range([ROW]), distributors()]);
    const { node, bodies } = recordingNode();
    await prepareClaimPrivately(client, { ...query, roots: [PROOF?.root ?? ''] }, { nodes: [node] });
    expect(urls.map((url) => new URL(url).pathname)).toEqual([
      '/v1/drops/linea/allocations/range/a1a',
      '/v1/drops/linea/distributors',
    ]);
    const sent = JSON.stringify([urls, requests.map(({ body, headers }) => [body, headers])]).toLowerCase();
    expect(sent).not.toContain('a1a1');
    expect(sent).not.toContain(`${GENUINE.amount}`);
    expect(bodies.join().toLowerCase()).toContain(WALLET.slice(2));
  });

  it('takes the distributor of the caller, without a request for it', async () => {
    const { client, urls } = scripted([range([ROW])]);
    const options = { nodes: [recordingNode().node] };
    const action = await prepareClaimPrivately(client, { ...query, distributor: CONTRACT, list: null }, options);
    expect([action.status, urls.length]).toEqual(['ready', 1]);
  });

  it.each([
    ['not_in_allocation_list', [], {}, {}],
    ['eligibility_unknown', [], { lists_gap: 'not_collected' }, {}],
    ['zero_allocation', [{ ...ROW, amount: '0', proof: null }], {}, {}],
    ['root_differs', [ROW], {}, { roots: [`0x${'00'.repeat(32)}`] }],
    ['distributor_unknown', [ROW], {}, { distributor: { ...CONTRACT, list: 'season-2' } }],
    ['style_unknown', [ROW], {}, { distributor: { ...CONTRACT, style: 'constructor' } }],
    ['style_unsupported', [ROW], {}, { distributor: { ...CONTRACT, contract: 'solana:x:y' } }],
    ['token_unknown', [ROW], {}, { distributor: { ...CONTRACT, token: `eip155:1/erc20:${TOKEN}` } }],
    ['recipient_fixed', [ROW], {}, { to: OTHER_ADDRESS }],
    ['node_missing', [ROW], {}, {}],
  ])('has no calls for the reason %s', async (code, rows, over, given) => {
    const { client } = scripted([range(rows, over), distributors()]);
    const action = await prepareClaimPrivately(client, { ...query, ...given }, { nodes: [] });
    expect([action.reason?.code, action.calls, action.wallet.toLowerCase()]).toEqual([code, [], WALLET]);
  });

  // The root of the contract is read from the node of the caller: a list of the service that differs claims nothing.
  it('has no calls if the root of the contract is another one', async () => {
    const { client } = scripted([range([ROW]), distributors()]);
    const { node } = recordingNode(`0x${'77'.repeat(32)}`);
    expect(await prepareClaimPrivately(client, query, { nodes: [node] })).toMatchObject({
      ...{ status: 'unknown', reason: { code: 'root_differs' }, calls: [] },
    });
  });

  it.each([TOKEN, CONTRACT.contract.slice(-42), `0x${'0'.repeat(40)}`])('rejects the recipient %s', async (to) => {
    const { client } = scripted([range([ROW]), distributors()]);
    const prepared = prepareClaimPrivately(client, { ...query, to }, { nodes: [recordingNode().node] });
    await expect(prepared).rejects.toMatchObject({ code: 'invalid_usage' });
  });

  it.each(['to', 'delegate'])('rejects a mistyped address of %s before any request', async (name) => {
    const { client, urls } = scripted([]);
    const mistyped = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046';
    await expect(prepareClaimPrivately(client, { ...query, [name]: mistyped }, { nodes: [] })).rejects.toMatchObject({
      code: 'invalid_usage',
    });
    expect(urls).toEqual([]);
  });
});
