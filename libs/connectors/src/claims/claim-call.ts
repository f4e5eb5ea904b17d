import type { ClaimState } from '@droptrack/eligibility';
import type { AbiFunction, AbiItem, AbiParameter } from 'viem';
import { parseAbiItem, toFunctionSelector } from 'viem/utils';
import { SourceQueryError } from '../port';

/** Arguments of a function that reports a claim. */
export const CLAIM_ARGUMENTS = ['wallet', 'index', 'amount'] as const;
export type ClaimArgument = (typeof CLAIM_ARGUMENTS)[number];

/** Claim to be checked; null for values that the list does not have. */
export interface ClaimArguments {
  /** 20 bytes. */
  readonly wallet: Uint8Array;
  readonly index: bigint | null;
  /** Base units. */
  readonly amount: bigint | null;
}

/** A function of a contract that reports whether, or how much, a wallet has claimed. */
export interface ClaimCall {
  /** Data of the `eth_call`; null if an argument is unknown, or too large for the parameter of the function. */
  encode(given: ClaimArguments): `0x${string}` | null;
  /**
   * Claim state of the contract's result; null for a result that this function cannot return, and for an amount without
   * an allocation to compare it with.
   *
   * @param allocation - base units.
   */
  decode(answer: unknown, allocation: bigint | null): ClaimState | null;
}

/**
 * Functions whose result has the same meaning in every contract: `true` once the wallet has claimed,
 * or the amount that it has claimed so far. Any other is rejected: `claimableTokens(address)`, for instance, returns the
 * amount that is left, which is 0 after a claim and also for a wallet that the contract does not know.
 */
const KNOWN_NAMES = {
  bool: ['isClaimed', 'hasClaimed', 'claimed'],
  uint256: ['claimed', 'claimedAmount', 'amountClaimed', 'claimedTokens', 'cumulativeClaimed'],
} as const;
/** {@link KNOWN_NAMES} as text, for messages. */
const KNOWN_WORDS =
  `${listed(KNOWN_NAMES.bool)} returning a bool that is true once claimed, or ` +
  `${listed(KNOWN_NAMES.uint256)} returning a uint256, the claimed base units`;

/** Shared constants, as one is cached per wallet. */
const CLAIMED: ClaimState = { isClaimed: true, claimedAmount: null };
const UNCLAIMED: ClaimState = { isClaimed: false, claimedAmount: null };

const SIGNATURE_LENGTH_MAX = 200;
const EXAMPLE = 'hasClaimed(address) returns (bool)';
/** One word: a contract that returns more, or nothing, has a different function or none. */
const WORD = /^0x[0-9a-f]{64}$/i;

/**
 * Parses the signature of a function that reports a claim, such as `hasClaimed(address) returns (bool)`,
 * `isClaimed(uint256 index) returns (bool)` or `claimedAmount(address) returns (uint256)`.
 *
 * Its parameters are an address, which is the wallet, and unsigned integers, which are the `index` or the `amount` by
 * their name. Its name and return type must be known; an amount counts as claimed once it reaches the allocation.
 *
 * @throws {SourceQueryError} for every other signature; the message lists the known functions.
 */
export function parseClaimCall(signature: string): ClaimCall {
  const { inputs, outputs, text } = readFunction(signature);
  const parameters = inputs.map((input) => ({ name: argumentOf(input, text), bits: bitsOf(input) }));
  if (parameters.length === 0) throw new SourceQueryError(`function "${text}" must have a parameter: wallet or index`);
  const names = new Set(parameters.map(({ name }) => name));
  if (names.size < parameters.length) throw new SourceQueryError(`function "${text}" has a repeated parameter`);
  if (!names.has('wallet') && !names.has('index')) {
    throw new SourceQueryError(`function "${text}" must be about one claim: an address, or an integer named index`);
  }
  const isBool = returnsBool(outputs, text);
  const functionName = nameOf(text);
  if (!(isBool ? KNOWN_NAMES.bool : KNOWN_NAMES.uint256).some((known) => known === functionName)) {
    throw new SourceQueryError(`function "${text}" is not known to report a claim; known are ${KNOWN_WORDS}`);
  }
  const selector = toFunctionSelector({
    type: 'function',
    name: functionName,
    inputs,
    outputs,
    stateMutability: 'view',
  });
  return {
    encode(given) {
      const words = parameters.map(({ name, bits }) => wordOf(given[name], bits));
      return words.includes(null) ? null : `${selector}${words.join('')}`;
    },
    decode(answer, allocation) {
      if (typeof answer !== 'string' || !WORD.test(answer)) return null;
      const value = BigInt(answer);
      if (!isBool) return amountState(value, allocation);
      return value > 1n ? null : value === 1n ? CLAIMED : UNCLAIMED;
    },
  };
}

/** State of a claimed amount. Some contracts accumulate several rounds, so an amount above the allocation is complete. */
const amountState = (claimedAmount: bigint, allocation: bigint | null): ClaimState | null =>
  allocation === null ? null : { isClaimed: claimedAmount > 0n && claimedAmount >= allocation, claimedAmount };

/** @throws {SourceQueryError} for functions that return anything but one bool or one unsigned integer. */
function returnsBool(outputs: AbiFunction['outputs'], text: string): boolean {
  const [output, ...others] = outputs;
  if (output !== undefined && others.length === 0) {
    if (output.type === 'bool') return true;
    if (bitsOf(output) !== null) return false;
  }
  throw new SourceQueryError(`function "${text}" must return a bool, or a uint256 that is the claimed amount`);
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function readFunction(signature: string): {
  inputs: AbiFunction['inputs'];
  outputs: AbiFunction['outputs'];
  text: string;
} {
  const text = signature.trim().replace(/^function\s+/, '');
  const item = text.length > SIGNATURE_LENGTH_MAX ? null : parseItem(`function ${text}`);
  if (item === null) throw new SourceQueryError(`function must be a signature, such as ${EXAMPLE}`);
  // A missing mutability means view.
  if (/\)\s*(?:(?:external|public)\s+)?(?:pure|payable|nonpayable)\b/.test(text)) {
    throw new SourceQueryError(`function "${text}" must be a view: it is called without a transaction`);
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

/** Size of an unsigned integer; null for all other types. */
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
