import type { DropDefinition, OutcomeDefinition } from '../definition';
import { claimedShareOf } from '../derive/claimed-share';
import type { Revision } from '../revision';

/** Outcomes of a view by drop. */
export type OutcomeTable = ReadonlyMap<string, OutcomeDefinition>;

/**
 * Folds revisions of definitions, of which a view contains the outcome beside the symbol, with the share claimed.
 *
 * @param revisions - at most one per drop.
 * @returns the same table if no outcome changes.
 */
export function foldOutcomes(table: OutcomeTable, revisions: readonly Revision[]): OutcomeTable {
  const changed = revisions.filter(({ id, body }) => outcomeOf(body) !== null || table.has(id));
  if (changed.length === 0) return table;
  const next = new Map(table);
  for (const { id, body } of changed) {
    const outcome = outcomeOf(body);
    if (outcome === null) next.delete(id);
    else next.set(id, outcome);
  }
  return next;
}

/** Outcome of a definition; null without one, and for a body of another release, which must not hold the view up. */
function outcomeOf(body: Revision['body']): OutcomeDefinition | null {
  const definition = (body as OutcomeBody | null)?.definition; // By its entity.
  const outcome = definition?.outcome ?? null;
  if (outcome === null || Number.isNaN(Date.parse(outcome.openedAt))) return null;
  return { ...outcome, claimedShare: claimedShareOf({ ...definition, outcome }) };
}

/** Part of the body of a definition. */
interface OutcomeBody {
  readonly definition?: Partial<Pick<DropDefinition, 'distribution'>> & { readonly outcome?: OutcomeDefinition | null };
}
