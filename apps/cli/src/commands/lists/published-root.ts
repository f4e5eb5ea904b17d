import { claimOf, type DropDefinition } from '@droptrack/catalogue';
import type { ListTree } from '@droptrack/persistence';
import type { ListFiles } from './files/open-list-files';

/** Root that the catalogue states of a list; null without one. */
export const rootOf = (definition: DropDefinition, name: string | null): string | null =>
  claimOf(definition, name ?? '')?.root?.value ?? null;

/** Sentence about a root that the files or the catalogue state and that was not compared; empty without one. */
export function uncomparedRoot(
  files: ListFiles,
  tree: ListTree | null,
  { expectRoot, published }: { readonly expectRoot: string | null; readonly published: string | null },
): readonly string[] {
  const { root } = files.declared();
  if (tree === null) {
    const stated = root === null ? `catalogue states the root ${published}` : `file states the root ${root}`;
    const advice = 'because no tree was built: state the leaves with --tree';
    return root === null && published === null ? [] : [`The ${stated}, which was not compared, ${advice}.`];
  }
  return root === null || expectRoot === null || expectRoot === root
    ? []
    : [`The file states the root ${root}, not that of --expect-root.`];
}
