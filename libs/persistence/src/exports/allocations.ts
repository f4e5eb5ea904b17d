import type { AllocationPart } from '@droptrack/contracts';
import type { Database, Sql } from '../database/database';
import { type Batch, EXPORT_ROWS, inSnapshot, takeBatches, type TakeRows } from './export-rows';

/** A row of a list, as it is exported. */
export interface ExportedAllocation {
  /** Bytes of the address in hex: 40 digits of an EVM address, 64 of a Solana one. */
  readonly wallet: string;
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Claim index, an exact decimal string; null where the list has none. */
  readonly index: string | null;
  readonly breakdown: readonly AllocationPart[] | null;
}

/** Which rows are exported. */
export interface AllocationsExport {
  readonly listId: number;
  /** Only wallets whose bytes come after these; null for all. */
  readonly afterWallet: Uint8Array | null;
  readonly signal: AbortSignal;
}

/**
 * The next rows along the primary key, packed into one text: to take a million rows from the driver one by one costs
 * more than all the rest. No cell has a tab or a line feed: JSON escapes both.
 */
const PACKED = `
  SELECT string_agg(line, E'\\n') AS lines FROM (
    SELECT encode(r.wallet, 'hex') || E'\\t' || r.amount::text || E'\\t' || coalesce(r.index::text, '') || E'\\t' ||
           coalesce(r.breakdown::text, '') AS line
    FROM list_rows AS r WHERE r.list_id = $1 AND r.wallet > $2 ORDER BY r.wallet LIMIT $3
  ) AS batch`;

/** Before every wallet. */
const NO_BYTES = Buffer.alloc(0);

/**
 * The rows of a version of a list, in force or not, by the bytes of the wallets, in constant memory.
 *
 * @throws as {@link inSnapshot}, and what `take` throws.
 */
export function exportAllocations(
  db: Database,
  { listId, afterWallet, signal }: AllocationsExport,
  take: TakeRows<ExportedAllocation>,
): Promise<void> {
  return inSnapshot(db, signal, (sql) => {
    let after = afterWallet === null ? NO_BYTES : Buffer.from(afterWallet);
    const fetch = async (): Promise<Batch<ExportedAllocation>> => {
      const rows = await readPacked(sql, listId, after);
      const last = rows.at(-1);
      if (last !== undefined) after = Buffer.from(last.wallet, 'hex');
      return { rows, isLast: rows.length < EXPORT_ROWS };
    };
    return takeBatches(fetch, take);
  });
}

async function readPacked(sql: Sql, listId: number, after: Buffer): Promise<ExportedAllocation[]> {
  const [batch] = await sql.query<{ lines: string | null }>(PACKED, [listId, after, EXPORT_ROWS]);
  return batch?.lines?.split('\n').map(unpacked) ?? [];
}

function unpacked(line: string): ExportedAllocation {
  const [wallet = '', amount = '', index = '', breakdown = ''] = line.split('\t', 4);
  return {
    wallet,
    amount,
    index: index === '' ? null : index,
    breakdown: breakdown === '' ? null : (JSON.parse(breakdown) as AllocationPart[]),
  };
}
