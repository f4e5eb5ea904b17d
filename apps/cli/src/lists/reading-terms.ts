import { type DropDefinition, walletFamilies } from '@droptrack/catalogue';
import { parseBaseAmount, parseContractAmount, parseTokenAmount } from '@droptrack/eligibility';
import {
  BASE_UNIT_FORMATS,
  COLUMN_FORMATS,
  type ColumnNames,
  type ListFormat,
  type ReadingTerms,
  USUAL_COLUMNS,
} from '@droptrack/eligibility/formats';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';

/** Units of the amounts of a list: base units, or whole tokens. */
export type AmountUnit = 'base' | 'token';

/** Options that determine how amounts are parsed. */
export interface AmountOptions {
  /** False for a list of wallets only: amounts are ignored. */
  readonly needsAmounts: boolean;
  /** Null if not given. */
  readonly unit: AmountUnit | null;
}

/**
 * Rejects options that do not fit the format.
 *
 * @throws {CliError}
 */
export function assertOptionsFit(format: ListFormat, { needsAmounts, unit }: AmountOptions, hasColumns: boolean): void {
  if (hasColumns && !COLUMN_FORMATS.includes(format)) {
    throw new CliError(
      INVALID_ARGUMENT,
      `--columns applies only to ${COLUMN_FORMATS.join(', ')}; the names of ${format} are fixed`,
    );
  }
  if (!needsAmounts) return;
  const isBase = BASE_UNIT_FORMATS.includes(format);
  if (isBase && unit === 'token') {
    throw new CliError(INVALID_ARGUMENT, `--unit token is invalid: amounts of the format ${format} are in base units`);
  }
  if (!isBase && unit === null) {
    throw new CliError(
      INVALID_ARGUMENT,
      '--unit is required: base (base units, as in contracts) or token (whole tokens)',
    );
  }
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
  { needsAmounts, unit }: AmountOptions,
  wallet: ReadingTerms['wallet'],
): ReadingTerms {
  const families = walletFamilies(definition);
  if (families.length === 0) {
    throw new CliError('no_wallets', `${definition.id} has no wallets of a supported family`, {
      hint: 'If that is wrong, add `wallets` to its catalogue file, with evm, solana, starknet or cosmos.',
    });
  }
  return { wallet, families, amount: needsAmounts ? amountReader(definition, format, unit) : null };
}

/** @throws {CliError} */
function amountReader(
  { id, token }: DropDefinition,
  format: ListFormat,
  unit: AmountUnit | null,
): (text: string) => bigint {
  // No hex in tables: spreadsheets write values that look like hex but are not.
  if (unit !== 'token') return format === 'csv' ? parseBaseAmount : parseContractAmount;
  const decimals = token.decimals?.value ?? null;
  if (decimals !== null) return (text) => parseTokenAmount(text, decimals);
  throw new CliError('unknown_decimals', `The decimals of the token of ${id} are unknown`, {
    hint: 'Add `token: { decimals: … }` to its catalogue file and apply it, or load a list in base units.',
  });
}

const MEANINGS = ['wallet', 'amount', 'index'] as const;

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
    } else if (meaning !== undefined && name !== '' && names[meaning] === null) {
      names = { ...names, [meaning]: name };
    } else {
      throw new CliError(
        INVALID_ARGUMENT,
        '--columns must be of the form wallet=address,amount=total, with each key once',
        { hint: 'Keys are wallet, amount, index, and breakdown, which may be repeated.' },
      );
    }
  }
  return names;
}
