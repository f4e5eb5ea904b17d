import { type AbiEvent, concat, encodeAbiParameters, encodeEventTopics, type Hex, numberToHex, pad } from 'viem';
import { parseAbiItem } from 'viem/utils';
import { allocationLogReader } from './allocation-logs';
import type { ChainAllocations, LoggedAllocations } from './style';
import { DISTRIBUTOR_STYLES } from './styles';

const WALLET = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const OTHER = '0x1789e0043623282d5dcc7f213d703c6d8bafbb04';

function logged(allocations: ChainAllocations | undefined): LoggedAllocations {
  if (allocations?.from === 'events') return allocations;
  throw new Error('The amounts are not in events');
}
const ARBITRUM = logged(DISTRIBUTOR_STYLES.arbitrum.allocations);
const ZORA = logged(DISTRIBUTOR_STYLES.zora.allocations);
const COMMUNITY = logged(DISTRIBUTOR_STYLES['zora-community'].allocations);

/** Log of an event, its arguments in the order of the declaration. */
function logOf({ events }: LoggedAllocations, args: readonly unknown[], at = 0) {
  const abi = parseAbiItem(events[at]!.event) as AbiEvent;
  const named = Object.fromEntries(abi.inputs.map(({ name = '' }, n) => [name, args[n]]));
  const data = abi.inputs.filter(({ indexed }) => indexed !== true);
  return {
    topics: encodeEventTopics({ abi: [abi], eventName: abi.name, args: named }) as Hex[],
    data: encodeAbiParameters(
      data,
      data.map(({ name = '' }) => named[name]),
    ),
  };
}
const word = (wallet: Hex, amount: bigint): Hex => concat([numberToHex(amount, { size: 12 }), wallet]);

describe('the amounts in a log', () => {
  it('are those of one recipient of Arbitrum', () => {
    const { read } = allocationLogReader(ARBITRUM);
    expect(read(logOf(ARBITRUM, [WALLET, 5n]))).toMatchObject({
      ...{ effect: 'add', period: null, entries: [{ wallet: WALLET, amount: 5n }] },
    });
  });

  it('are those of a period of Zora, and an update does not begin one', () => {
    const { read } = allocationLogReader(ZORA);
    const pairs = [
      { user: WALLET, amount: 5n },
      { user: OTHER, amount: 0n },
    ];
    const entries = [
      { wallet: WALLET, amount: 5n },
      { wallet: OTHER, amount: 0n },
    ];
    expect(read(logOf(ZORA, [7n, 'July', pairs, 1n, 2n]))).toEqual({
      ...{ effect: 'replace', isFirst: true, period: 7n, entries },
    });
    expect(read(logOf(ZORA, [7n, pairs], 1))).toEqual({ effect: 'replace', period: 7n, entries });
  });

  it('are those of packed words, the largest amount included, in their order', () => {
    const { read } = allocationLogReader(COMMUNITY);
    const most = 2n ** 96n - 1n;
    const log = logOf(COMMUNITY, [[word(WALLET, most), word(OTHER, 0n), word(WALLET, 1n)]]);
    expect(read(log)?.entries).toEqual([
      { wallet: WALLET, amount: most },
      { wallet: OTHER, amount: 0n },
      { wallet: WALLET, amount: 1n },
    ]);
    const many = Array.from({ length: 10_000 }, (_, n) => word(pad(numberToHex(n + 1), { size: 20 }), BigInt(n)));
    expect(read(logOf(COMMUNITY, [many]))?.entries).toHaveLength(10_000);
  });

  it.each([
    ['another event', () => ({ ...logOf(COMMUNITY, [[]]), topics: [`0x${'ab'.repeat(32)}`] })],
    ['data that was cut off', () => ({ ...logOf(COMMUNITY, [[word(WALLET, 1n)]]), data: '0x20' })],
    // Of an earlier version of the contract, whose topic has the hash of the words only.
    ['an indexed array', () => ({ ...logOf(COMMUNITY, [[]]), data: '0x' })],
  ])('are null for %s', (_, log) => {
    expect(allocationLogReader(COMMUNITY).read(log())).toBeNull();
  });
});
