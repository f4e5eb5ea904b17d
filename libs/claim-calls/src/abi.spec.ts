import { DISTRIBUTOR_STYLES, type DistributorStyle } from '@droptrack/distributors';
import fc from 'fast-check';
import {
  decodeFunctionData,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem';
import { runs } from '../../../tools/test/runs';
import { abiFunction, type AbiValue, decodeCall, decodeResult, encodeCall } from './abi';
import { claimFunctions } from './claim-function';

const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(toHex);
const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** Values of a type, from the smallest to the largest. */
function valuesOf(type: string): fc.Arbitrary<AbiValue> {
  if (type.endsWith('[]')) return fc.array(valuesOf(type.slice(0, -2)), { maxLength: 20 });
  if (type === 'address') return hex(20);
  if (type.startsWith('bytes')) return hex(Number(type.slice(5)));
  return fc.bigInt({ min: 0n, max: 2n ** BigInt(type.slice(4)) - 1n });
}

const SIGNATURES = [
  ...new Set(
    (Object.values(DISTRIBUTOR_STYLES) as DistributorStyle[])
      .flatMap((style) => claimFunctions(style, false))
      .map(({ signature }) => signature),
  ),
];

describe('calldata of claims', () => {
  it('has functions to check', () => expect(SIGNATURES.length).toBeGreaterThan(12));

  describe.each(SIGNATURES)('%s', (signature) => {
    const called = abiFunction(signature);
    const abi = parseAbi([`function ${signature}`] as readonly string[]);
    const given = fc.tuple(...called.types.map(valuesOf));

    it('is encoded as by viem, and decoded to the same values', () => {
      expect(called.selector).toBe(toFunctionSelector(`function ${signature}`));
      fc.assert(
        fc.property(given, (values) => {
          const data = encodeCall(called, values)!;
          expect(data).toBe(encodeFunctionData({ abi, args: values }));
          expect(decodeCall(called, data)).toEqual(values);
        }),
        { numRuns: runs(10, 300) },
      );
    });

    // What is decoded is shown to a user: no two calldata must look alike.
    it('is not decoded to the same values once a byte was changed, added or removed', () => {
      fc.assert(
        fc.property(given, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.nat(2), (values, at, change, kind) => {
          const data = encodeCall(called, values)!;
          const bytes = Buffer.from(data.slice(2), 'hex');
          const place = at % bytes.length;
          const other = [
            () => Buffer.from(bytes.map((byte, n) => (n === place ? byte ^ change : byte))),
            () => Buffer.concat([bytes.subarray(0, place), Buffer.of(change), bytes.subarray(place)]),
            () => Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]),
          ][kind]!();
          const changed = toHex(other);
          const decoded = decodeCall(called, changed);
          if (changed !== data && decoded !== null) {
            expect(decoded).not.toEqual(values);
            expect(encodeCall(called, decoded)).toBe(changed);
          }
        }),
        { numRuns: runs(30, 2_000) },
      );
    });
  });

  it('is not that of another function, nor text that is no lower-case hex', () => {
    const called = abiFunction('claim(address claimTo)');
    const data = encodeCall(called, [`0x${'ab'.repeat(20)}`])!;
    expect(decodeCall(called, data)).not.toBeNull();
    for (const text of [data.toUpperCase(), data.slice(2), `${data}0`, '0x', '', data.replace('ab', 'gg')])
      expect(decodeCall(called, text)).toBeNull();
    expect(decodeCall(abiFunction('claim(bytes20 claimTo)'), data)).toBeNull();
  });

  // Offsets and lengths that point anywhere must neither be followed nor cost memory.
  it('is not decoded with lengths and offsets that it does not have', () => {
    const called = abiFunction('claim(bytes32[] _proof, address _who, uint256 _amount)');
    const data = encodeCall(called, [[`0x${'11'.repeat(32)}`], `0x${'ab'.repeat(20)}`, 5n])!;
    const word = (at: number, value: bigint) =>
      data.slice(0, 10 + at * 64) + value.toString(16).padStart(64, '0') + data.slice(10 + (at + 1) * 64);
    for (const value of [0n, 1n, 2n ** 32n, 2n ** 53n, 2n ** 255n]) {
      expect(decodeCall(called, word(0, value))).toBeNull();
      if (value !== 1n) expect(decodeCall(called, word(3, value))).toBeNull();
    }
  });
});

describe('encodeCall', () => {
  it.each([
    ['uint128', 2n ** 128n],
    ['uint256', -1n],
    ['uint256', '5'],
    ['address', `0x${'ab'.repeat(19)}`],
    ['address', `0x${'AB'.repeat(20)}`],
    ['bytes32', `0x${'ab'.repeat(31)}`],
    ['bytes32[]', `0x${'ab'.repeat(32)}`],
    ['bool', 2n],
    ['string', 'text'],
  ])('has no %s that the type cannot have: %s', (type, value) => {
    expect(encodeCall(abiFunction(`f(${type} a)`), [value])).toBeNull();
  });

  it('has as many values as parameters', () => {
    expect(encodeCall(abiFunction('f(uint256 a)'), [])).toBeNull();
    expect(encodeCall(abiFunction('f(uint256 a)'), [1n, 2n])).toBeNull();
  });
});

describe('decodeResult', () => {
  const claimed = 'claimed(address a, address b) returns (uint208 amount, uint48 timestamp, bytes32 merkleRoot)';

  it('reads a value by its name, as viem encodes results', () => {
    const abi = parseAbi([`function ${claimed}`] as readonly string[]);
    const result = encodeFunctionResult({ abi, result: [7n, 9, `0x${'ab'.repeat(32)}`] } as never);
    expect(decodeResult(abiFunction(claimed), result, 'amount')).toBe(7n);
    expect(decodeResult(abiFunction(claimed), result, 'merkleRoot')).toBe(`0x${'ab'.repeat(32)}`);
    expect(decodeResult(abiFunction(claimed), result, 'other')).toBeNull();
  });

  // A contract of another type must not be read as one that pays.
  it.each([
    ['isClaimed(uint256 i) returns (bool)', `0x${'2'.padStart(64, '0')}`],
    ['FEE() returns (uint128)', `0x${'f'.repeat(64)}`],
    ['token() returns (address)', `0x${'f'.repeat(64)}`],
    ['token() returns (address)', '0x'],
    ['token() returns (address)', `0x${'0'.repeat(128)}`],
    ['token() returns (address)', `00${'0'.repeat(64)}`],
    ['token() returns (address)', null],
  ])('has no result of another type: %s', (signature, data) => {
    expect(decodeResult(abiFunction(signature), data)).toBeNull();
  });
});

it('decodes what viem decodes', () => {
  const called = abiFunction('claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)');
  const values = [
    [`0x${'01'.repeat(20)}`],
    [`0x${'02'.repeat(20)}`],
    [3n],
    [[`0x${'04'.repeat(32)}`, `0x${'05'.repeat(32)}`]],
  ];
  const abi = parseAbi(['function claim(address[], address[], uint256[], bytes32[][])']);
  expect(decodeFunctionData({ abi, data: encodeCall(called, values) as Hex }).args).toEqual(values);
});
