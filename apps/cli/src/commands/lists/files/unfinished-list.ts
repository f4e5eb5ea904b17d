import { AmountBook, type ReadAmounts } from '@droptrack/claims';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { writeLines } from './written-lines';

/** Columns of a book: the balances of up to three tokens. */
const COLUMNS_MAX = 3;
const LINE = /^([012]),(0x[0-9a-f]{40}),(-?\d{1,78})$/;

const FORMAT = 'droptrack-unfinished-list-1';
const headerShape = z.object({
  format: z.literal(FORMAT),
  read: z.object({
    terms: z.string(),
    target: z.object({ number: z.int().min(0), hash: z.string() }),
    upTo: z.int().min(0),
    lastChange: z.int().min(0).nullable(),
    hasBegun: z.boolean(),
    blocks: z.int().min(1),
    rejected: z.int().min(1).nullable(),
  }),
  columns: z.int().min(1).max(COLUMNS_MAX),
  lines: z.int().min(0),
});

/** Writes what was read of a list that is being rebuilt, for the next run. @throws {CliError} */
export async function writeUnfinished(path: string, file: string, { book, ...read }: ReadAmounts): Promise<void> {
  const lines = [...linesOf(book)];
  const header = { format: FORMAT, read, columns: book.columns, lines: lines.length };
  await writeLines(path, file, [JSON.stringify(header), ...lines]);
}

function* linesOf(book: AmountBook): Generator<string> {
  for (const key of book.keys()) {
    const [wallet, amounts] = book.row(key);
    for (const [column, amount] of amounts.entries()) yield `${column},${wallet},${amount}`;
  }
}

/** Amounts that an earlier run read; null without a file, and for one that is not as it was written. */
export async function readUnfinished(path: string): Promise<ReadAmounts | null> {
  const input = createReadStream(path);
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  try {
    const { data: header } = headerShape.safeParse(JSON.parse((await lines.next()).value ?? ''));
    if (header === undefined) return null;
    const { columns, read } = header;
    const book = new AmountBook(columns);
    let left = header.lines;
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
      const [, column, wallet, amount] = LINE.exec(next.value) ?? [];
      if (column === undefined || wallet === undefined || amount === undefined || Number(column) >= columns)
        return null;
      book.change(Number(column), wallet, BigInt(amount), 'replace');
      left -= 1;
    }
    return left === 0 ? { ...read, book } : null;
  } catch {
    // A file that cannot be read costs what it would have saved.
    return null;
  } finally {
    input.destroy();
  }
}
