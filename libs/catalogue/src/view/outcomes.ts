import type { DropDefinition, OutcomeDefinition } from '../definition';
import { claimedShareOf } from '../derive/claimed-share';
import { givenTokensOf } from '../derive/given-tokens';
import type { Revision } from '../revision';

/** Outcome of a drop, with the amounts that its expected value counts where they are not those of the row of the drop. */
export interface KnownOutcome extends OutcomeDefinition {
  /** Whole tokens that wallets received; null where the row counts. */
  readonly givenTokens: number | null;
  /** Number of wallets that share them; null where the row counts. */
  readonly givenWallets: number | null;
}

/** Outcomes of a view by drop. */
export type OutcomeTable = ReadonlyMap<string, KnownOutcome>;

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
function outcomeOf(body: Revision['body']): KnownOutcome | null {
  const definition = (body as OutcomeBody | null)?.definition; // By its entity.
  const outcome = definition?.outcome ?? null;
  if (outcome === null || Number.isNaN(Date.parse(outcome.openedAt))) return null;
  const { value, distribution } = definition ?? {};
  const [min, max] = value?.eligibleWallets?.value ?? [];
  return {
    ...outcome,
    claimedShare: claimedShareOf({ ...definition, outcome }),
    givenTokens: value && distribution ? givenTokensOf({ value, distribution }) : null,
    givenWallets: min !== undefined && min === max ? min : null,
  };
}

/** Part of the body of a definition. */
interface OutcomeBody {
  readonly definition?: Partial<Pick<DropDefinition, 'distribution' | 'value'>> & {
    readonly outcome?: OutcomeDefinition | null;
  };
}
