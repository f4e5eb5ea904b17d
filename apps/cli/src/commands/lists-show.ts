import { formatTokenAmount } from '@droptrack/eligibility';
import { type Database, readLists, type StoredList } from '@droptrack/persistence';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { formatTable } from '../output/table';

export interface ShowListsDeps {
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
}

const HEADER = ['DROP', 'KIND', 'VERSION', 'WALLETS', 'TOTAL', 'LOADED', 'SHA-256'];

/**
 * Shows lists: of a drop every version, else what is in force. No wallet is shown.
 *
 * @param dropId - null for all drops.
 */
export async function showLists({ dropId }: { readonly dropId: string | null }, deps: ShowListsDeps): Promise<number> {
  const lists = await deps.withDatabase((db) => readLists(db, dropId));
  deps.output.result({ data: lists.map(presentList) }, describe(lists, dropId));
  return EXIT.done;
}

function presentList(list: StoredList): unknown {
  return {
    drop: list.dropId,
    kind: list.kind,
    version: list.version,
    in_force: list.inForce,
    wallets: list.wallets,
    total: list.total,
    decimals: list.decimals,
    sha256: list.sha256,
    url: list.url,
    loaded_at: list.createdAt.toISOString(),
  };
}

function describe(lists: readonly StoredList[], dropId: string | null): string {
  if (lists.length === 0) {
    const example = `droptrack lists load ${dropId ?? '<drop>'} list.csv --unit token`;
    return `No list${dropId === null ? '' : ` of ${dropId}`}. Load one: ${example}`;
  }
  const rows = lists.map((list) => [
    list.dropId,
    list.kind,
    `${list.version}${list.inForce ? '' : ' (former)'}`,
    String(list.wallets),
    totalOf(list),
    `${list.createdAt.toISOString().slice(0, 16)}Z`,
    `${list.sha256.slice(0, 12)}…`,
  ]);
  return formatTable(HEADER, rows);
}

function totalOf({ kind, total, decimals }: StoredList): string {
  if (kind === 'exclusion') return '-';
  return decimals === null ? `${total} base units` : formatTokenAmount(BigInt(total), decimals);
}
