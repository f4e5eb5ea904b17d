import type { WalletType } from '@droptrack/contracts';
import { InvalidAmountError } from '../amount/token-amount';
import { InvalidLeafFieldsError, readFieldValue } from '../tree/leaf-fields';
import { InvalidWalletError } from '../wallet/errors';
import { acceptedFamilies } from '../wallet/families';
import { FAMILY_NAMES } from '../wallet/family-names';
import { invalidWalletFor } from '../wallet/invalid-wallet-for';
import type { Wallet } from '../wallet/parse-wallet';
import { solanaWallet } from './wallet-reader';
import { bigNumberOf, numberText } from './big-number';
import { readHash } from './bytes';
import type { FieldColumn } from './columns';
import { type EntryViolation, InvalidEntryError } from './errors';
import { elementsOf, type JsonValue, membersOf } from './json/json-value';
import { type ListEntry, type ListShare, REASON_LENGTH_MAX } from './list-entry';

/** Parsers for the members of an entry. */
export interface ReadingTerms {
  /** Parses a wallet; throws InvalidWalletError. */
  readonly wallet: (text: string) => Wallet;
  /** Accepted families; an entry of another family is an error. */
  readonly families: readonly WalletType[];
  /**
   * Parses an amount; throws InvalidAmountError. A number: the amount of every entry, in base units. Null for a list of wallets
   * only. In both cases the amounts of the file are ignored.
   */
  readonly amount: ((text: string) => bigint) | bigint | null;
}

/** Amount of an entry that states only its parts. Not a value of JSON: there, `null` is a missing amount. */
export const SUM_OF_PARTS = Symbol('sum of the parts');

/** Entry as in its file; absent members are undefined. A null is a member without its value, which is an error. */
export interface RawEntry {
  /** Address, or the 32 bytes of a Solana address. */
  readonly wallet: JsonValue | Uint8Array | undefined;
  readonly amount: JsonValue | typeof SUM_OF_PARTS | undefined;
  readonly index?: JsonValue | undefined;
  /** Parts with their reasons; an undefined amount is the whole amount. */
  readonly shares?: readonly (readonly [reason: string, amount: JsonValue | undefined])[];
  /** Null is no proof, as programs write it for a tree without proofs. */
  readonly proof?: JsonValue | undefined;
  /** Address of the token of the amount; absent in a list that states none. */
  readonly token?: JsonValue | undefined;
  /** Fields of its leaf that differ from entry to entry. */
  readonly fields?: readonly (readonly [column: FieldColumn, value: JsonValue | undefined])[];
  /** Reason for which it is no entry; absent for one that can be parsed. */
  readonly invalid?: string;
}

/** Digits; hexadecimal ones as ethers writes them. */
const INDEX = /^(?:[0-9]{1,16}|0x[0-9a-fA-F]{1,14})$/;
/** Maximum length of a proof, for a tree of 2^256 leaves. */
const PROOF_LENGTH_MAX = 256;

/**
 * Parses an entry of a list.
 *
 * @returns an error for an invalid entry; reading can continue with the next one.
 */
export function readEntry(raw: RawEntry, line: number, terms: ReadingTerms): ListEntry | EntryViolation {
  if (raw.invalid !== undefined) return { line, message: raw.invalid };
  try {
    const wallet = walletOf(raw.wallet, terms);
    if (terms.amount === null) return { line, wallet, amount: 0n, index: null, breakdown: [], proof: null };
    const { index, proof = null } = raw;
    const ofLeaf =
      raw.fields === undefined && !('token' in raw)
        ? NO_FIELDS
        : {
            ...(raw.fields !== undefined && { fields: raw.fields.map(fieldOf) }),
            ...('token' in raw && { token: tokenOf(raw.token, terms) }),
          };
    if (typeof terms.amount === 'bigint') {
      return { ...equalEntry(line, wallet, terms.amount, index), proof: proofOf(proof), ...ofLeaf };
    }
    const { amount, breakdown } = amountOf(raw, terms.amount);
    const leafIndex = indexOf(index);
    if (ofLeaf === NO_FIELDS) return { line, wallet, amount, index: leafIndex, breakdown, proof: proofOf(proof) };
    return { line, wallet, amount, index: leafIndex, breakdown, proof: proofOf(proof), ...ofLeaf };
  } catch (error) {
    if (error instanceof InvalidWalletError)
      return { line, message: `wallet: ${invalidWalletFor(error, terms.families).message}` };
    if (error instanceof InvalidAmountError) return { line, message: `amount: ${error.message}` };
    if (error instanceof InvalidEntryError) return { line, message: error.message };
    throw error;
  }
}

function walletOf(value: RawEntry['wallet'], { wallet: read, families }: ReadingTerms): Wallet {
  const wallet = value instanceof Uint8Array ? solanaWallet(value) : typeof value === 'string' ? read(value) : null;
  if (wallet === null) throw new InvalidEntryError('wallet: It is missing, or not a text');
  if (acceptedFamilies(wallet, families).length > 0) return wallet;
  // Above the bound of Starknet, a hash or a key is more likely than an address of another family.
  if (wallet.type === 'sui') throw new InvalidWalletError('hash_or_key');
  throw new InvalidEntryError(
    `wallet: It is ${wallet.type === 'evm' ? 'an' : 'a'} ${FAMILY_NAMES[wallet.type]} address, which this drop does not accept`,
  );
}

/** Address of a token, or of an object that has it. */
function tokenOf(value: JsonValue | undefined, { wallet: read, families }: ReadingTerms): string {
  const text = membersOf(value)?.get('address') ?? value;
  if (typeof text !== 'string') throw new InvalidEntryError('token: It is missing, or not a text');
  try {
    const token = read(text);
    if (acceptedFamilies(token, families).length > 0) return token.address;
  } catch (error) {
    if (!(error instanceof InvalidWalletError)) throw error;
    throw new InvalidEntryError(`token: ${invalidWalletFor(error, families).message}`);
  }
  throw new InvalidEntryError('token: It is an address of another kind than the wallets');
}

function equalEntry(line: number, wallet: Wallet, amount: bigint, index: RawEntry['index']): ListEntry {
  return { line, wallet, amount, index: indexOf(index), breakdown: NO_BREAKDOWN, proof: null };
}

type ReadAmount = (text: string) => bigint;
const NO_BREAKDOWN: readonly ListShare[] = [];

function amountOf({ amount, shares = [] }: RawEntry, read: ReadAmount): Pick<ListEntry, 'amount' | 'breakdown'> {
  if (shares.length === 0 && amount !== SUM_OF_PARTS)
    return { amount: oneAmount(amount, read), breakdown: NO_BREAKDOWN };
  const parts = shares.map(([reason, text]) => ({ reason, amount: text === undefined ? null : oneAmount(text, read) }));
  const sum = parts.reduce((all, part) => all + (part.amount ?? 0n), 0n);
  const whole = amount === SUM_OF_PARTS ? sum : oneAmount(amount, read);
  const breakdown: ListShare[] = [];
  for (const { reason, amount: part } of parts) {
    if (part === 0n || whole === 0n) continue;
    if (reason === '' || reason.length > REASON_LENGTH_MAX) {
      throw new InvalidEntryError(`breakdown: a reason is empty, or longer than ${REASON_LENGTH_MAX} characters`);
    }
    breakdown.push({ reason, amount: part ?? whole });
  }
  if (parts.some((part) => part.amount !== null) && sum !== whole) {
    throw new InvalidEntryError('breakdown: the parts do not add up to the amount');
  }
  return { amount: whole, breakdown };
}

function oneAmount(value: JsonValue | undefined, read: ReadAmount): bigint {
  if (value === undefined || value === null) throw new InvalidAmountError('empty');
  const text = numberText(value);
  if (text === undefined) throw new InvalidAmountError('not_a_number');
  return read(text);
}

const NO_FIELDS = {};

function fieldOf([{ name, type }, value]: readonly [FieldColumn, JsonValue | undefined]): string {
  const number = typeof value === 'string' ? (type.names ?? []).indexOf(value) : -1;
  const text = number !== -1 ? `${number}` : typeof value === 'boolean' ? `${value}` : value;
  try {
    if (typeof text === 'string') return readFieldValue(type, text);
  } catch (error) {
    if (!(error instanceof InvalidLeafFieldsError)) throw error;
    throw new InvalidEntryError(`column ${name}: ${error.message}`);
  }
  throw new InvalidEntryError(`column ${name}: it is missing, or not a text`);
}

function indexOf(value: RawEntry['index']): bigint | null {
  if (value === undefined) return null;
  if (value === null || value === '') throw new InvalidEntryError('index: it is missing');
  const text = bigNumberOf(value) ?? value;
  const index = typeof text === 'string' && INDEX.test(text) ? Number(text) : Infinity;
  if (Number.isSafeInteger(index)) return BigInt(index);
  throw new InvalidEntryError('index: it is not an integer from 0 to 2^53 - 1');
}

function proofOf(value: JsonValue): readonly Uint8Array[] | null {
  if (value === null) return null;
  const hashes = elementsOf(value);
  if (hashes === null || hashes.length > PROOF_LENGTH_MAX)
    throw new InvalidEntryError('proof: it is not a list of hashes');
  return hashes.map((hash) => {
    const bytes = readHash(hash);
    if (bytes === null) throw new InvalidEntryError('proof: a hash is neither 64 hex digits nor 32 bytes');
    return bytes;
  });
}
