import { type Head, readAgreed } from './agreed-reading';
import type { AskNode, NodeRequest, NodeResponse } from './node-requests';

const VIEW: NodeRequest = { method: 'eth_call', params: [] };
const ROOT = `0x${'11'.repeat(32)}`;
const hashOf = (block: number, fork = 0) => `0x${fork}${block.toString(16).padStart(63, '0')}`;
const hex = (value: number) => `0x${value.toString(16)}`;

interface Node {
  readonly chain?: number;
  readonly head?: number;
  /** Another block at the heights from this on. */
  readonly forkFrom?: number;
  readonly root?: NodeResponse;
  readonly block?: object;
}

/** Node of chain 1 with the blocks up to its head. */
function nodeOf({ chain = 1, head = 100, forkFrom = Infinity, root = { result: ROOT }, block = {} }: Node = {}) {
  const asked: NodeRequest[] = [];
  const blockAt = (height: number) =>
    height > head
      ? null
      : {
          ...{ number: hex(height), hash: hashOf(height, height >= forkFrom ? 7 : 0), timestamp: hex(1_000 + height) },
          ...block,
        };
  const respond = ({ method, params }: NodeRequest): NodeResponse => {
    if (method === 'eth_chainId') return { result: hex(chain) };
    if (method !== 'eth_getBlockByNumber') return root;
    return { result: blockAt(params[0] === 'latest' ? head : Number(params[0])) };
  };
  const ask: AskNode = async (requests) => (asked.push(...requests), requests.map(respond));
  return Object.assign(ask, { asked });
}

const silent: AskNode = () => Promise.reject(new Error('no response'));
const limited: AskNode = async (requests) =>
  requests.map(() => ({ error: { code: -32_005, message: 'daily request count exceeded, request rate limited' } }));
const error = (message: string): NodeResponse => ({ error: { code: -32_000, message } });

const read = (...nodes: AskNode[]) => readAgreed(nodes, 1, () => ({ requests: [VIEW] }));
const LIE = { root: { result: `0x${'22'.repeat(32)}` } };

describe('a reading of one node', () => {
  it('states its block and its values', async () => {
    const block = { baseFeePerGas: '0x7', l1BlockNumber: '0x20' };
    await expect(read(nodeOf({ block }))).resolves.toMatchObject({
      head: { block: 100n, hash: hashOf(100), atSeconds: 1_100n, seenBlock: 32n, baseFee: 7n },
      responses: [{ result: ROOT }],
    });
    await expect(read(nodeOf())).resolves.toMatchObject({ head: { seenBlock: 100n, baseFee: null } });
  });

  it('has the requests of its block', async () => {
    const node = nodeOf();
    const requestAt = ({ block, atSeconds }: Head) => ({ method: 'view', params: [block, atSeconds] });
    await readAgreed([node], 1, (head) => ({ requests: [requestAt(head)] }));
    expect(node.asked.at(-1)).toEqual({ method: 'view', params: [100n, 1_100n] });
  });

  it.each<[string, AskNode[], string]>([
    ['no node', [], 'node_missing'],
    ['a silent node', [silent], 'node_unavailable'],
    ['a limited node', [limited], 'node_unavailable'],
    ['a node of another chain', [nodeOf({ chain: 2 })], 'node_wrong_chain'],
    ['a block without a time', [nodeOf({ block: { timestamp: null } })], 'node_unavailable'],
    ['a block with a hash of another length', [nodeOf({ block: { hash: '0x12' } })], 'node_unavailable'],
    ['too few responses', [async (all) => (await nodeOf()(all)).slice(1)], 'node_unavailable'],
    ['a value that it does not state', [nodeOf({ root: error('header not found') })], 'node_unavailable'],
  ])('is none of %s', async (_, nodes, gap) => {
    await expect(read(...nodes)).resolves.toBe(gap);
  });

  it('is a value where a view reverts', async () => {
    for (const root of [
      error('execution reverted: not set'),
      error('invalid opcode: INVALID'),
      { error: { code: 3, message: 'x' } },
      { error: { code: -32_015, message: 'VM execution error.' } },
    ])
      await expect(read(nodeOf({ root }))).resolves.toMatchObject({ responses: [root] });
  });
});

describe('a reading of several nodes', () => {
  const good = () => nodeOf();

  it.each<[string, AskNode[]]>([
    ['two agree', [good(), good()]],
    ['one of three lies', [nodeOf(LIE), good(), good()]],
    ['one of three is silent', [good(), silent, good()]],
    ['one of three is limited', [good(), good(), limited]],
    ['one of three is of another chain', [nodeOf({ chain: 2 }), good(), good()]],
    ['one of three is behind', [nodeOf({ head: 90 }), good(), good()]],
    ['one of three is far behind', [good(), nodeOf({ head: 30 }), good()]],
    ['one of three has another block of the height', [nodeOf({ forkFrom: 95 }), good(), good()]],
    ['the same, in another order', [good(), nodeOf({ forkFrom: 95 }), good()]],
    ['one of three states another time of the block', [nodeOf({ block: { timestamp: '0x9' } }), good(), good()]],
    ['one of three states another block of layer 1', [good(), nodeOf({ block: { l1BlockNumber: '0x9' } }), good()]],
    ['one of three claims a block far ahead', [nodeOf({ head: 10_000, forkFrom: 101 }), good(), good()]],
  ])('is what two state: %s', async (_, nodes) => {
    await expect(read(...nodes)).resolves.toMatchObject({
      head: { block: 100n, hash: hashOf(100), atSeconds: 1_100n, seenBlock: 100n },
      responses: [{ result: ROOT }],
    });
  });

  it('is of the block that both have', async () => {
    const reading = await read(nodeOf({ head: 97 }), nodeOf());
    expect(reading).toMatchObject({ head: { block: 97n, hash: hashOf(97) } });
  });

  // One node alone would otherwise decide that there is no claim.
  it('is of a lower block where a third node states another one between', async () => {
    const reading = await read(nodeOf({ head: 103 }), nodeOf({ head: 101, forkFrom: 90 }), nodeOf({ head: 99 }));
    expect(reading).toMatchObject({ head: { block: 99n, hash: hashOf(99) }, responses: [{ result: ROOT }] });
  });

  it('is given with the nodes that gave it', async () => {
    const [lying, honest, other] = [nodeOf(LIE), nodeOf(), nodeOf()];
    await expect(read(lying, honest, other)).resolves.toMatchObject({ nodes: [honest, other] });
  });

  it.each<[string, AskNode[], string]>([
    ['two state two roots', [nodeOf(LIE), good()], 'nodes_disagree'],
    ['a view reverts in one', [nodeOf({ root: error('execution reverted') }), good()], 'nodes_disagree'],
    ['two have two blocks of the height', [nodeOf({ forkFrom: 1 }), good()], 'nodes_disagree'],
    ['two state two times', [nodeOf({ block: { timestamp: '0x9' } }), good()], 'nodes_disagree'],
    // One node alone would choose the time, such as one before the end of a window or before another claim.
    ['one of two is far behind', [nodeOf({ head: 30 }), good()], 'nodes_disagree'],
    ['one of three is far behind and one is silent', [silent, good(), nodeOf({ head: 30 })], 'nodes_disagree'],
    ['one of two is silent', [silent, good()], 'node_unavailable'],
    ['one of two is limited', [good(), limited], 'node_unavailable'],
    ['one of two is of another chain', [good(), nodeOf({ chain: 2 })], 'node_wrong_chain'],
    ['two of three are silent', [silent, good(), silent], 'node_unavailable'],
    [
      'three state three roots',
      [nodeOf(LIE), good(), nodeOf({ root: { result: `0x${'33'.repeat(32)}` } })],
      'nodes_disagree',
    ],
  ])('is none where %s', async (_, nodes, gap) => {
    await expect(read(...nodes)).resolves.toBe(gap);
  });

  it('does not ask more than three', async () => {
    const fourth = nodeOf();
    await read(nodeOf(), nodeOf(), nodeOf(), fourth);
    expect(fourth.asked).toEqual([]);
  });
});
