import type { AbiParameter } from 'viem';
import { constantWord, isOneWord, uintBits, wordOf } from './abi-words';
import { ClaimFault } from './claim-fault';

/** Values of a claim that an argument can be, by the names that catalogue files use. */
export const CLAIM_ARGUMENTS = ['wallet', 'index', 'amount', 'leaf', 'leaf16'] as const;
export type ClaimArgument = (typeof CLAIM_ARGUMENTS)[number];

/** Claim to be checked; null for values that the list does not have. */
export interface ClaimArguments {
  /** 20 bytes of an EVM address, or 32 bytes of a Solana one. */
  readonly wallet: Uint8Array;
  readonly index: bigint | null;
  /** Base units. */
  readonly amount: bigint | null;
  /** Hash of the wallet's leaf, 32 bytes; only called for a function that has it as an argument. */
  readonly leaf?: () => Uint8Array | null;
}

/** Argument of a call: a value of the claim, or the word of a constant. */
export type CallArgument = { readonly name: ClaimArgument; readonly type: string } | { readonly word: string };

const LEAF16_BYTES = 16;
const KINDS = 'address, uint256 index, uint256 amount, bytes32 leaf';

/**
 * Arguments of a function in the order of its parameters. Without declared ones, an address is the wallet, and `index`,
 * `amount` and `leaf` are known by the name of the parameter.
 *
 * @param text - the function, for messages.
 * @throws {ClaimFault} for arguments that the parameters do not accept, and without one that identifies the claim.
 */
export function readArguments(
  inputs: readonly AbiParameter[],
  declared: readonly string[] | undefined,
  text: string,
): readonly CallArgument[] {
  const path = declared === undefined ? FUNCTION : ARGS;
  if (inputs.length === 0) throw new ClaimFault(`function "${text}" must have a parameter: wallet or index`, FUNCTION);
  const read = declared === undefined ? byName(inputs, text) : inDeclaredOrder(inputs, declared, text);
  const names = read.flatMap((argument) => ('name' in argument ? [argument.name] : []));
  if (new Set(names).size < names.length) {
    const advice = declared === undefined ? '; state "args" for a constant' : '';
    throw new ClaimFault(`function "${text}" has a repeated parameter${advice}`, path);
  }
  if (names.every((name) => name === 'amount')) {
    const needs = 'an address, an integer named index, or a leaf';
    throw new ClaimFault(`function "${text}" must be about one claim: ${needs}`, path);
  }
  return read;
}

/** Words of a call; null if a value of the claim is unknown, or too large for the parameter of the function. */
export function encodeArguments(args: readonly CallArgument[], given: ClaimArguments): string | null {
  const words = args.map((argument) => ('word' in argument ? argument.word : encoded(argument, given)));
  return words.includes(null) ? null : words.join('');
}

const FUNCTION = ['check'];
const ARGS = ['check', 'args'];

function encoded(
  { name, type }: { readonly name: ClaimArgument; readonly type: string },
  given: ClaimArguments,
): string | null {
  const value = name === 'leaf' || name === 'leaf16' ? leafOf(name, given) : given[name];
  return value === null ? null : wordOf(type, value);
}

function leafOf(name: 'leaf' | 'leaf16', { leaf }: ClaimArguments): Uint8Array | null {
  const hash = leaf?.() ?? null;
  return name === 'leaf' ? hash : (hash?.slice(0, LEAF16_BYTES) ?? null);
}

function byName(inputs: readonly AbiParameter[], text: string): CallArgument[] {
  return inputs.map(({ type, name }) => {
    const argument = type === 'address' ? 'wallet' : CLAIM_ARGUMENTS.find((known) => known === name);
    if (argument !== undefined && acceptedType(argument).test(type)) return { name: argument, type };
    const message = `function "${text}" must have parameters of these kinds only: ${KINDS}; state "args" for others`;
    throw new ClaimFault(message, FUNCTION);
  });
}

function inDeclaredOrder(inputs: readonly AbiParameter[], declared: readonly string[], text: string): CallArgument[] {
  if (inputs.length !== declared.length) {
    const counts = `${declared.length} arguments for ${inputs.length} parameters`;
    throw new ClaimFault(`function "${text}" has ${counts}`, ARGS);
  }
  return inputs.map(({ type }, n) => {
    const stated = declared[n] ?? '';
    const name = CLAIM_ARGUMENTS.find((known) => known === stated);
    if (name !== undefined && acceptedType(name).test(type)) return { name, type };
    const word = name === undefined && isOneWord(type) ? constantWord(type, stated) : null;
    if (word !== null) return { word };
    const names = CLAIM_ARGUMENTS.filter((known) => acceptedType(known).test(type));
    throw new ClaimFault(`must be ${[...names, ...constantForm(type)].join(', or ') || NO_ARGUMENT}`, [...ARGS, n]);
  });
}

const NO_ARGUMENT = 'that of a parameter of another type: this one cannot be encoded';

/** Types of parameters that an argument can be passed to. */
function acceptedType(name: ClaimArgument): RegExp {
  if (name === 'wallet') return /^address$/;
  if (name === 'leaf') return /^bytes32$/;
  return name === 'leaf16' ? /^bytes16$/ : /^uint\d+$/;
}

/** Form of a constant of a type, for messages. */
function constantForm(type: string): string[] {
  if (type === 'bool') return ['true or false'];
  const bits = uintBits(type);
  if (bits !== null) return [`a whole number of ${bits} bits, in quotes if it is large`];
  if (type === 'address') return ['an address in quotes'];
  return /^bytes\d+$/.test(type) ? [`a ${type} in quotes`] : [];
}
