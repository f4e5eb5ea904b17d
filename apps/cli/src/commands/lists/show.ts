import type { DropDefinition } from '@droptrack/catalogue';
import type { ListGap } from '@droptrack/contracts';
import { formatTokenAmount, listGapOf } from '@droptrack/eligibility';
import { type Database, DropRepository, ListDropError, ListHeaders, type StoredList } from '@droptrack/persistence';
import { EXIT } from '../../output/cli-error';
import type { DatabaseSession } from '../../session/session';
import { count, formatTable } from '../../output/format';
import { gapNote, rethrowListError } from './terms';

interface ShowLists {
  /** Id of the drop; null for all drops. */
  readonly dropId: string | null;
  /** Includes former versions; for one drop. */
  readonly withFormer?: boolean;
}

const HEADER = ['DROP', 'KIND', 'NAME', 'VERSION', 'WALLETS', 'LEFT OUT', 'TOTAL', 'TREE', 'LOADED', 'SHA-256'];

/**
 * Shows the active lists, or every version of one drop's lists. Wallets are never shown.
 *
 * @throws {CliError} for a drop that is not in the catalogue.
 */
export async function showLists(
  { dropId, withFormer = false }: ShowLists,
  { output, withDatabase }: DatabaseSession,
): Promise<number> {
  const { all, definitions } = await withDatabase((db) => readListsOf(db, dropId)).catch(rethrowListError);
  const lists = all.filter(({ isActive }) => isActive || withFormer);
  const gaps = gapsOf(all, definitions);
  const notes = gaps.map(({ drop, ...gap }) => gapNote(drop, gap));
  output.result({ data: lists.map(presentList), gaps }, [describe(lists, dropId), ...notes].join('\n\n'));
  return EXIT.done;
}

/** Shows every version of one drop's lists. */
export const showVersions = ({ dropId }: { readonly dropId: string }, session: DatabaseSession): Promise<number> =>
  showLists({ dropId, withFormer: true }, session);

/** @throws {ListDropError} */
async function readListsOf(db: Database, dropId: string | null) {
  const all = await new ListHeaders(db).read(dropId);
  const drops = new DropRepository(db);
  if (dropId !== null && all.length === 0 && !(await drops.exists(dropId))) throw new ListDropError(dropId, 'unknown');
  return { all, definitions: await drops.readDefinitions([...new Set(all.map((list) => list.dropId))]) };
}

/** Gaps of the drops that have an active list. */
function gapsOf(all: readonly StoredList[], definitions: readonly DropDefinition[]): ({ drop: string } & ListGap)[] {
  const active = all.filter(({ isActive }) => isActive);
  return definitions.flatMap((definition) => {
    const own = active.filter(({ dropId }) => dropId === definition.id);
    if (own.length === 0) return [];
    const gap = listGapOf(
      own.filter(({ kind }) => kind === 'allocation').map((list) => ({ ...list, left_out: list.leftOut })),
      definition,
    );
    return gap === null ? [] : [{ drop: definition.id, ...gap }];
  });
}

function presentList(list: StoredList): unknown {
  return {
    drop: list.dropId,
    kind: list.kind,
    name: list.name === '' ? null : list.name,
    version: list.version,
    in_force: list.isActive,
    part: list.part,
    has_rows: !list.isPurged,
    format: list.format,
    wallets: list.wallets,
    total: list.total,
    decimals: list.decimals,
    tokens: list.tokens,
    left_out: list.leftOut,
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
  // Most drops have no named list and no list with rows left out, and no columns for them.
  const isNamed = lists.some(({ name }) => name !== '');
  const isPartial = lists.some(({ leftOut }) => leftOut > 0);
  const rows = lists.map((list) => [
    list.dropId,
    list.kind,
    ...(isNamed ? [list.name === '' ? '-' : list.name] : []),
    `${list.version}${list.isActive ? '' : list.isPurged ? ' (purged)' : ' (former)'}`,
    String(list.wallets),
    ...(isPartial ? [list.leftOut === 0 ? '-' : `${list.leftOut} rows`] : []),
    totalOf(list),
    treeOf(list),
    `${list.createdAt.toISOString().slice(0, 16)}Z`,
    `${list.sha256.slice(0, 12)}…`,
  ]);
  const unused = [...(isNamed ? [] : ['NAME']), ...(isPartial ? [] : ['LEFT OUT'])];
  return formatTable(
    HEADER.filter((title) => !unused.includes(title)),
    rows,
  );
}

function totalOf({ kind, total, decimals, tokens }: StoredList): string {
  if (kind === 'exclusion') return '-';
  if (tokens.length > 0) return count(tokens.length, 'token');
  return decimals === null ? `${total} base units` : formatTokenAmount(BigInt(total), decimals);
}

function treeOf({ treeFormat, root, isRootPublished }: StoredList): string {
  if (treeFormat === null || root === null) return '-';
  return `${treeFormat} ${root.slice(2, 14)}…${isRootPublished ? '' : ' (root not published)'}`;
}
