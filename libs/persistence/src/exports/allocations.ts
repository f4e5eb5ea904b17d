import type { AllocationPart } from '@droptrack/contracts';
import type { Database } from '../database/database';
import { exportRows, type TakeRows } from './export-rows';

/** A row of a list, as it is exported. */
export interface ExportedAllocation {
  /** Bytes of the address in hex: 40 digits of an EVM address, 64 of a Solana one. */
  readonly wallet: string;
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Place in the list's tree, an integer; null where it has none. */
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

const ROWS = `
  SELECT encode(wallet, 'hex') AS wallet, amount::text AS amount, NULL AS index, breakdown
  FROM list_rows WHERE list_id = $1 AND wallet > $2 ORDER BY wallet`;

/** Before every wallet. */
const NO_BYTES = Buffer.alloc(0);

/**
 * The rows of a version of a list, in force or not, by the bytes of the wallets.
 *
 * @throws as {@link exportRows}.
 */
export function exportAllocations(
  db: Database,
  { listId, afterWallet, signal }: AllocationsExport,
  take: TakeRows<ExportedAllocation>,
): Promise<void> {
  const after = afterWallet === null ? NO_BYTES : Buffer.from(afterWallet);
  return exportRows(db, { text: ROWS, values: [listId, after], signal }, take);
}
