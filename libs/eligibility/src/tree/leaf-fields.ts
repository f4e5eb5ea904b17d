import type { LeafField } from '@droptrack/contracts';
import { hexToBytes } from '../hex-bytes';
import { readWallet } from '../wallet/parse-wallet';
import { fieldsSentence, type InvalidFieldsReason } from './sentences';

/** Field of a leaf; `token` is the token of an allocation in a list of several tokens. */
export interface ListLeafField extends Omit<LeafField, 'is'> {
  readonly is: LeafField['is'] | 'token';
}

/**
 * Fields of a leaf in the order of its encoding. A field without `is` and without a value differs from leaf to leaf: its
 * values are those of {@link import('./tree-kind').TreeLeaf.values}, in this order.
 */
export type LeafFields = readonly ListLeafField[];

/** True for a field whose value differs from leaf to leaf. */
export const isOfRow = ({ is, value }: ListLeafField): boolean => is === null && value === null;

/** Solidity type of a static size. */
export interface FieldType {
  readonly base: 'address' | 'uint' | 'int' | 'bool' | 'bytes';
  /** Size of a value in bytes, without padding. */
  readonly bytes: number;
  /** Names of its values in files, as of an enum of Solidity: the first is 0. Absent without names. */
  readonly names?: readonly string[];
}

/** Maximum number of fields of a leaf. */
const LEAF_FIELDS_MAX = 16;

/** Fields that do not describe a leaf, or a value that its type cannot represent. Its message contains no value. */
export class InvalidLeafFieldsError extends Error {
  override readonly name = 'InvalidLeafFieldsError';
  /** @param about - type, member or number that the sentence of the reason names. */
  constructor(reason: InvalidFieldsReason, about = '') {
    super(fieldsSentence(reason, about));
  }
}

const TYPE = /^(address|bool|uint|int|bytes)([1-9][0-9]{0,2})?$/;

/**
 * Parses a Solidity type. `uint` and `int` have 256 bits.
 *
 * @throws {InvalidLeafFieldsError} for types of dynamic size, such as `string`, `bytes` and arrays, and for unknown types.
 */
export function parseFieldType(type: string): FieldType {
  const [, base, size] = TYPE.exec(type) ?? [];
  const number = size === undefined ? null : Number(size);
  if (base === 'address' && number === null) return { base, bytes: 20 };
  if (base === 'bool' && number === null) return { base, bytes: 1 };
  if ((base === 'uint' || base === 'int') && (number ?? 256) % 8 === 0 && (number ?? 256) <= 256) {
    return { base, bytes: (number ?? 256) / 8 };
  }
  if (base === 'bytes' && number !== null && number <= 32) return { base, bytes: number };
  if (type === 'string' || type === 'bytes' || type.includes('[')) {
    throw new InvalidLeafFieldsError('dynamic', type);
  }
  throw new InvalidLeafFieldsError('type');
}

/**
 * Checks the fields of a leaf: one is the wallet (an address), at most one the amount (an integer), the claim index and the token,
 * and constants fit their types. A leaf without an amount is of an allowlist: it proves the wallet alone.
 *
 * @throws {InvalidLeafFieldsError}
 */
export function assertLeafFields(fields: LeafFields): void {
  if (fields.length > LEAF_FIELDS_MAX) throw new InvalidLeafFieldsError('too_many', `${LEAF_FIELDS_MAX}`);
  const counts = { wallet: 0, amount: 0, index: 0, token: 0 };
  for (const { type, is, value } of fields) {
    const parsed = parseFieldType(type);
    if (is === null) {
      if (value !== null) fieldBytes(parsed, value);
      continue;
    }
    counts[is]++;
    if (value !== null) throw new InvalidLeafFieldsError('own_value', is);
    const isAddress = is === 'wallet' || is === 'token';
    if (isAddress ? parsed.base !== 'address' : parsed.base !== 'uint' && parsed.base !== 'int') {
      throw new InvalidLeafFieldsError(isAddress ? 'wallet_type' : 'integer_type', is);
    }
  }
  if (counts.wallet !== 1) throw new InvalidLeafFieldsError('no_member', 'wallet');
  for (const is of ['amount', 'index', 'token'] as const)
    if (counts[is] > 1) throw new InvalidLeafFieldsError('twice', is);
}

/**
 * Checks a value of a field and returns its normal form: integers in decimal digits, hex digits in lower case.
 *
 * @param text - decimal or hex digits of an integer, `true` or `false`, `0x` and hex digits of an address or of bytes.
 * @throws {InvalidLeafFieldsError} for a value that the type cannot represent, and for an address in mixed case whose
 *   checksum (EIP-55) is wrong.
 */
export function readFieldValue(type: FieldType, text: string): string {
  fieldBytes(type, text);
  if (type.base === 'address' && readWallet(text) === 'evm_checksum') {
    throw new InvalidLeafFieldsError('checksum');
  }
  return type.base === 'uint' || type.base === 'int' ? integerOf(text).toString() : text.toLowerCase();
}

/**
 * Integer of a field as the bytes of its type would read as an unsigned integer.
 *
 * @throws {InvalidLeafFieldsError} outside the range of the type.
 */
function unsignedOf({ base, bytes }: FieldType, value: bigint): bigint {
  const bits = 8 * bytes;
  const isWithin = base === 'int' ? BigInt.asIntN(bits, value) === value : BigInt.asUintN(bits, value) === value;
  if (isWithin) return BigInt.asUintN(256, value);
  throw new InvalidLeafFieldsError('range', `${base}${bits}`);
}

const INTEGER = /^(?:-?(?:0|[1-9][0-9]{0,77})|0x[0-9a-fA-F]{1,64})$/;

function integerOf(text: string): bigint {
  if (!INTEGER.test(text)) throw new InvalidLeafFieldsError('integer');
  return BigInt(text);
}

/**
 * Value of a field as an unsigned integer, or as bytes.
 *
 * @throws {InvalidLeafFieldsError}
 */
export function fieldBytes(type: FieldType, text: string): bigint | Uint8Array {
  if (type.base === 'uint' || type.base === 'int') return unsignedOf(type, integerOf(text));
  if (type.base === 'bool') {
    if (text === 'true' || text === 'false') return text === 'true' ? 1n : 0n;
    throw new InvalidLeafFieldsError('boolean');
  }
  if (text.length !== 2 + 2 * type.bytes || !/^0x[0-9a-fA-F]*$/.test(text)) {
    throw new InvalidLeafFieldsError('digits', `${2 * type.bytes}`);
  }
  return hexToBytes(text.slice(2));
}
