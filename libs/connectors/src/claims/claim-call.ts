import type { AbiFunction, AbiItem, AbiParameter } from 'viem';
import { parseAbiItem, toFunctionSelector } from 'viem/utils';
import { SourceQueryError } from '../port';

/** What a contract can be asked with. */
export const CLAIM_ARGUMENTS = ['wallet', 'index', 'amount'] as const;
export type ClaimArgument = (typeof CLAIM_ARGUMENTS)[number];

/** Whose claim is asked about; null where the list has no such figure. */
export interface ClaimArguments {
  /** 20 bytes. */
  readonly wallet: Uint8Array;
  readonly index: bigint | null;
  /** Base units. */
  readonly amount: bigint | null;
}

/** A function of a contract that tells whether a wallet has claimed. */
export interface ClaimCall {
  /** What `eth_call` sends; null where an argument is not known, or too large for the function's parameter. */
  encode(given: ClaimArguments): `0x${string}` | null;
  /** What the contract's answer means; null for what this function cannot have answered. */
  decode(answer: unknown): boolean | null;
}

const SIGNATURE_LENGTH_MAX = 200;
const EXAMPLE = 'hasClaimed(address) returns (bool)';
/** One word: a contract that answers with more, or with nothing, has another function or none at all. */
const WORD = /^0x[0-9a-f]{64}$/i;

/**
 * Reads the signature of a function that tells whether a wallet has claimed, such as
 * `hasClaimed(address) returns (bool)` or `isClaimed(uint256 index) returns (bool)`.
 *
 * Its parameters are an address, which is the wallet, and unsigned integers, which say by their name whether they are
 * the `index` or the `amount`. It gives a bool, or an unsigned integer that is above 0 once something was claimed.
 *
 * @throws {SourceQueryError} for all else.
 */
export function parseClaimCall(signature: string): ClaimCall {
  const { inputs, outputs, text } = readFunction(signature);
  const parameters = inputs.map((input) => ({ name: argumentOf(input, text), bits: bitsOf(input) }));
  if (parameters.length === 0) throw new SourceQueryError(`function "${text}" must have a parameter: wallet or index`);
  const names = new Set(parameters.map(({ name }) => name));
  if (names.size < parameters.length) throw new SourceQueryError(`function "${text}" asks for one thing twice`);
  if (!names.has('wallet') && !names.has('index')) {
    throw new SourceQueryError(`function "${text}" must be about one claim: an address, or an integer named index`);
  }
  const [output] = outputs;
  const isBool = output?.type === 'bool';
  if (outputs.length !== 1 || output === undefined || (!isBool && bitsOf(output) === null)) {
    throw new SourceQueryError(`function "${text}" must return a bool, or a uint256 that is above 0 once claimed`);
  }
  const selector = toFunctionSelector({
    type: 'function',
    name: nameOf(text),
    inputs,
    outputs,
    stateMutability: 'view',
  });
  return {
    encode(given) {
      const words = parameters.map(({ name, bits }) => wordOf(given[name], bits));
      return words.includes(null) ? null : `${selector}${words.join('')}`;
    },
    decode(answer) {
      if (typeof answer !== 'string' || !WORD.test(answer)) return null;
      const value = BigInt(answer);
      return isBool && value > 1n ? null : value > 0n;
    },
  };
}

function readFunction(signature: string): {
  inputs: AbiFunction['inputs'];
  outputs: AbiFunction['outputs'];
  text: string;
} {
  const text = signature.trim().replace(/^function\s+/, '');
  const item = text.length > SIGNATURE_LENGTH_MAX ? null : parseItem(`function ${text}`);
  if (item === null) throw new SourceQueryError(`function must be a signature, such as ${EXAMPLE}`);
  // Left out it means view here: that is what people leave out.
  if (/\)\s*(?:(?:external|public)\s+)?(?:pure|payable|nonpayable)\b/.test(text)) {
    throw new SourceQueryError(`function "${text}" must be a view: it is asked, and no transaction is sent`);
  }
  return { inputs: item.inputs, outputs: item.outputs, text };
}

function parseItem(signature: string): AbiFunction | null {
  try {
    const item: AbiItem = parseAbiItem(signature);
    return item.type === 'function' ? item : null;
  } catch {
    return null;
  }
}

const nameOf = (text: string): string => text.slice(0, text.indexOf('('));

function argumentOf(input: AbiParameter, text: string): ClaimArgument {
  if (input.type === 'address') return 'wallet';
  const name = CLAIM_ARGUMENTS.find((argument) => argument !== 'wallet' && argument === input.name);
  if (bitsOf(input) !== null && name !== undefined) return name;
  throw new SourceQueryError(
    `function "${text}" must have parameters of these kinds only: address, uint256 index, uint256 amount`,
  );
}

/** Of an unsigned integer; null for all other types. */
function bitsOf({ type }: AbiParameter): number | null {
  const [, bits] = /^uint(\d+)$/.exec(type) ?? [];
  return bits === undefined ? null : Number(bits);
}

function wordOf(value: Uint8Array | bigint | null, bits: number | null): string | null {
  if (value === null) return null;
  if (typeof value !== 'bigint')
    return value.length === 20 ? Buffer.from(value).toString('hex').padStart(64, '0') : null;
  return value < 0n || value >= 1n << BigInt(bits ?? 0) ? null : value.toString(16).padStart(64, '0');
}
