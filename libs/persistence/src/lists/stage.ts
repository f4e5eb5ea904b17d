import type { PublishedAllocations } from '@droptrack/scoring';
import type { Sql, Transaction } from '../database/database';
import { copyLine } from '../database/copy';
import { LIST_FAULTS_MAX, type ListFault, ListRefusedError } from './errors';

/** One row of a list that is being loaded. */
export interface ListRow {
  /** Where it stands, from 1. */
  readonly line: number;
  /** 20 bytes of an EVM address, 32 of a Solana one. */
  readonly wallet: Uint8Array;
  /** Base units, 0..2^256 - 1; 0 in an exclusion list. */
  readonly amount: bigint;
}
export type ListRows = Iterable<ListRow> | AsyncIterable<ListRow>;

/** What to do with a wallet that has several rows. */
export type DuplicateRule = 'refuse' | 'sum';

/** What a staged list comes to. */
export interface ListFigures {
  readonly rows: number;
  /** Distinct ones. */
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
  readonly spread: PublishedAllocations | null;
}

/** More than this no token can count. */
const TOTAL_MAX = 2n ** 256n - 1n;

/**
 * Brings rows into `list_stage` (wallet, amount), one for each wallet, for the time of the transaction.
 *
 * @throws {ListRefusedError} when there are none, when their sum is more than a token can count, and for wallets with
 *   several rows unless these are to be summed; and what `rows` throws.
 */
export async function stageRows(sql: Transaction, rows: ListRows, duplicates: DuplicateRule): Promise<ListFigures> {
  await sql.query(
    'CREATE TEMPORARY TABLE list_input (line bigint NOT NULL, wallet bytea NOT NULL, amount numeric NOT NULL) ON COMMIT DROP',
  );
  const count = await sql.copy('COPY list_input (line, wallet, amount) FROM STDIN', linesOf(rows));
  if (count === 0) refuse('it has no rows, so it would leave everybody out');
  if (duplicates === 'refuse') await refuseDuplicates(sql);
  await sql.query(
    `CREATE TEMPORARY TABLE list_stage ON COMMIT DROP AS
     SELECT wallet, sum(amount) AS amount FROM list_input GROUP BY wallet`,
  );
  const figures = await figuresOf(sql, count);
  if (BigInt(figures.total) > TOTAL_MAX) refuse('its sum is above 2^256 - 1, the most a token can count');
  return figures;
}

async function* linesOf(rows: ListRows): AsyncGenerator<string> {
  for await (const { line, wallet, amount } of rows) {
    yield copyLine([line, `\\x${Buffer.from(wallet).toString('hex')}`, amount]);
  }
}

function refuse(message: string): never {
  throw new ListRefusedError([{ line: null, message }], 1);
}

async function refuseDuplicates(sql: Sql): Promise<void> {
  const again = await sql.query<{ line: string; first: string; total: string }>(
    `SELECT line, first, count(*) OVER () AS total
     FROM (SELECT line, min(line) OVER (PARTITION BY wallet) AS first FROM list_input) AS input
     WHERE line > first ORDER BY line LIMIT ${LIST_FAULTS_MAX}`,
  );
  const [one] = again;
  if (one === undefined) return;
  const faults = again.map(({ line, first }): ListFault => ({
    line: Number(line),
    message: `the same wallet as in line ${first}`,
  }));
  throw new ListRefusedError(faults, Number(one.total));
}

/** The spread is one of ratios: it takes no more than a double holds, and makes no sense where some get nothing. */
async function figuresOf(sql: Sql, rows: number): Promise<ListFigures> {
  const [figures] = await sql.query<{ wallets: string; total: string; least: string } & PublishedAllocations>(
    `SELECT count(*) AS wallets, sum(amount)::text AS total, min(amount)::text AS least, avg(amount)::float8 AS mean,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY amount::float8) AS median,
            percentile_cont(0.1) WITHIN GROUP (ORDER BY amount::float8) AS q10,
            percentile_cont(0.9) WITHIN GROUP (ORDER BY amount::float8) AS q90
     FROM list_stage`,
  );
  const { wallets = '0', total = '0', least = '0', median = 0, mean = 0, q10 = 0, q90 = 0 } = figures ?? {};
  const spread = least === '0' ? null : { median, mean, q10, q90 };
  return { rows, wallets: Number(wallets), total, spread };
}
