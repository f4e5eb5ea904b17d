import { Chain } from './chain';

const WORD = `0x${'ab'.repeat(32)}`;
const log = (over: object = {}) => ({
  ...{ address: `0x${'cd'.repeat(20)}`, topics: [WORD], data: '0x00ff', blockNumber: '0x10', blockHash: WORD },
  ...{ transactionHash: WORD, logIndex: '0x1', blockTimestamp: '0x65000000', removed: false },
  ...over,
});
const read = (...logs: readonly unknown[]) =>
  new Chain(async () => logs, 'fake').logs({ contracts: [], topics: [] }, 0x10, 0x20);

it('has numbers for quantities, and nothing that was not asked for', async () => {
  const { address, topics, data } = log();
  expect(await read(log())).toEqual([
    {
      ...{ address, topics, data, blockNumber: 16, blockHash: WORD, transactionHash: WORD, logIndex: 1 },
      atMs: 0x65000000 * 1_000,
    },
  ]);
});

it.each([undefined, null])('has no time of a block that the node does not state: %s', async (blockTimestamp) => {
  expect(await read(log({ blockTimestamp }))).toMatchObject([{ atMs: null }]);
});

it('are in the order of the chain, each once', async () => {
  const places = [
    ['0x12', '0x0'],
    ['0x10', '0xa'],
    ['0x10', '0x9'],
    ['0x12', '0x0'],
  ].map(([blockNumber, logIndex]) => log({ blockNumber, logIndex }));
  expect((await read(...places)).map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
    [16, 9],
    [16, 10],
    [18, 0],
  ]);
});

it.each([
  null,
  'log',
  log({ address: `0x${'cd'.repeat(19)}` }),
  log({ topics: null }),
  log({ topics: [WORD, `${WORD}00`] }),
  log({ data: '0x0' }),
  log({ data: 5 }),
  log({ blockNumber: 16 }),
  log({ blockNumber: null }),
  log({ blockNumber: `0x${'1'.repeat(14)}` }),
  log({ blockHash: '0x12' }),
  log({ transactionHash: undefined }),
  log({ logIndex: '0x' }),
  log({ blockTimestamp: 'now' }),
])('rejects what is no log: %j', async (each) => {
  await expect(read(log(), each)).rejects.toMatchObject({
    kind: 'wrong_shape',
    message: 'fake: eth_getLogs returned an unexpected value at "1"',
  });
});

it('rejects a log of a block that was not requested', async () => {
  await expect(read(log({ blockNumber: '0x21' }))).rejects.toMatchObject({ kind: 'wrong_shape' });
});
