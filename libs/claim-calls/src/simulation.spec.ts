import type { AskNode, NodeRequest, NodeResponse } from './node-requests';
import { simulate } from './simulation';
import { addressOf, CONTRACT, TOKEN, WALLET } from './terms-testing';

const HEAD = { block: 54n, hash: '', atSeconds: 0n, seenBlock: 54n, baseFee: null };
const CALL = { from: WALLET, to: CONTRACT, data: '0x1234', value: 5n };
const wordOf = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;

/** Log as nodes send it, in the form of the tests of the execution APIs (github.com/ethereum/execution-apis, tests/eth_simulateV1). */
const logOf = (from: string, to: string, amount: number, over: object = {}) => ({
  address: TOKEN,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', wordOf(from), wordOf(to)],
  data: wordOf(`0x${amount.toString(16)}`),
  ...{ blockNumber: '0x37', transactionHash: wordOf('0x01'), transactionIndex: '0x0', blockHash: wordOf('0x02') },
  ...{ blockTimestamp: '0x228', logIndex: '0x0', removed: false },
  ...over,
});
/** Result with one call, in the form of the same tests. */
const resultOf = (call: object | null, block: object = {}): NodeResponse => ({
  result: [
    {
      ...{ baseFeePerGas: '0x0', blobGasUsed: '0x0', calls: call === null ? [] : [call], difficulty: '0x0' },
      ...{ gasLimit: '0xbebc200', gasUsed: '0x55d4', number: '0x37', timestamp: '0x228', transactions: [], uncles: [] },
      ...block,
    },
  ],
});
const done = (logs: unknown[], over: object = {}) =>
  resultOf({ returnData: '0x', logs, gasUsed: '0x55d4', maxUsedGas: '0x55d4', status: '0x1', ...over });
const failed = (error: unknown) => resultOf({ returnData: '0x', logs: [], gasUsed: '0x5355', status: '0x0', error });
const errorOf = (code: number, message: string): NodeResponse => ({ error: { code, message } });
const UNKNOWN = errorOf(-32_601, 'the method eth_simulateV1 does not exist/is not available');

/** Node with a response to each method, and what it was asked. */
function nodeOf(responses: Readonly<Record<string, NodeResponse>>) {
  const asked: NodeRequest[] = [];
  const ask: AskNode = async (requests) => {
    asked.push(...requests);
    return requests.map(({ method }) => responses[method] ?? UNKNOWN);
  };
  return Object.assign(ask, { asked });
}
const BALANCE = { eth_getBalance: { result: '0x64' } };
const simulated = (response: NodeResponse, others = {}) =>
  simulate(nodeOf({ eth_simulateV1: response, ...BALANCE, ...others }), CALL, TOKEN, HEAD);

describe('simulation by eth_simulateV1', () => {
  it('is of the call, on the block, with money for gas', async () => {
    const node = nodeOf({ eth_simulateV1: done([]), ...BALANCE });
    await simulate(node, CALL, TOKEN, HEAD);
    expect(node.asked).toEqual([
      {
        method: 'eth_simulateV1',
        params: [
          {
            blockStateCalls: [
              {
                stateOverrides: { [WALLET]: { balance: '0xd3c21bcecceda1000000' } },
                calls: [{ from: WALLET, to: CONTRACT, data: '0x1234', value: '0x5' }],
              },
            ],
          },
          '0x36',
        ],
      },
      { method: 'eth_getBalance', params: [WALLET, '0x36'] },
    ]);
  });

  it('states the transfers of the token, the gas and the balance', async () => {
    const logs = [
      logOf(CONTRACT, WALLET, 100),
      // Of another token, another event, with another number of topics, and none of the form of a log.
      logOf(CONTRACT, WALLET, 7, { address: addressOf(1) }),
      logOf(CONTRACT, WALLET, 7, { topics: [wordOf('0x03'), wordOf(CONTRACT), wordOf(WALLET)] }),
      logOf(CONTRACT, WALLET, 7, { topics: [logOf(CONTRACT, WALLET, 7).topics[0]] }),
      logOf(CONTRACT, WALLET, 7, { data: '0x' }),
      logOf(CONTRACT, WALLET, 7, {
        topics: [logOf(CONTRACT, WALLET, 7).topics[0], '<b>'.repeat(40), wordOf(WALLET)],
      }),
      null,
      logOf(WALLET, addressOf(2), 3, { address: TOKEN.toUpperCase().replace('0X', '0x') }),
    ];
    await expect(simulated(done(logs))).resolves.toEqual({
      ...{ isDone: true, error: null, isTaken: false, gas: 0x55d4n, balance: 100n },
      transfers: [
        { from: CONTRACT, to: WALLET, amount: 100n },
        { from: WALLET, to: addressOf(2), amount: 3n },
      ],
    });
  });

  // A contract could otherwise have no simulation at all by events that mean nothing.
  it('reads every log, however many there are', async () => {
    const logs = [...Array.from({ length: 1_000 }, () => logOf(CONTRACT, WALLET, 0)), logOf(CONTRACT, WALLET, 100)];
    const { transfers } = (await simulated(done(logs))) as { transfers: readonly { amount: bigint }[] };
    expect(transfers.at(-1)).toMatchObject({ to: WALLET, amount: 100n });
  });

  // A contract that the wallet once allowed to spend can take what no transfer of the claimed token shows.
  it('states whether another token leaves the wallet', async () => {
    const [paid, other] = [logOf(CONTRACT, WALLET, 100), { address: addressOf(1) }];
    const nft = { ...other, topics: [...logOf(WALLET, CONTRACT, 0).topics, wordOf('0x07')], data: '0x' };
    for (const [log, isTaken] of [
      [logOf(WALLET, CONTRACT, 7, other), true],
      [logOf(WALLET, CONTRACT, 7, nft), true],
      [logOf(CONTRACT, WALLET, 7, other), false],
      [logOf(WALLET, CONTRACT, 7), false],
    ] as const)
      await expect(simulated(done([paid, log]))).resolves.toMatchObject({ isDone: true, isTaken });
  });

  it.each<[string, NodeResponse, string | null]>([
    [
      'a revert',
      failed({ code: 3, message: 'execution reverted: claimed', data: '0x08' }),
      'execution reverted: claimed',
    ],
    ['a revert without a reason', failed({ code: -32_000, message: 'execution reverted' }), 'execution reverted'],
    ['no gas', failed({ code: -32_015, message: 'out of gas' }), 'out of gas'],
    ['a failure without an error', failed(undefined), null],
    ['an error that is a text', failed('reverted'), null],
    ['a revert of the request', errorOf(3, 'execution reverted'), 'execution reverted'],
  ])('has failed for %s', async (_, response, error) => {
    const none = { transfers: null, isTaken: false, gas: null, balance: 100n };
    await expect(simulated(response)).resolves.toEqual({ isDone: false, error, ...none });
  });

  // The text comes from a contract that anyone can deploy, and is shown on pages and terminals.
  it('neutralises the text of an error', async () => {
    const message = `<script>alert("1")</script>\u001b[31m\u202e\n\u0000&'\`${'x'.repeat(1_000)}`;
    const result = await simulated(failed({ code: 3, message }));
    const { error } = result as { error: string };
    expect(error).toMatch(/^[\x20-\x7e]{200}$/);
    expect(error).not.toMatch(/[<>&"'`]/);
  });

  it.each<[string, NodeResponse]>([
    ['no result', { result: null }],
    ['a result of another form', { result: { calls: [] } }],
    ['a block without calls', resultOf(null)],
    ['a call without a status', done([], { status: undefined })],
    ['a call with another status', done([], { status: '0x2' })],
    ['a call without logs', done([], { logs: null })],
  ])('is none for %s', async (_, response) => {
    await expect(simulated(response)).resolves.toBe('no_response');
  });

  it('is none of a node that does not respond', async () => {
    const silent: AskNode = () => Promise.reject(new Error('timeout'));
    await expect(simulate(silent, CALL, TOKEN, HEAD)).resolves.toBe('no_response');
    await expect(simulate(async () => [], CALL, TOKEN, HEAD)).resolves.toBe('no_response');
  });
});

describe('simulation by a node without eth_simulateV1', () => {
  const OTHERS = { eth_call: { result: '0x' }, eth_estimateGas: { result: '0x7a12' } };

  it.each<[code: number, message: string]>([
    [-32_601, 'the method eth_simulateV1 does not exist/is not available'],
    [-32_601, 'Method not found'],
    [-32_600, 'Unsupported method: eth_simulateV1. See available methods at the documentation'],
    [-32_004, 'Unsupported JSON-RPC method'],
    [-32_000, 'rpc method is not whitelisted'],
    [-32_602, 'invalid argument 0'],
    [35, 'method is not available on freetier'],
    [-38_014, 'insufficient funds for gas * price + value'],
  ])('%s %s: is of eth_call, without transfers', async (code, message) => {
    await expect(simulated(errorOf(code, message), OTHERS)).resolves.toEqual({
      ...{ isDone: true, error: null, transfers: null, isTaken: false, gas: 0x7a12n, balance: 100n },
    });
  });

  it('is of the same call, on the block, with money for gas', async () => {
    const node = nodeOf({ ...OTHERS, ...BALANCE });
    await simulate(node, CALL, TOKEN, HEAD);
    const params = [
      { from: WALLET, to: CONTRACT, data: '0x1234', value: '0x5' },
      '0x36',
      { [WALLET]: { balance: '0xd3c21bcecceda1000000' } },
    ];
    expect(node.asked.slice(2)).toEqual([
      { method: 'eth_call', params },
      { method: 'eth_estimateGas', params },
    ]);
  });

  it('has failed where either reverts', async () => {
    const revert = errorOf(3, 'execution reverted: closed');
    for (const method of ['eth_call', 'eth_estimateGas'])
      await expect(simulated(UNKNOWN, { ...OTHERS, [method]: revert })).resolves.toMatchObject({
        ...{ isDone: false, error: 'execution reverted: closed', transfers: null },
      });
  });

  it('has no gas where the node does not estimate it', async () => {
    const limited = errorOf(-32_005, 'rate limit');
    await expect(simulated(UNKNOWN, { ...OTHERS, eth_estimateGas: limited })).resolves.toMatchObject({
      ...{ isDone: true, gas: null },
    });
  });

  it.each<[number, string, string]>([
    [-32_601, 'Method not found', 'not_supported'],
    [-32_602, 'too many arguments, want at most 2', 'not_supported'],
    [-32_005, 'daily request count exceeded, request rate limited', 'no_response'],
    [-32_007, '50/second request limit reached', 'no_response'],
    [-32_000, 'execution aborted (timeout = 10s)', 'no_response'],
  ])('is none where eth_call says %s %s: %s', async (code, message, gap) => {
    await expect(simulated(UNKNOWN, { eth_call: errorOf(code, message) })).resolves.toBe(gap);
  });
});
