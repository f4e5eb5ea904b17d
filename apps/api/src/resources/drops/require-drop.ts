import type { CatalogueView, DefinitionBody, DropEntry } from '@droptrack/catalogue';
import { readRevisionAt, type Sql } from '@droptrack/persistence';
import { DropArchivedError, DropNotFoundError, UnavailableError } from '../../platform/errors/domain-error';

/**
 * Drop of a view by id.
 *
 * @throws {DropNotFoundError} {@link DropArchivedError}
 */
export function requireDrop(view: CatalogueView, id: string): DropEntry {
  const drop = view.drop(id);
  if (drop === null) throw new DropNotFoundError(id);
  if (drop === 'archived') throw new DropArchivedError(id);
  return drop;
}

/**
 * Definition of a drop as of an instant.
 *
 * @throws {UnavailableError} if the database is unavailable, or if the drop is in the view but its definition is not (yet
 *   or any longer) in the log.
 */
export async function readDefinition(db: Sql, id: string, asOfMs: number): Promise<DefinitionBody> {
  const revision = await readRevisionAt(db, 'definition', id, asOfMs);
  if (revision === null || revision.body === null) throw new UnavailableError('The drop is being changed');
  return revision.body as DefinitionBody; // Entity `definition`.
}
