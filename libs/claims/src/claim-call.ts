import type { ClaimStyle } from '@droptrack/catalogue';
import { DISTRIBUTOR_STYLES, type DistributorStyle } from '@droptrack/distributors';
import type { ClaimState } from '@droptrack/eligibility';
import type { AbiFunction, AbiItem } from 'viem';
import { parseAbiItem, toFunctionSelector } from 'viem/utils';
import { amountState } from './amount-state';
import { flattened, isOneWord, readWords, uintBits } from './abi-words';
import { type ClaimArguments, encodeArguments, readArguments } from './claim-arguments';
import { ClaimFault } from './claim-fault';

/** Declared members of a claim beside the signature of its function. */
export interface ClaimCallTerms {
  readonly args?: readonly string[];
  readonly result?: string;
  readonly style?: ClaimStyle;
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
   * @param before - for the style `remaining`: result of the same call in the block `since`; absent without one.
   */
  decode(answer: unknown, allocation: bigint | null, before?: unknown): ClaimState | null;
  /** True for a result that this function can return, for any wallet. */
  isResult(answer: unknown): boolean;
}

/** Meaning of a result. */
type Meaning = 'flag' | 'amount' | 'remaining';

/**
 * Functions whose result has the same meaning in every contract: a flag that is set once the wallet has claimed, or the
 * amount that it has claimed so far; and, only where it is declared, the amount that remains.
 */
const KNOWN_NAMES: Readonly<Record<Meaning, readonly string[]>> = {
  flag: ['isClaimed', 'hasClaimed', 'claimed', 'userToClaimStatus'],
  amount: ['claimed', 'claimedAmount', 'amountClaimed', 'claimedTokens', 'cumulativeClaimed', 'userToClaimedAmount'],
  remaining: ['claimableTokens'],
};
/** {@link KNOWN_NAMES} as text, for messages. */
const KNOWN_WORDS: Readonly<Record<'declared' | Meaning, string>> = {
  declared:
    `${listed(KNOWN_NAMES.flag)} returning a bool that is true once claimed, or ` +
    `${listed(KNOWN_NAMES.amount)} returning a uint256, the claimed base units`,
  flag: `${listed(KNOWN_NAMES.flag)} returning a bool, or 0 or 1`,
  amount: listed(KNOWN_NAMES.amount),
  remaining: `${KNOWN_NAMES.remaining.join()} returning a uint256, the base units not yet claimed`,
};

/** Calls of the styles, whose meaning is that of the result which the style names. */
const STYLE_CALLS = new Set(
  Object.values<DistributorStyle>(DISTRIBUTOR_STYLES).flatMap(({ claimed }) =>
    claimed === null ? [] : [callKey(claimed.check, claimed.result)],
  ),
);

/** Shared constants, as one is cached per wallet. */
const CLAIMED: ClaimState = { isClaimed: true, claimedAmount: null };
const UNCLAIMED: ClaimState = { isClaimed: false, claimedAmount: null };

const SIGNATURE_LENGTH_MAX = 200;
const EXAMPLE = 'hasClaimed(address) returns (bool)';
const FUNCTION = ['check'];
const RESULT = ['check', 'result'];
const STYLE = ['check', 'style'];

/**
 * Parses the signature of a function that reports a claim, such as `hasClaimed(address) returns (bool)`,
 * `isClaimed(uint256 index) returns (bool)` or `claimedAmount(address) returns (uint256)`.
 *
 * Its name and the type of its result must be known together; an amount counts as claimed once it reaches the allocation.
 *
 * @throws {ClaimFault} for every other signature, and for terms that do not fit it; the message lists the known functions.
 */
export function parseClaimCall(signature: string, { args, result, style }: ClaimCallTerms = {}): ClaimCall {
  const { inputs, outputs, text } = readFunction(signature);
  const callArguments = readArguments(inputs, args, text);
  const { types, position } = readResult(outputs, result, text);
  const meaning = meaningOf(types[position] ?? '', style, text);
  const name = text.slice(0, text.indexOf('('));
  if (!KNOWN_NAMES[meaning].includes(name) && !STYLE_CALLS.has(callKey(text, result))) {
    const known = KNOWN_WORDS[style ?? 'declared'];
    throw new ClaimFault(`function "${text}" is not known to report a claim; known are ${known}`, FUNCTION);
  }
  const selector = toFunctionSelector({ type: 'function', name, inputs, outputs, stateMutability: 'view' });
  const read = (answer: unknown): bigint | null => readWords(types, answer)?.[position] ?? null;
  const isValue = (value: bigint | null): value is bigint => value !== null && (meaning !== 'flag' || value <= 1n);
  return {
    encode(given) {
      const words = encodeArguments(callArguments, given);
      return words === null ? null : `${selector}${words}`;
    },
    isResult: (answer) => isValue(read(answer)),
    decode(answer, allocation, before) {
      const value = read(answer);
      if (!isValue(value)) return null;
      if (meaning === 'flag') return value === 1n ? CLAIMED : UNCLAIMED;
      if (allocation === null) return null;
      return meaning === 'amount' ? amountState(value, allocation) : remainingState(value, allocation, read(before));
    },
  };
}

/**
 * State of a remaining amount. Nothing remains after a claim, but also before the allocations are set, and for a wallet that
 * the contract does not know: only the allocation in an earlier block shows that it was claimed.
 *
 * @param before - amount that remained in the block in which every allocation was set; null if unknown.
 */
function remainingState(remaining: bigint, allocation: bigint, before: bigint | null): ClaimState | null {
  // An amount above the allocation belongs to another version of the list, so the difference would be a guess.
  if (remaining > 0n) {
    return { isClaimed: false, claimedAmount: remaining > allocation ? null : allocation - remaining };
  }
  return before !== null && before > 0n && before === allocation
    ? { isClaimed: true, claimedAmount: allocation }
    : null;
}

/**
 * Types of the values that a function returns, one word each, and the position of the one that is read.
 *
 * @throws {ClaimFault} for values of a variable size, and without a name for one of several.
 */
function readResult(outputs: AbiFunction['outputs'], name: string | undefined, text: string) {
  const values = flattened(outputs);
  const types = values.map(({ type }) => type);
  if (types.length === 0 || !types.every(isOneWord)) throw new ClaimFault(noResult(text), FUNCTION);
  if (name === undefined) {
    if (types.length === 1) return { types, position: 0 };
    throw new ClaimFault(`${noResult(text)}; with several values, "result" must name the one that is read`, FUNCTION);
  }
  const position = values.findIndex((value) => value.name === name);
  const isUnique = values.filter((value) => value.name === name).length === 1;
  if (isUnique) return { types, position };
  const names = values.flatMap((value) => value.name ?? []);
  const known = names.length === 0 ? 'names none of its values' : `returns ${names.join(', ')}`;
  throw new ClaimFault(`must be the name of one value: function "${text}" ${known}`, RESULT);
}

function callKey(signature: string, result: string | undefined): string {
  return `${signature} ${result ?? ''}`;
}

const noResult = (text: string): string =>
  `function "${text}" must return a bool, or a uint256 that is the claimed amount`;

/** @throws {ClaimFault} for a value that is neither a bool nor an unsigned integer, and for a style that does not fit it. */
function meaningOf(type: string, style: ClaimStyle | undefined, text: string): Meaning {
  const isBool = type === 'bool';
  if (!isBool && uintBits(type) === null) throw new ClaimFault(noResult(text), FUNCTION);
  if (isBool && style === 'remaining') {
    throw new ClaimFault(`must be left out: function "${text}" returns a bool, not a remaining amount`, STYLE);
  }
  return style ?? (isBool ? 'flag' : 'amount');
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
  if (item === null) throw new ClaimFault(`function must be a signature, such as ${EXAMPLE}`, FUNCTION);
  // A missing mutability means view.
  if (/\)\s*(?:(?:external|public)\s+)?(?:pure|payable|nonpayable)\b/.test(text)) {
    throw new ClaimFault(`function "${text}" must be a view: it is called without a transaction`, FUNCTION);
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
