import type { ListEntry } from '@droptrack/catalogue';
import { DomainError } from '../../platform/errors/domain-error';

/** Maximum number of names in a message. */
const NAMES_MAX = 20;

/** The drop has no active allocation list. */
export const noList = (id: string): DomainError => notFound(`The drop "${id}" has no active allocation list`);

/**
 * The drop has no active allocation list with the requested name.
 *
 * @param name - empty for the unnamed list.
 * @param lists - active allocation lists of the drop.
 */
export function noNamedList(id: string, name: string, lists: readonly Pick<ListEntry, 'name'>[]): DomainError {
  if (lists.length === 0) return noList(id);
  const requested = name === '' ? 'without a name' : `with the name "${name}"`;
  const shown = lists
    .slice(0, NAMES_MAX)
    .map((list) => (list.name === undefined ? 'the unnamed list' : `"${list.name}"`));
  const rest = lists.length > NAMES_MAX ? ` and ${lists.length - NAMES_MAX} more` : '';
  return notFound(`The drop "${id}" has no active allocation list ${requested}; it has ${shown.join(', ')}${rest}`);
}

/** The requested version of the list is not active. */
export const otherVersion = (requested: number, active: number): DomainError =>
  notFound(`Version ${requested} of the list is not active; version ${active} is`);

const notFound = (detail: string): DomainError => new DomainError('list_not_found', detail);
