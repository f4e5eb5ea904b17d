import { type CatalogueView, isShown, type ListEntry } from '@droptrack/catalogue';
import type { DropStatus } from '@droptrack/contracts';

/** Drop of a view with its active lists. */
export interface DropLists {
  readonly id: string;
  readonly status: DropStatus;
  readonly allocations: readonly ListEntry[];
  readonly exclusions: readonly ListEntry[];
}

const cached = new WeakMap<CatalogueView, readonly DropLists[]>();

/** All drops of a view that are not archived, by id. Computed once per view. */
export function dropListsOf(view: CatalogueView): readonly DropLists[] {
  let drops = cached.get(view);
  if (drops === undefined) {
    drops = view.drops.byId.filter(isShown).map(({ id, status }) => ({
      id,
      status,
      allocations: view.listsOf(id, 'allocation'),
      exclusions: view.listsOf(id, 'exclusion'),
    }));
    cached.set(view, drops);
  }
  return drops;
}

/** Number of active lists of the drops of a view. */
export function countActiveLists(view: CatalogueView): number {
  return dropListsOf(view).reduce(
    (sum, { allocations, exclusions }) => sum + allocations.length + exclusions.length,
    0,
  );
}
