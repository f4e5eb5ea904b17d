import { PORTABLE_HASH } from '@droptrack/eligibility';
import { hexOfBytes } from './hex';

/**
 * Value of an ABI type: a number of `uintN` and `bool`, `0x` and lower-case hex digits of `address` and `bytesN`, or an array.
 */
export type AbiValue = bigint | string | readonly AbiValue[];

/** Function of a contract. */
export interface AbiFunction {
  /** `0x` and 8 hex digits. */
  readonly selector: string;
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly returns: { readonly types: readonly string[]; readonly names: readonly string[] };
}

const WORD = 64;
/** More elements than a proof or a batch of claims has. */
const ARRAY_MAX = 64;
const FUNCTION = /^(\w+)\(([^()]*)\)(?: returns \(([^()]*)\))?$/;

/** Functions by their signatures, each of which is hashed once. */
const FUNCTIONS = new Map<string, AbiFunction>();

/**
 * Function of a signature such as `isClaimed(uint256 index) returns (bool)`, without tuples.
 *
 * @throws {RangeError} for another text: signatures are constants of this package.
 */
export function abiFunction(signature: string): AbiFunction {
  const known = FUNCTIONS.get(signature) ?? parsedFunction(signature);
  FUNCTIONS.set(signature, known);
  return known;
}

function parsedFunction(signature: string): AbiFunction {
  const [, name, inputs, outputs = ''] = FUNCTION.exec(signature) ?? [];
  if (name === undefined || inputs === undefined) throw new RangeError(`no signature of a function: ${signature}`);
  const { types, names } = parametersOf(inputs);
  const text = new TextEncoder().encode(`${name}(${types.join()})`);
  const selector = hexOfBytes(PORTABLE_HASH.keccak256(text).slice(0, 4));
  return { selector, types, names, returns: parametersOf(outputs) };
}

function parametersOf(text: string) {
  const parts = text === '' ? [] : text.split(',').map((part) => part.trim().split(' '));
  return { types: parts.map(([type = '']) => type), names: parts.map(([, name = '']) => name) };
}

/** Calldata of a function. Null for a value that its type cannot represent. */
export function encodeCall({ selector, types }: AbiFunction, values: readonly AbiValue[]): string | null {
  const body = values.length === types.length ? encodeAll(types, values) : null;
  return body === null ? null : `${selector}${body}`;
}

/** Values of calldata. Null for another function, and for data that is not exactly the encoding of its values. */
export function decodeCall(called: AbiFunction, data: string): readonly AbiValue[] | null {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(data) || !data.startsWith(called.selector)) return null;
  const values = decodeAll(called.types, data.slice(called.selector.length), 0);
  return values !== null && encodeCall(called, values) === data ? values : null;
}

/** Word that a view function returned, by its name if it returns several. Null for a result of another type. */
export function decodeResult({ returns }: AbiFunction, data: unknown, name?: string): AbiValue | null {
  if (typeof data !== 'string' || data.length !== 2 + returns.types.length * WORD) return null;
  const values = decodeAll(returns.types, data.slice(2).toLowerCase(), 0);
  const at = name === undefined ? 0 : returns.names.indexOf(name);
  // Types with a value that they cannot represent, such as a bool of 2, are of another contract.
  if (values === null || `0x${encodeAll(returns.types, values) ?? ''}` !== data.toLowerCase()) return null;
  return values[at] ?? null;
}

function encodeAll(types: readonly string[], values: readonly AbiValue[]): string | null {
  let heads = '';
  let tails = '';
  for (const [n, type] of types.entries()) {
    const value = values[n];
    const encoded = value === undefined ? null : encode(type, value);
    if (encoded === null) return null;
    if (type.endsWith('[]')) {
      heads += word(BigInt(types.length * (WORD / 2) + tails.length / 2));
      tails += encoded;
    } else heads += encoded;
  }
  return heads + tails;
}

function encode(type: string, value: AbiValue): string | null {
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return null;
    const items = value as readonly AbiValue[];
    const body = encodeAll(
      items.map(() => type.slice(0, -2)),
      items,
    );
    return body === null ? null : word(BigInt(items.length)) + body;
  }
  const bits = bitsOf(type);
  if (bits !== null)
    return typeof value === 'bigint' && value >= 0n && value >> BigInt(bits) === 0n ? word(value) : null;
  const digits = digitsOf(type);
  if (typeof value !== 'string' || value.length !== 2 + digits || !/^0x[0-9a-f]+$/.test(value)) return null;
  return type === 'address' ? value.slice(2).padStart(WORD, '0') : value.slice(2).padEnd(WORD, '0');
}

/** @param base - position of the first head, in hex digits. */
function decodeAll(types: readonly string[], digits: string, base: number): readonly AbiValue[] | null {
  const values: AbiValue[] = [];
  for (const [n, type] of types.entries()) {
    const value = decode(type, digits, base, base + n * WORD);
    if (value === null) return null;
    values.push(value);
  }
  return values;
}

function decode(type: string, digits: string, base: number, at: number): AbiValue | null {
  const head = digits.slice(at, at + WORD);
  if (!/^[0-9a-f]{64}$/.test(head)) return null;
  if (!type.endsWith('[]')) {
    if (bitsOf(type) !== null) return BigInt(`0x${head}`);
    return `0x${type === 'address' ? head.slice(-digitsOf(type)) : head.slice(0, digitsOf(type))}`;
  }
  const start = base + 2 * Number(BigInt(`0x${head}`));
  const length = digits.slice(start, start + WORD);
  const count = length.length === WORD ? Number(BigInt(`0x${length}`)) : Infinity;
  if (count > ARRAY_MAX) return null;
  return decodeAll(Array<string>(count).fill(type.slice(0, -2)), digits, start + WORD);
}

/** Size of a number; null for other types. */
function bitsOf(type: string): number | null {
  if (type === 'bool') return 1;
  return type.startsWith('uint') ? Number(type.slice(4)) : null;
}

const digitsOf = (type: string): number => (type === 'address' ? 40 : 2 * Number(type.slice('bytes'.length)));

const word = (value: bigint): string => value.toString(16).padStart(WORD, '0');
