import type { ListEntry } from '@droptrack/catalogue';
import type { ExplainedDropList } from '@droptrack/contracts';

/** Facts about a list that its name does not decide. */
export function presentListFacts(list: ListEntry): Omit<ExplainedDropList, 'list'> {
  const { version, wallets, total, decimals, sha256, url, publishedAtMs, tree } = list;
  return {
    version,
    wallets,
    total,
    decimals,
    sha256,
    url,
    published_at: new Date(publishedAtMs).toISOString(),
    tree_format: tree?.format ?? null,
    root: tree?.root ?? null,
    root_published: tree ? (tree.root_published ?? false) : null,
  };
}

/** Active lists of a drop, in their order. */
export const presentLists = (lists: readonly ListEntry[]): ExplainedDropList[] =>
  lists.map((list) => ({ list: list.name ?? null, ...presentListFacts(list) }));
