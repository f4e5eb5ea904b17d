import { type DropDefinition, walletFamilies } from '@droptrack/catalogue';
import type { WalletType } from '@droptrack/contracts';
import {
  InvalidAmountError,
  InvalidWalletError,
  parseBaseAmount,
  parseTokenAmount,
  parseWallet,
} from '@droptrack/eligibility';
import { LIST_FAULTS_MAX, type ListFault, ListRefusedError, type ListRow } from '@droptrack/persistence';
import { CliError } from '../output/cli-error';
import type { ColumnNames } from '@droptrack/eligibility/formats';
import { type ColumnPlaces, findColumns } from './columns';
import type { CsvRecord } from './csv-records';

/** What the amounts of a list count: base units, or whole tokens. */
export const AMOUNT_UNITS = ['base', 'token'] as const;
export type AmountUnit = (typeof AMOUNT_UNITS)[number];

export interface ReadListOptions {
  readonly columns: ColumnNames;
  /** Null: a list of wallets only. */
  readonly unit: AmountUnit | null;
  /** Called now and then with how many rows were read. */
  readonly onProgress: (rows: number) => void;
}

const PROGRESS_ROWS = 20_000;

/**
 * Reads the rows of a list for a drop.
 *
 * @throws {CliError} at once, when amounts cannot be read for this drop, or no wallet counts for it.
 * @throws {ListRefusedError} at the end, with every fault; no message holds what is in the file.
 */
export function readListRows(
  records: AsyncIterable<CsvRecord>,
  definition: DropDefinition,
  options: ReadListOptions,
): AsyncIterable<ListRow> {
  return rowsOf(records, rowReader(definition, options.unit), options);
}

/** It goes on after a fault, so that all are told at once, but gives no more rows. */
async function* rowsOf(
  records: AsyncIterable<CsvRecord>,
  readRow: RowReader,
  { columns, unit, onProgress }: ReadListOptions,
): AsyncGenerator<ListRow> {
  const faults: ListFault[] = [];
  let [total, rows] = [0, 0];
  let [places, width]: [ColumnPlaces | null, number] = [null, 0];
  try {
    for await (const record of records) {
      if (places === null) {
        places = findColumns(record.fields, record.line, columns, unit !== null);
        width = record.fields.length;
        continue;
      }
      // Not to be guessed at: of `1,000` without quotes the amount would be 1.
      const row = record.fields.length === width ? readRow(record, places) : ofOtherWidth(record, width);
      if (!('message' in row)) {
        if (total === 0) yield row;
      } else if (++total <= LIST_FAULTS_MAX) faults.push(row);
      if (++rows % PROGRESS_ROWS === 0) onProgress(rows);
    }
  } catch (error) {
    // The file ends here: what was found before is told too.
    if (!(error instanceof ListRefusedError) || total === 0) throw error;
    throw new ListRefusedError([...faults, ...error.faults].slice(0, LIST_FAULTS_MAX), total + error.total);
  }
  if (total > 0) throw new ListRefusedError(faults, total);
}

const ofOtherWidth = ({ line, fields }: CsvRecord, width: number): ListFault => ({
  line,
  message: `the line has ${fields.length} fields, the header ${width}`,
});

type RowReader = (record: CsvRecord, places: ColumnPlaces) => ListRow | ListFault;

/** @throws {CliError} */
function rowReader(definition: DropDefinition, unit: AmountUnit | null): RowReader {
  const families = walletFamilies(definition);
  if (families.length === 0) {
    throw new CliError('no_wallets', `${definition.id} counts neither EVM nor Solana wallets`, {
      hint: 'If that is wrong, state `wallets: [evm]` or `wallets: [solana]` in its catalogue file.',
    });
  }
  const readAmount = amountReader(definition, unit);
  return ({ fields, line }, places) => {
    try {
      const wallet = parseWallet(fields[places.wallet] ?? '');
      if (!families.includes(wallet.type)) return { line, message: notCounted(wallet.type, definition) };
      const amount = places.amount === null ? 0n : readAmount(fields[places.amount] ?? '');
      return { line, wallet: wallet.bytes, amount };
    } catch (error) {
      if (error instanceof InvalidWalletError) return { line, message: `wallet: ${error.message}` };
      if (error instanceof InvalidAmountError) return { line, message: `amount: ${error.message}` };
      throw error;
    }
  };
}

const NAMES: Readonly<Record<WalletType, string>> = { evm: 'an EVM', solana: 'a Solana' };

const notCounted = (type: WalletType, { id }: DropDefinition): string =>
  `wallet: It is ${NAMES[type]} address, which ${id} does not count`;

/** @throws {CliError} */
function amountReader({ id, token }: DropDefinition, unit: AmountUnit | null): (text: string) => bigint {
  if (unit !== 'token') return parseBaseAmount;
  const decimals = token.decimals?.value ?? null;
  if (decimals !== null) return (text) => parseTokenAmount(text, decimals);
  throw new CliError('unknown_decimals', `It is not known how many decimals the token of ${id} has`, {
    hint: 'State `token: { decimals: … }` in its catalogue file and apply it, or load a list in base units.',
  });
}
