import { InvalidTreeError } from './hash';
import { EVM_BYTES, WORD_BYTES, writeUint256 } from './kinds/leaf-bytes';
import {
  assertLeafFields,
  type FieldType,
  fieldBytes,
  InvalidLeafFieldsError,
  type LeafFields,
  type ListLeafField,
  parseFieldType,
} from './leaf-fields';
import type { TreeLeaf } from './tree-kind';

/** Encodings of Solidity: `abi.encode`, which pads each field to 32 bytes, and `abi.encodePacked`, which does not. */
type LeafPacking = 'padded' | 'packed';

/** Field with its position in the encoded leaf. */
interface PlacedField {
  readonly type: FieldType;
  readonly is: ListLeafField['is'];
  readonly at: number;
  /** Number of bytes in the encoded leaf. */
  readonly size: number;
}

/** Encoding of the leaves of a list. Constants are written once, for all leaves. */
class LeafEncoding {
  /** Fields that differ from leaf to leaf. */
  readonly #fields: readonly PlacedField[];
  readonly #constants: Uint8Array;
  /** Reused, as hash functions do not keep their input. */
  readonly #bytes: Uint8Array;

  /** @throws {InvalidLeafFieldsError} */
  constructor(fields: LeafFields, packing: LeafPacking) {
    assertLeafFields(fields);
    const placed: PlacedField[] = [];
    let at = 0;
    for (const { type: text, is } of fields) {
      const type = parseFieldType(text);
      const size = packing === 'padded' ? WORD_BYTES : type.bytes;
      placed.push({ type, is, at, size });
      at += size;
    }
    this.#constants = new Uint8Array(at);
    this.#bytes = new Uint8Array(at);
    placed.forEach((field, i) => {
      const value = fields[i]?.value ?? null;
      if (value !== null) write(this.#constants, field, value);
    });
    this.#fields = placed.filter((_, i) => (fields[i]?.value ?? null) === null);
  }

  /** Encodes a leaf. The bytes are valid until the next call. @throws {InvalidTreeError} */
  encode({ wallet, amount, index, token, values = [] }: TreeLeaf): Uint8Array {
    const bytes = this.#bytes;
    bytes.set(this.#constants);
    let next = 0;
    for (const field of this.#fields) {
      if (field.is === 'wallet') {
        if (wallet.length !== EVM_BYTES) throw new InvalidTreeError('wallet_family');
        bytes.set(wallet, field.at + field.size - EVM_BYTES);
      } else if (field.is === 'amount') writeNumber(bytes, field, amount, 'amount');
      else if (field.is === 'index') {
        if (index === null) throw new InvalidTreeError('index');
        writeNumber(bytes, field, index, 'index');
      } else {
        const value = field.is === 'token' ? token : values[next++];
        if (value === undefined) throw new InvalidTreeError('field');
        try {
          write(bytes, field, value);
        } catch (error) {
          throw error instanceof InvalidLeafFieldsError ? new InvalidTreeError('field') : error;
        }
      }
    }
    return bytes;
  }
}

function writeNumber(into: Uint8Array, field: PlacedField, value: bigint, reason: 'amount' | 'index'): void {
  if (value < 0n) throw new InvalidTreeError(reason);
  const { base, bytes } = field.type;
  if (value >> BigInt(base === 'int' ? 8 * bytes - 1 : 8 * bytes) > 0n) throw new InvalidTreeError(reason);
  writeInteger(into, field, value);
}

/** @throws {InvalidLeafFieldsError} */
function write(into: Uint8Array, field: PlacedField, text: string): void {
  const value = fieldBytes(field.type, text);
  if (typeof value === 'bigint') return writeInteger(into, field, value);
  // Bytes are padded to the right, addresses to the left.
  into.set(value, field.type.base === 'bytes' ? field.at : field.at + field.size - value.length);
}

function writeInteger(into: Uint8Array, { at, size }: PlacedField, value: bigint): void {
  if (size === WORD_BYTES) return writeUint256(into.fill(0, at, at + size), at, value, 'amount');
  for (let rest = value, i = at + size - 1; i >= at; rest >>= 8n, i--) into[i] = Number(rest & 0xffn);
}

/** Encodings of the lists that are being built; the fields of a list are one array. */
const ENCODINGS: Readonly<Record<LeafPacking, WeakMap<LeafFields, LeafEncoding>>> = {
  padded: new WeakMap(),
  packed: new WeakMap(),
};

/**
 * Encodes a leaf by its fields.
 *
 * @returns bytes that are valid until the next call.
 * @throws {InvalidTreeError} for a leaf that its fields cannot represent; {@link InvalidLeafFieldsError}
 */
export function encodeLeaf(leaf: TreeLeaf, fields: LeafFields, packing: LeafPacking): Uint8Array {
  let encoding = ENCODINGS[packing].get(fields);
  if (encoding === undefined) {
    encoding = new LeafEncoding(fields, packing);
    ENCODINGS[packing].set(fields, encoding);
  }
  return encoding.encode(leaf);
}
