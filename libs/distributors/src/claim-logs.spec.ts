import fc from 'fast-check';
import {
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  type Hex,
  padHex,
  parseAbiItem,
} from 'viem';
import { claimLogReader } from './claim-logs';
import type { ClaimEvent } from './style';
import { DISTRIBUTOR_STYLES } from './styles';

const events = Object.entries(DISTRIBUTOR_STYLES).flatMap(([name, style]) =>
  style.events.flatMap((event: ClaimEvent) => {
    const { amount } = event;
    return amount === null ? [] : [[name, { ...event, amount }] as const];
  }),
);
const addresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`));

/** Random value of an argument. */
function valueOf(type: string): fc.Arbitrary<unknown> {
  if (type === 'address') return addresses;
  if (type === 'bool') return fc.boolean();
  const [, bits] = /^uint(\d+)$/.exec(type) ?? [];
  if (bits !== undefined) {
    const integers = fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
    return Number(bits) <= 48 ? integers.map(Number) : integers;
  }
  const bytes = Number(/^bytes(\d+)$/.exec(type)?.[1]);
  return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((each) => `0x${Buffer.from(each).toString('hex')}`);
}

function logOf(abi: AbiEvent, args: Readonly<Record<string, unknown>>) {
  const data = abi.inputs.filter(({ indexed }) => indexed !== true);
  const topics = encodeEventTopics({ abi: [abi], eventName: abi.name, args: args as never }) as Hex[];
  return {
    topics,
    data: encodeAbiParameters(
      data,
      data.map(({ name }) => args[name!]),
    ),
  };
}

describe('claims in the logs of distributors', () => {
  it.each(events)('%s: reads what the contract wrote, for every claim', (name, event) => {
    const abi = parseAbiItem(event.event) as AbiEvent;
    const reader = claimLogReader(DISTRIBUTOR_STYLES[name as keyof typeof DISTRIBUTOR_STYLES]);
    const claims = fc.record(Object.fromEntries(abi.inputs.map(({ name: input, type }) => [input!, valueOf(type)])));
    fc.assert(
      fc.property(claims, (args) => {
        const address = (argument: string) => String(args[argument]).toLowerCase();
        const integer = (argument: string) => BigInt(args[argument] as bigint | number);
        expect(reader.read(logOf(abi, args))).toEqual({
          wallet: address(event.wallet),
          amount: integer(event.amount),
          index: event.index === undefined ? null : integer(event.index),
          recipient: event.recipient === null ? null : address(event.recipient ?? event.wallet),
          token: event.token === undefined ? null : address(event.token),
          isAddition: event.isAddition === true,
        });
      }),
      { numRuns: 50 },
    );
  });

  it('reads nothing from an event that states no amount', () => {
    const reader = claimLogReader(DISTRIBUTOR_STYLES.safe);
    const wallet = padHex('0x1', { size: 32 });
    expect(reader.read({ topics: [reader.topics[0]!, wallet, wallet], data: '0x' })).toBeNull();
  });

  it('takes no other event, and no data that does not fit, for a claim', () => {
    const reader = claimLogReader(DISTRIBUTOR_STYLES.arbitrum);
    const [topic] = reader.topics;
    const wallet = padHex('0x1', { size: 32 });
    expect(reader.read({ topics: [topic!, wallet], data: padHex('0x5', { size: 32 }) })?.amount).toBe(5n);
    expect(reader.read({ topics: [topic!, wallet], data: '0x' })).toBeNull();
    expect(reader.read({ topics: [topic!], data: padHex('0x5', { size: 32 }) })).toBeNull();
    expect(reader.read({ topics: [wallet, wallet], data: padHex('0x5', { size: 32 }) })).toBeNull();
    expect(reader.read({ topics: [], data: '0x' })).toBeNull();
    expect(reader.read({ topics: [topic!, `0x${'1'.repeat(64)}`], data: padHex('0x5', { size: 32 }) })).toBeNull();
  });
});
