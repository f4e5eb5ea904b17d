import type { DropDefinition } from '../definition';
import type { Revision } from '../revision';
import { searchForm } from './search-form';

/** Token symbols of a view by drop, in the form of a search. */
export type SymbolTable = ReadonlyMap<string, string>;

/**
 * Folds revisions of definitions, of which a view contains the symbol only.
 *
 * @param revisions - at most one per drop.
 * @returns the same table if no symbol changes.
 */
export function foldSymbols(table: SymbolTable, revisions: readonly Revision[]): SymbolTable {
  const changed = revisions.filter(({ id, body }) => symbolOf(body) !== (table.get(id) ?? null));
  if (changed.length === 0) return table;
  const next = new Map(table);
  for (const { id, body } of changed) {
    const symbol = symbolOf(body);
    if (symbol === null) next.delete(id);
    else next.set(id, symbol);
  }
  return next;
}

/** Symbol of a definition; null without one, and for a body of another release, which must not hold the view up. */
function symbolOf(body: Revision['body']): string | null {
  const symbol = (body as TokenBody | null)?.definition?.token?.symbol?.value; // By its entity.
  return typeof symbol === 'string' ? searchForm(symbol) : null;
}

/** Part of the body of a definition, all of it that is read at the start of a process. */
interface TokenBody {
  readonly definition?: { readonly token?: Pick<DropDefinition['token'], 'symbol'> | null };
}
