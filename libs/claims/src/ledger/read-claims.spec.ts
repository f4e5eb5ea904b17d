import { BlockRanges, Chain, type ContractLog } from '@droptrack/sources';
import { encodeAbiParameters, padHex, toEventSelector } from 'viem/utils';
import { readClaims } from './read-claims';

const CONTRACT = `0x${'11'.repeat(20)}`;
const WALLET = padHex(`0x${'ab'.repeat(20)}`, { size: 32 });
const CLAIM = 'event ClaimVCA(uint256 index, address indexed recipient, uint128 claimAmount, uint128 forgoneAmount, address to, bool viaSig)'; // prettier-ignore
const REWARD = 'event RedistributeReward(uint256 index, address indexed recipient, uint128 amount, address to)';

/** Log of an event whose data are unsigned integers, and addresses as such. */
const logOf = (event: string, blockNumber: number, logIndex: number, transaction: string, data: readonly bigint[]) => ({
  ...{
    address: CONTRACT,
    topics: [toEventSelector(event), WALLET],
    blockNumber,
    blockHash: '0x',
    logIndex,
    atMs: 1_000,
  },
  transactionHash: `0x${transaction.repeat(64)}`,
  data: encodeAbiParameters(
    data.map(() => ({ type: 'uint256' })),
    data,
  ),
});

// A reward is paid in one transfer with the claim that emits it: it is no claim of its own.
it('adds what a claim pays in addition to its amount', async () => {
  const logs = [
    logOf(REWARD, 5, 0, 'a', [1n, 30n, 7n]),
    logOf(CLAIM, 5, 1, 'a', [1n, 100n, 0n, 7n, 0n]),
    logOf(REWARD, 5, 2, 'b', [3n, 60n, 7n]),
    logOf(CLAIM, 5, 3, 'b', [3n, 200n, 0n, 7n, 0n]),
    logOf(CLAIM, 6, 0, 'c', [2n, 40n, 60n, 7n, 0n]),
  ];
  const distributor = {
    ...{ dropId: 'linea', list: '', contract: `eip155:1:${CONTRACT}`, rpc: 'fake', style: 'sablier-variable' },
    ...{ token: null, fromBlock: null },
  };
  const reading = {
    distributor,
    chain: new Chain(() => Promise.reject(new Error('The times are in the logs')), 'fake'),
    ranges: new BlockRanges<ContractLog>(() => Promise.resolve(logs), 2_000, null),
    isSpent: () => false,
  };
  const { claims } = await readClaims(reading, 1, 10);
  expect(claims.map(({ block, logIndex, index, amount }) => [block, logIndex, index, amount])).toEqual([
    [5, 1, 1n, 130n],
    [5, 3, 3n, 260n],
    [6, 0, 2n, 40n],
  ]);
});
