import type { LeafField } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { type AbiParameter, encodeAbiParameters, encodePacked, getAddress, type Hex } from 'viem';
import { encodeLeaf } from './leaf-encoding';
import { assertLeafFields, InvalidLeafFieldsError, parseFieldType, readFieldValue } from './leaf-fields';
import { bytesOf, hex } from './testing';

const field = (type: string, is: LeafField['is'], value: string | null = null): LeafField => ({ type, is, value });
const WALLET = field('address', 'wallet');
const AMOUNT = field('uint256', 'amount');

const hexBytes = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(hex);
const integer = (base: 'uint' | 'int', bits: number) =>
  base === 'uint'
    ? fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
    : fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n });

/** Field with a value, as text and as viem accepts it. */
interface Filled {
  readonly type: string;
  readonly text: string;
  readonly viem: unknown;
}
const bits = fc.integer({ min: 1, max: 32 }).map((bytes) => 8 * bytes);
const filled: fc.Arbitrary<Filled> = fc.oneof(
  hexBytes(20).map((text) => ({ type: 'address', text, viem: getAddress(text) })),
  fc.boolean().map((viem) => ({ type: 'bool', text: `${viem}`, viem })),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) => hexBytes(size).map((text) => ({ type: `bytes${size}`, text, viem: text }))),
  fc.tuple(fc.constantFrom('uint' as const, 'int' as const), bits).chain(([base, size]) =>
    // viem takes integers of up to 48 bits as numbers.
    integer(base, size).map((value) => ({
      type: `${base}${size}`,
      text: `${value}`,
      viem: size <= 48 ? Number(value) : value,
    })),
  ),
);

describe('the fields of a leaf', () => {
  it('are encoded as Solidity encodes them, padded and packed, as constants and as values', () => {
    fc.assert(
      fc.property(
        fc.array(filled, { maxLength: 5 }),
        fc.array(filled, { maxLength: 5 }),
        hexBytes(20),
        fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
        (before, after, wallet, amount) => {
          const given = [
            ...before,
            { type: 'address', viem: getAddress(wallet) },
            ...after,
            { type: 'uint128', viem: amount },
          ];
          const [types, values] = [given.map(({ type }) => type), given.map(({ viem }) => viem)];
          const leaf = { wallet: bytesOf(wallet), amount, index: null };
          const fieldsOf = (of: (one: Filled) => LeafField) => [
            ...before.map(of),
            WALLET,
            ...after.map(of),
            field('uint128', 'amount'),
          ];
          const constants = fieldsOf(({ type, text }) => field(type, null, text));
          const columns = fieldsOf(({ type }) => field(type, null));
          const texts = [...before, ...after].map(({ text }) => text);
          const padded: Hex = encodeAbiParameters(
            types.map((type): AbiParameter => ({ type })),
            values as never,
          );
          const packed: Hex = encodePacked(types, values as never);
          expect(hex(encodeLeaf(leaf, constants, 'padded'))).toBe(padded);
          expect(hex(encodeLeaf({ ...leaf, values: texts }, columns, 'padded'))).toBe(padded);
          expect(hex(encodeLeaf(leaf, constants, 'packed'))).toBe(packed);
          expect(hex(encodeLeaf({ ...leaf, values: texts }, columns, 'packed'))).toBe(packed);
        },
      ),
    );
  });

  it('keep nothing of the leaf that was encoded before', () => {
    const fields = [field('int256', null), WALLET, AMOUNT];
    const leaf = (value: string) => ({ wallet: new Uint8Array(20).fill(7), amount: 5n, index: null, values: [value] });
    const first = hex(encodeLeaf(leaf('1'), fields, 'padded'));
    encodeLeaf(leaf('-1'), fields, 'padded');
    expect(hex(encodeLeaf(leaf('1'), fields, 'padded'))).toBe(first);
  });

  it.each<[string, readonly LeafField[], RegExp]>([
    ['without a wallet', [field('address', null), AMOUNT], /exactly one .* wallet/],
    ['with two wallets', [WALLET, WALLET, AMOUNT], /exactly one .* wallet/],
    ['with two amounts', [WALLET, AMOUNT, AMOUNT], /at most one .* amount/],
    ['with two indexes', [WALLET, AMOUNT, field('uint8', 'index'), field('uint8', 'index')], /at most one/],
    ['with a wallet that is an integer', [field('uint256', 'wallet'), AMOUNT], /type address/],
    ['with an amount that is an address', [WALLET, field('address', 'amount')], /integer field/],
    ['with a wallet of its own', [field('address', 'wallet', `0x${'11'.repeat(20)}`), AMOUNT], /value of its own/],
    ['of a string', [WALLET, AMOUNT, field('string', null)], /dynamic size/],
    ['of bytes', [WALLET, AMOUNT, field('bytes', null)], /dynamic size/],
    ['of an array', [WALLET, AMOUNT, field('uint256[]', null)], /dynamic size/],
    ['of an array of a fixed length', [WALLET, AMOUNT, field('uint256[2]', null)], /dynamic size/],
    ['of an unknown type', [WALLET, AMOUNT, field('uint7', null)], /must be address/],
    ['of more than 32 bytes', [WALLET, AMOUNT, field('bytes33', null)], /must be address/],
    ['with a constant out of range', [WALLET, AMOUNT, field('uint8', null, '256')], /outside the range of uint8/],
    ['with too many fields', [WALLET, AMOUNT, ...Array<LeafField>(15).fill(field('bool', null))], /at most 16/],
  ])('%s are rejected', (_, fields, message) => {
    expect(() => assertLeafFields(fields)).toThrow(InvalidLeafFieldsError);
    expect(() => assertLeafFields(fields)).toThrow(message);
  });

  it.each([
    ['uint8', '255', '255'],
    ['uint8', '0xFF', '255'],
    ['int8', '-128', '-128'],
    ['uint', `${2n ** 256n - 1n}`, `${2n ** 256n - 1n}`],
    ['bytes2', '0xABcd', '0xabcd'],
    ['bool', 'true', 'true'],
    ['address', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
    ['address', '0xD8DA6BF26964AF9D7EED9E03E53415D37AA96045', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
  ])('of %s take the value %s', (type, text, normal) => {
    expect(readFieldValue(parseFieldType(type), text)).toBe(normal);
  });

  it.each([
    ['uint8', '256'],
    ['uint8', '-1'],
    ['int8', '128'],
    ['uint256', `${2n ** 256n}`],
    ['uint256', '1.0'],
    ['uint256', '01'],
    ['uint256', ''],
    ['bytes2', '0xab'],
    ['bytes2', 'abcd'],
    ['address', '0x11'],
    // Mixed case whose checksum is wrong.
    ['address', '0xd8da6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['bool', '1'],
  ])('of %s reject the value %s', (type, text) => {
    expect(() => readFieldValue(parseFieldType(type), text)).toThrow(InvalidLeafFieldsError);
  });
});
