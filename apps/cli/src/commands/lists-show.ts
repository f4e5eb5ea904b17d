import { formatTokenAmount } from '@droptrack/eligibility';
import { type Database, DropRepository, ListDropError, ListHeaders, type StoredList } from '@droptrack/persistence';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { formatTable } from '../output/format';
import { rethrowListError } from './lists-terms';

interface ShowListsDeps {
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
}

interface ShowListsArguments {
  /** Id of the drop; null for all drops. */
  readonly dropId: string | null;
  /** Includes former versions; for one drop. */
  readonly withFormer: boolean;
}

const HEADER = ['DROP', 'KIND', 'NAME', 'VERSION', 'WALLETS', 'TOTAL', 'TREE', 'LOADED', 'SHA-256'];

/**
 * Shows the active lists, or every version of one drop's lists. Wallets are never shown.
 *
 * @throws {CliError} for a drop that is not in the catalogue.
 */
export async function showLists({ dropId, withFormer }: ShowListsArguments, deps: ShowListsDeps): Promise<number> {
  const all = await deps.withDatabase((db) => readListsOf(db, dropId)).catch(rethrowListError);
  const lists = all.filter(({ isActive }) => isActive || withFormer);
  deps.output.result({ data: lists.map(presentList) }, describe(lists, dropId));
  return EXIT.done;
}

/** @throws {ListDropError} */
async function readListsOf(db: Database, dropId: string | null): Promise<StoredList[]> {
  const lists = await new ListHeaders(db).read(dropId);
  if (dropId === null || lists.length > 0 || (await new DropRepository(db).exists(dropId))) return lists;
  throw new ListDropError(dropId, 'unknown');
}

function presentList(list: StoredList): unknown {
  return {
    drop: list.dropId,
    kind: list.kind,
    name: list.name === '' ? null : list.name,
    version: list.version,
    in_force: list.isActive,
    has_rows: !list.isPurged,
    format: list.format,
    wallets: list.wallets,
    total: list.total,
    decimals: list.decimals,
    tree:
      list.treeFormat === null
        ? null
        : { format: list.treeFormat, root: list.root, root_published: list.isRootPublished },
    sha256: list.sha256,
    url: list.url,
    loaded_at: list.createdAt.toISOString(),
  };
}

function describe(lists: readonly StoredList[], dropId: string | null): string {
  if (lists.length === 0) {
    const example = `droptrack lists load ${dropId ?? '<drop>'} list.csv --unit token`;
    return `There is no list${dropId === null ? '' : ` of ${dropId}`}. Load one with: ${example}`;
  }
  // Most drops have no named list, and no column for it.
  const isNamed = lists.some(({ name }) => name !== '');
  const rows = lists.map((list) => [
    list.dropId,
    list.kind,
    ...(isNamed ? [list.name === '' ? '-' : list.name] : []),
    `${list.version}${list.isActive ? '' : list.isPurged ? ' (purged)' : ' (former)'}`,
    String(list.wallets),
    totalOf(list),
    treeOf(list),
    `${list.createdAt.toISOString().slice(0, 16)}Z`,
    `${list.sha256.slice(0, 12)}…`,
  ]);
  return formatTable(isNamed ? HEADER : HEADER.filter((title) => title !== 'NAME'), rows);
}

function totalOf({ kind, total, decimals }: StoredList): string {
  if (kind === 'exclusion') return '-';
  return decimals === null ? `${total} base units` : formatTokenAmount(BigInt(total), decimals);
}

function treeOf({ treeFormat, root, isRootPublished }: StoredList): string {
  if (treeFormat === null || root === null) return '-';
  return `${treeFormat} ${root.slice(2, 14)}…${isRootPublished ? '' : ' (root not published)'}`;
}
