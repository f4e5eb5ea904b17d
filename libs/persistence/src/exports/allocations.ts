import type { AllocationPart, TokenAllocation } from '@droptrack/contracts';
import type { Database } from '../database/database';
import { inSnapshot, type TakeRows } from './export-rows';

/** Exported wallet of a list; without index and breakdown if it has several entries. */
export interface ExportedAllocation {
  /** Key of the wallet in hex digits. */
  readonly wallet: string;
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Claim index, an exact decimal string; null where the list has none. */
  readonly index: string | null;
  readonly breakdown: readonly AllocationPart[] | null;
  /** Amounts by token, in a list that states them; then `amount` is 0. Absent in other lists. */
  readonly tokens?: readonly TokenAllocation[];
}

/** Rows to export. */
interface AllocationsExport {
  readonly listId: number;
  /** Only wallets whose bytes come after these; null for all. */
  readonly afterWallet: Uint8Array | null;
  readonly signal: AbortSignal;
}

/** Maximum time without data before the server counts as unresponsive. */
const SILENCE_MS = 15_000;
/**
 * A slow reader may take longer than the statement timeout allows, so that is off, while the wait for a lock stays limited.
 * The server is idle in the transaction as soon as the rest fits into the buffers, which a slow reader may need half an hour
 * to drain. Rows follow the primary key, so that the first ones arrive at once; wallets are in the format of {@link rowsOf}.
 */
const SETTINGS = `SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '10s', true),
  set_config('idle_in_transaction_session_timeout', '0', true),
  set_config('enable_sort', 'off', true), set_config('bytea_output', 'hex', true)`;

/**
 * Streams the rows of a version of a list, active or not, by the bytes of the wallets, in constant memory.
 *
 * @throws as {@link inSnapshot}, and the errors of `take`.
 */
export function exportAllocations(
  db: Database,
  { listId, afterWallet, signal }: AllocationsExport,
  take: TakeRows<ExportedAllocation>,
): Promise<void> {
  return inSnapshot(db, signal, async (sql) => {
    await sql.query(SETTINGS);
    const [{ kind } = { kind: 'plain' as const }] = await sql.query<{ kind: RowKind }>(
      `SELECT CASE WHEN tokens IS NOT NULL THEN 'tokens' WHEN rows > wallets THEN 'merged' ELSE 'plain' END AS kind
       FROM lists WHERE id = $1`,
      [listId],
    );
    const chunks = sql.copyOut(copyOf(listId, afterWallet, kind), { signal, silenceMs: SILENCE_MS });
    for await (const lines of wholeLines(chunks)) await take(rowsOf(lines, kind === 'tokens'));
  });
}

/** COPY accepts no parameters; a number and hex digits need no escaping. */
function copyOf(listId: number, afterWallet: Uint8Array | null, kind: RowKind): string {
  const after = afterWallet === null ? '' : `AND wallet > decode('${Buffer.from(afterWallet).toString('hex')}', 'hex')`;
  const order = kind === 'plain' ? 'ORDER BY wallet' : 'GROUP BY wallet ORDER BY wallet';
  return `COPY (SELECT ${COLUMNS[kind]} FROM list_rows WHERE list_id = ${BigInt(listId)} ${after} ${order}) TO STDOUT`;
}

/**
 * One row for all entries of a wallet, so that an export can continue after any wallet. Rows come in the order of the
 * primary key, so that each group is complete before the next.
 */
const MERGED = `wallet, sum(amount) AS amount, CASE WHEN count(*) = 1 THEN min(index) END AS index,
  CASE WHEN count(*) = 1 THEN (array_agg(breakdown))[1] END AS breakdown`;

/** One row for all tokens of a wallet: amounts of different tokens are not summed. A wallet has one entry per token, or few. */
const TOKENS = `wallet, 0 AS amount, NULL AS index,
  jsonb_agg(jsonb_build_object('token', token, 'amount', amount::text) ORDER BY entry) AS tokens`;

/** Kind of a list: one row per wallet, several that are summed, or some per token. */
type RowKind = 'plain' | 'merged' | 'tokens';
const COLUMNS: Readonly<Record<RowKind, string>> = {
  plain: 'wallet, amount, index, breakdown',
  merged: MERGED,
  tokens: TOKENS,
};

/** Text of arbitrary chunks, split after line feeds. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      yield Buffer.concat([...begun, chunk.subarray(0, end)]).toString();
      begun = [];
    }
    if (end < chunk.length) begun.push(chunk.subarray(end));
  }
}

const LINE_FEED = 0x0a;
/** Prefix of bytes in COPY's text format. */
const HEX_PREFIX = String.raw`\\x`;
const NULL = String.raw`\N`;

/** @param lines - of COPY's text format; no cell contains a tab or a line feed, since JSON escapes both. */
function rowsOf(lines: string, hasTokens: boolean): ExportedAllocation[] {
  const rows: ExportedAllocation[] = [];
  for (let at = 0; at < lines.length;) {
    const wallet = lines.indexOf('\t', at);
    const amount = lines.indexOf('\t', wallet + 1);
    const index = lines.indexOf('\t', amount + 1);
    const breakdown = lines.indexOf('\n', index + 1);
    rows.push({
      wallet: lines.slice(at + HEX_PREFIX.length, wallet),
      amount: lines.slice(wallet + 1, amount),
      index: nullable(lines.slice(amount + 1, index)),
      ...lastCell(lines.slice(index + 1, breakdown), hasTokens),
    });
    at = breakdown + 1;
  }
  return rows;
}

const nullable = (cell: string): string | null => (cell === NULL ? null : cell);

function lastCell(cell: string, hasTokens: boolean): Pick<ExportedAllocation, 'breakdown' | 'tokens'> {
  if (cell === NULL) return { breakdown: null };
  // COPY doubles the backslashes of JSON.
  const parts: unknown = JSON.parse(cell.replaceAll('\\\\', '\\'));
  return hasTokens ? { breakdown: null, tokens: parts as TokenAllocation[] } : { breakdown: parts as AllocationPart[] };
}
