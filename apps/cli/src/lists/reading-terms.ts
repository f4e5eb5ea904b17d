import { type DropDefinition, walletFamilies } from '@droptrack/catalogue';
import { parseBaseAmount, parseContractAmount, parseTokenAmount } from '@droptrack/eligibility';
import { BASE_UNIT_FORMATS, COLUMN_FORMATS, type ListFormat, type ReadingTerms } from '@droptrack/eligibility/formats';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';

/** What the amounts of a list count: base units, or whole tokens. */
export const AMOUNT_UNITS = ['base', 'token'] as const;
export type AmountUnit = (typeof AMOUNT_UNITS)[number];

/** What the caller says of a list. */
export interface StatedTerms {
  /** False for a list of wallets only: amounts are not looked at. */
  readonly needsAmounts: boolean;
  /** Null: not said. */
  readonly unit: AmountUnit | null;
}

/**
 * Refuses what is said of a list that cannot be meant of its format.
 *
 * @throws {CliError}
 */
export function assertMeant(format: ListFormat, { needsAmounts, unit }: StatedTerms, hasColumns: boolean): void {
  if (hasColumns && !COLUMN_FORMATS.includes(format)) {
    throw new CliError(INVALID_ARGUMENT, `--columns is for ${COLUMN_FORMATS.join(', ')}; ${format} has its own names`);
  }
  if (!needsAmounts) return;
  const isBase = BASE_UNIT_FORMATS.includes(format);
  if (isBase && unit === 'token') {
    throw new CliError(INVALID_ARGUMENT, `--unit token cannot be: amounts of the format ${format} are base units`);
  }
  if (!isBase && unit === null) {
    throw new CliError(
      INVALID_ARGUMENT,
      '--unit is missing: base (base units, as in contracts) or token (whole tokens)',
    );
  }
}

/**
 * How the words of a list are to be understood for a drop.
 *
 * @param wallet - reads one.
 * @throws {CliError} when amounts cannot be read for this drop, or no wallet counts for it.
 */
export function readingTerms(
  definition: DropDefinition,
  format: ListFormat,
  { needsAmounts, unit }: StatedTerms,
  wallet: ReadingTerms['wallet'],
): ReadingTerms {
  const families = walletFamilies(definition);
  if (families.length === 0) {
    throw new CliError('no_wallets', `${definition.id} counts neither EVM nor Solana wallets`, {
      hint: 'If that is wrong, state `wallets: [evm]` or `wallets: [solana]` in its catalogue file.',
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
  // Tables come out of spreadsheets, which write hex where nobody meant it.
  if (unit !== 'token') return format === 'csv' ? parseBaseAmount : parseContractAmount;
  const decimals = token.decimals?.value ?? null;
  if (decimals !== null) return (text) => parseTokenAmount(text, decimals);
  throw new CliError('unknown_decimals', `It is not known how many decimals the token of ${id} has`, {
    hint: 'State `token: { decimals: … }` in its catalogue file and apply it, or load a list in base units.',
  });
}
