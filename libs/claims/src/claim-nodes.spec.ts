import { HostBreakers } from '@droptrack/sources';
import { type FakeServer, type Reply, startFakeServer } from '@droptrack/sources/testing';
import { ClaimNodes } from './claim-nodes';

type Sent = { readonly id: number; readonly method: string };
const REQUESTS = ['eth_chainId', 'eth_call'].map((method) => ({ method, params: [] }));
const REVERTED = { code: 3, message: 'execution reverted' };

describe('a node of claim calls', () => {
  let [reply, node, nodes]: [(sent: Sent | Sent[]) => Reply, FakeServer, ClaimNodes] = [null!, null!, null!];
  beforeAll(async () => {
    node = await startFakeServer(({ body }) => reply(JSON.parse(body)));
  });
  beforeEach(() => {
    const monotonicMs = () => performance.now();
    nodes = new ClaimNodes({
      ...{ rpcUrls: new Map([['linea', [node.url]]]), hosts: new HostBreakers({ monotonicMs, random: Math.random }) },
      ...{ nowMs: Date.now, monotonicMs },
    });
  });
  afterEach(() => nodes.close());
  afterAll(() => node.close());
  /** Responses, and the number of requests over HTTP. */
  async function asked(requests = REQUESTS) {
    const before = node.requests.length;
    const responses = await nodes.of('linea', 30_000)[0]!(requests);
    return { responses, sent: node.requests.length - before };
  }

  const single = ({ id, method }: Sent) => ({ jsonrpc: '2.0', id, result: method });
  const RESULTS = REQUESTS.map(({ method }) => ({ result: method }));

  // Some nodes send both members, one of them null.
  it('may send null beside a result or an error, in any order', async () => {
    reply = (sent) => {
      const [chain, call] = sent as [Sent, Sent];
      return {
        body: [
          { id: call.id, result: null, error: REVERTED },
          { ...single(chain), error: null },
        ],
      };
    };
    expect(await asked()).toEqual({ responses: [{ result: 'eth_chainId' }, { error: REVERTED }], sent: 1 });
    reply = (sent) => ({ body: { ...single(sent as Sent), error: null } });
    expect(await asked(REQUESTS.slice(1))).toEqual({ responses: [{ result: 'eth_call' }], sent: 1 });
  });

  it.each<[string, (sent: Sent[]) => Reply]>([
    ['a status', () => ({ status: 413, body: 'too large' })],
    ['one error', () => ({ body: { id: null, error: { code: -32_600, message: 'no batches' } } })],
    ['an error for each', (sent) => ({ body: sent.map(({ id }) => ({ id, error: 'one at a time' })) })],
    ['no response', () => ({ body: [] })],
  ])('receives the requests one by one after it rejected a batch with %s', async (_, rejection) => {
    reply = (sent) => (Array.isArray(sent) ? rejection(sent) : { body: single(sent) });
    expect(await asked()).toEqual({ responses: RESULTS, sent: 3 });
  });

  it('receives no more requests after it reported its rate limit', async () => {
    reply = () => ({ body: { id: null, error: { code: 429, message: 'slow down' } } });
    const before = node.requests.length;
    await expect(nodes.of('linea', 30_000)[0]!(REQUESTS)).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(node.requests.length - before).toBe(1);
  });

  it('does not respond to a request by the response to another one', async () => {
    reply = () => ({ body: { id: 7, result: '0x1' } });
    expect((await asked(REQUESTS.slice(1))).responses).toMatchObject([{ error: { message: 'no response' } }]);
  });
});
