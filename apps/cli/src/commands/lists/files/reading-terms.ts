import { type DropDefinition, walletFamilies } from '@droptrack/catalogue';
import {
  InvalidAmountError,
  parseBareHexAmount,
  parseBaseAmount,
  parseContractAmount,
  parseHexAmount,
  parseTokenAmount,
} from '@droptrack/eligibility';
import {
  BASE_UNIT_FORMATS,
  type ColumnNames,
  hexWalletReader,
  type ListFormat,
  type ReadingTerms,
  RECORD_FORMATS,
  USUAL_COLUMNS,
} from '@droptrack/eligibility/formats';
import { CliError, INVALID_ARGUMENT } from '../../../output/cli-error';

/** Units of the amounts of a list: base units, or whole tokens. */
export type AmountUnit = 'base' | 'token';

/** Options that determine how amounts are parsed. */
export interface AmountOptions {
  /** False for a list of wallets only: amounts are ignored. */
  readonly needsAmounts: boolean;
  /** Null if not given. */
  readonly unit: AmountUnit | null;
  /** Amount of every entry of a list without amounts, in `unit`; null or absent to read the amounts from the files. */
  readonly each?: string | null;
  /** `row`: the claim index of an entry is its number in the list, from 0; null or absent to read it from the files. */
  readonly index?: 'row' | null;
  /** Values that are hexadecimal in a form that is rejected otherwise. Absent: none. */
  readonly hex?: HexValues;
}

/** Hexadecimal values. They are declared, never detected: spreadsheets write values that look like hex but are not. */
interface HexValues {
  /** Wallets are 40 hex digits without `0x`. */
  readonly wallets: boolean;
  /** Amounts are `0x` and hex digits, or 64 hex digits; `bare`: hex digits without `0x`. Null: they are decimal. */
  readonly amounts: 'prefixed' | 'bare' | null;
}

const NO_HEX: HexValues = { wallets: false, amounts: null };

/**
 * Rejects options that do not fit the format.
 *
 * @throws {CliError}
 */
export function assertOptionsFit(format: ListFormat, options: AmountOptions, columns: ColumnNames): void {
  const isHexWallets = options.hex?.wallets === true;
  const given = [
    ...(areUsual(columns) ? [] : ['--columns']),
    ...(isGiven(options.each) ? ['--each'] : []),
    ...(isGiven(options.index) ? ['--index'] : []),
    // Amounts can be hexadecimal in any format, as bn.js writes them.
    ...(isHexWallets ? ['--hex wallets'] : []),
  ];
  const [first] = given;
  if (first !== undefined && !RECORD_FORMATS.some((known) => known === format)) {
    reject(`${first} applies only to ${RECORD_FORMATS.join(', ')}; the structure of ${format} is fixed`);
  }
  if (format === 'map' && columns.wallet !== null) {
    reject('The wallets of a map are the names of its members: remove wallet from --columns');
  }
  if (format === 'csv' && isGiven(columns.proof)) reject('A table has no proofs: remove proof from --columns');
  assertAmountsFit(options, columns);
  if (options.needsAmounts) assertUnitFits(format, options.unit);
}

/** True without names of `--columns`; fields of leaves have an option of their own. */
const areUsual = ({ wallet, amount, index, proof, token, breakdown }: ColumnNames): boolean =>
  [wallet, amount, index, proof, token].every((name) => !isGiven(name)) && breakdown.length === 0;

const isGiven = <T>(option: T | null | undefined): option is T => option !== null && option !== undefined;

function assertAmountsFit({ needsAmounts, unit, each, index, hex }: AmountOptions, columns: ColumnNames): void {
  if (!needsAmounts && (isGiven(each) || isGiven(index))) reject('--each and --index apply only to allocations');
  if (isGiven(each) && (columns.amount !== null || columns.breakdown.length > 0)) {
    reject('--each replaces the amounts of the files: remove amount and breakdown from --columns');
  }
  if (isGiven(index) && columns.index !== null) reject('--index replaces the column: remove index from --columns');
  if ((hex?.amounts ?? null) === null) return;
  if (isGiven(each)) reject('--each replaces the amounts of the files: remove amounts from --hex');
  if (unit === 'token') reject('--unit token is invalid: hexadecimal amounts are in base units');
}

function assertUnitFits(format: ListFormat, unit: AmountUnit | null): void {
  const isBase = BASE_UNIT_FORMATS.includes(format);
  if (isBase && unit === 'token') {
    reject(`--unit token is invalid: amounts of the format ${format} are in base units`);
  }
  if (!isBase && unit === null) {
    reject('--unit is required: base (base units, as in contracts) or token (whole tokens)');
  }
}

function reject(message: string): never {
  throw new CliError(INVALID_ARGUMENT, message);
}

/**
 * Parsers of wallets and amounts for a drop.
 *
 * @param wallet - parser of a wallet.
 * @throws {CliError} if amounts cannot be parsed for this drop, or the drop has no wallet family.
 */
export function readingTerms(
  definition: DropDefinition,
  format: ListFormat,
  options: AmountOptions,
  wallet: ReadingTerms['wallet'],
): ReadingTerms {
  const families = walletFamilies(definition);
  if (families.length === 0) {
    throw new CliError('no_wallets', `${definition.id} has no wallets of a supported family`, {
      hint: 'If that is wrong, add `wallets` to its catalogue file, with evm, solana, starknet, cosmos, sui, aptos, movement, ton or bitcoin.',
    });
  }
  return {
    wallet: options.hex?.wallets === true ? hexWalletReader(wallet) : wallet,
    families,
    amount: options.needsAmounts ? amountTerms(definition, format, options) : null,
  };
}

/** @throws {CliError} */
function amountTerms(definition: DropDefinition, format: ListFormat, options: AmountOptions): ReadingTerms['amount'] {
  const { unit, each, hex = NO_HEX } = options;
  const read = hex.amounts === null ? amountReader(definition, format, unit) : HEX_READERS[hex.amounts];
  return isGiven(each) ? amountOfEach(each, read) : read;
}

/** Parser of amounts of a contract. */
export const contractAmount = ({ amounts } = NO_HEX): ((text: string) => bigint) =>
  amounts === null ? parseContractAmount : HEX_READERS[amounts];

const HEX_READERS = { prefixed: parseHexAmount, bare: parseBareHexAmount } as const;

/** @throws {CliError} */
function amountOfEach(text: string, read: (text: string) => bigint): bigint {
  try {
    const amount = read(text);
    if (amount > 0n) return amount;
  } catch (error) {
    if (!(error instanceof InvalidAmountError)) throw error;
    reject(`--each: ${error.message}`);
  }
  reject('--each must be above 0: checks answer eligible wallets with their amount');
}

/** @throws {CliError} */
function amountReader(
  { id, token }: DropDefinition,
  format: ListFormat,
  unit: AmountUnit | null,
): (text: string) => bigint {
  // No hex in tables unless declared: spreadsheets write values that look like hex but are not.
  if (unit !== 'token') return format === 'csv' ? parseBaseAmount : parseContractAmount;
  const decimals = token.decimals?.value ?? null;
  if (decimals !== null) return (text) => parseTokenAmount(text, decimals);
  throw new CliError('unknown_decimals', `The decimals of the token of ${id} are unknown`, {
    hint: 'Add `token: { decimals: … }` to its catalogue file and apply it, or load a list in base units.',
  });
}

const HEX_VALUES = ['wallets', 'amounts', 'bare-amounts'] as const;

/**
 * Parses `--hex wallets,amounts`, or one of them; `bare-amounts` in place of `amounts`.
 *
 * @throws {CliError}
 */
export function parseHex(text: string): HexValues {
  const values = text.split(',');
  const has = (value: (typeof HEX_VALUES)[number]): boolean => values.includes(value);
  const isKnown = values.every((value) => HEX_VALUES.some((known) => known === value));
  if (!isKnown || new Set(values).size < values.length || (has('amounts') && has('bare-amounts'))) {
    reject('--hex must be wallets, amounts or bare-amounts, or wallets and one of the others, such as wallets,amounts');
  }
  return { wallets: has('wallets'), amounts: has('bare-amounts') ? 'bare' : has('amounts') ? 'prefixed' : null };
}

const MEANINGS = ['wallet', 'amount', 'index', 'proof', 'token'] as const;

/**
 * Parses `--columns wallet=address,amount=total,index=nr,breakdown=staking,breakdown=bridge`: the name of each column in
 * the file, or its number as in `#2`. Only `breakdown` may be repeated.
 *
 * @throws {CliError}
 */
export function parseColumns(text: string | null): ColumnNames {
  let names = USUAL_COLUMNS;
  for (const part of text === null ? [] : text.split(',')) {
    const [, key = '', name = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    const meaning = MEANINGS.find((known) => known === key);
    if (key === 'breakdown' && name !== '' && !names.breakdown.includes(name)) {
      names = { ...names, breakdown: [...names.breakdown, name] };
    } else if (meaning !== undefined && name !== '' && (names[meaning] ?? null) === null) {
      names = { ...names, [meaning]: name };
    } else {
      throw new CliError(
        INVALID_ARGUMENT,
        '--columns must be of the form wallet=address,amount=total, with each key once',
        { hint: 'Keys are wallet, amount, index, proof, token, and breakdown, which may be repeated.' },
      );
    }
  }
  return names;
}
