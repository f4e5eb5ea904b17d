import type { CatalogueView, DefinitionBody, DropEntry } from '@droptrack/catalogue';
import { readRevisionAt, type Sql } from '@droptrack/persistence';
import { DropArchivedError, DropNotFoundError, UnavailableError } from '../../platform/errors/domain-error';

/**
 * The drop that a path names, as a view shows it.
 *
 * @throws {DropNotFoundError} {@link DropArchivedError}
 */
export function shownDrop(view: CatalogueView, id: string): DropEntry {
  const drop = view.drop(id);
  if (drop === null) throw new DropNotFoundError(id);
  if (drop === 'archived') throw new DropArchivedError(id);
  return drop;
}

/**
 * What a shown drop was made from at an instant.
 *
 * @throws {UnavailableError} when the database is away, and for the moment in which a drop is
 *   already shown, or still, and its definition is not.
 */
export async function readDefinition(db: Sql, id: string, asOfMs: number): Promise<DefinitionBody> {
  const revision = await readRevisionAt(db, 'definition', id, asOfMs);
  if (revision === null || revision.body === null) throw new UnavailableError('The drop is being changed');
  return revision.body as DefinitionBody; // By its entity.
}
