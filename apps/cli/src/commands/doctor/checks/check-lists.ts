import { type Database, ListHeaders } from '@droptrack/persistence';
import { count } from '../../../output/format';
import { type Finding, ok } from './finding';

/** Number of active lists, with that of named lists and of drops; a service without lists is fine. */
export async function checkLists(db: Database): Promise<Finding> {
  const lists = await new ListHeaders(db).read(null);
  if (lists.length === 0) return ok('lists', 'No list is active');
  const allocations = lists.filter(({ kind }) => kind === 'allocation');
  const named = lists.filter(({ name }) => name !== '');
  const drops = new Set(lists.map(({ dropId }) => dropId)).size;
  const exclusions = lists.length - allocations.length;
  const parts = [
    `${count(allocations.length, 'active allocation list')}${exclusions === 0 ? '' : ` and ${count(exclusions, 'exclusion list')}`}`,
    `of ${count(drops, 'drop')}`,
    ...(named.length === 0 ? [] : [`${named.length} with a name`]),
  ];
  return ok('lists', `${parts[0]} ${parts.slice(1).join(', ')}`);
}
