import { fact } from '@droptrack/catalogue/testing';
import { claimChain, MINT, nodeOf, OTHER, simulationOf, WALLET } from '@droptrack/claim-calls/testing';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { publishList } from './lists';

interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const { terms, chain } = claimChain('jito', {}, { unlocked: 1_000n, locked: 0n });
const TOKEN = `${terms.chain}/token:${MINT}`;
const DROP = dropDefinition('jito', {
  chain: fact('solana'),
  token: { symbol: null, decimals: null, address: fact(TOKEN) },
  claim: {
    ...{ rpc: 'solana', contract: `${terms.chain}:${terms.program}`, check: 'jito', source: null },
    distributor: terms.distributor,
  },
});

describe('a claim on Solana over HTTP', () => {
  let api: TestApi;
  let nodes: FakeServer[];
  beforeAll(async () => {
    const node = nodeOf(chain);
    const handler = async ({ body }: { readonly body: string }) => {
      const calls = [JSON.parse(body)].flat() as RpcCall[];
      const responses = await node(calls);
      const answers = responses.map((response, n) => ({ jsonrpc: '2.0', id: calls[n]!.id, ...response }));
      return { body: body.startsWith('[') ? answers : answers[0] };
    };
    nodes = [await startFakeServer(handler), await startFakeServer(handler)];
    api = await startApi([DROP], { solanaRpcUrls: new Map([['solana', nodes.map(({ url }) => url)]]) });
    const tree = { format: 'jito', expectRoot: terms.proof!.root, hash: PORTABLE_HASH } as const;
    await publishList(api.db, 'jito', { [WALLET]: 1_000n, [OTHER]: 5n }, 'allocation', { tree });
    await api.caughtUp();
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all(nodes.map((each) => each.close()));
  });
  const prepare = async (body: object): Promise<unknown> =>
    (await api.post('/v1/claims/prepare', JSON.stringify({ drop: 'jito', ...body }))).json();

  it('is prepared from the list, by two nodes that agree, with instructions in place of calls', async () => {
    chain.simulate = () => simulationOf(chain, 1_000n);
    expect(await prepare({ wallet: WALLET })).toMatchObject({
      ...{ status: 'ready', reason: null, wallet: WALLET, calls: [], sender: 'wallet', amount: '1000' },
      distributor: { contract: `${terms.chain}:${terms.program}`, style: 'jito', token: TOKEN },
      expects: [{ asset: TOKEN, to: WALLET, amount: '1000' }],
      fees: [{ kind: 'rent' }, { kind: 'rent' }],
      instructions: [{ accounts: expect.any(Array) }, { program: terms.program }],
      simulation: { ok: true, transfers: [{ amount: '1000' }] },
    });
  });

  it('has no instructions for another recipient than the wallet', async () => {
    const prepared = await prepare({ wallet: WALLET, to: OTHER });
    expect(prepared).toMatchObject({ status: 'unsupported', reason: { code: 'recipient_fixed' }, instructions: [] });
  });
});
