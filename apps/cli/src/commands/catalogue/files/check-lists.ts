import { claimOf, type DropDefinition } from '@droptrack/catalogue';
import type { StoredList } from '@droptrack/persistence';
import { abovePairs, shortPairs } from '../../lists/files/catalogue-difference';
import type { CatalogueFault } from './fault';
import type { CatalogueReading } from './read-catalogue';

/**
 * Errors of figures and roots with which a load of an active list of their drop would be rejected: those more than 10 % above the lists
 * together, if one of them is the whole unnamed list, and those that a single list exceeds by more than 10 %; and published roots that
 * are not that of the list.
 *
 * @param lists - active lists of all drops.
 */
export function checkLists(
  { definitions, fault }: Pick<CatalogueReading, 'definitions' | 'fault'>,
  lists: readonly StoredList[],
): CatalogueFault[] {
  const listed = new Map<string, StoredList[]>();
  for (const list of lists.filter(({ kind }) => kind === 'allocation')) {
    listed.set(list.dropId, [...(listed.get(list.dropId) ?? []), list]);
  }
  return definitions.flatMap((drop) => {
    const own = listed.get(drop.id) ?? [];
    const figures = [...shortFigures(drop, own), ...exceededFigures(drop, own)].map(({ path, message }) =>
      fault(drop.id, path, `${message} by more than 10 %, except with --accept-mismatch`),
    );
    return [...figures, ...otherRoots(drop, own).map(({ path, message }) => fault(drop.id, path, message))];
  });
}

interface WrongFigure {
  readonly path: string[];
  readonly message: string;
}

/** Published roots of lists that have another one. */
function otherRoots(drop: DropDefinition, own: readonly StoredList[]): WrongFigure[] {
  return own.flatMap((list) => {
    const { name, root } = list;
    const published = claimOf(drop, name)?.root?.value ?? root;
    const path = name === '' ? ['claim', 'root'] : ['claim', 'lists', name, 'root'];
    return root === null || published === root
      ? []
      : [
          {
            path,
            message: `is not the root of ${namesOf([list])}, ${root}: load the list that has it, correct it, or add --accept-mismatch`,
          },
        ];
  });
}

function shortFigures(drop: DropDefinition, own: readonly StoredList[]): WrongFigure[] {
  const unnamed = own.find(({ name }) => name === '');
  if (unnamed === undefined) return [];
  return shortPairs(own, drop, unnamed).map(({ path, figure }) => ({
    path: [...path],
    message: `must not be above the ${figure} of ${path[1] === 'tokens' ? namesOf(own) : `${namesOf(own)}${countsOf(own)}`}`,
  }));
}

function exceededFigures(drop: DropDefinition, own: readonly StoredList[]): WrongFigure[] {
  return own.flatMap((list) =>
    abovePairs(list, drop).map(({ path, figure }) => ({
      path: [...path],
      message: `must not be below the ${figure} of ${namesOf([list])}`,
    })),
  );
}

function namesOf(lists: readonly StoredList[]): string {
  if (lists.length > 1) return `the ${lists.length} active lists together`;
  const [name = ''] = lists.map((list) => list.name);
  return name === '' ? 'the active list' : `the active list "${name}"`;
}

/** ` (unnamed 600, season-2 500)`; empty for a single list. */
function countsOf(lists: readonly StoredList[]): string {
  const counts = lists.map(({ name, wallets }) => `${name === '' ? 'unnamed' : name} ${wallets}`);
  return lists.length > 1 ? ` (${counts.join(', ')})` : '';
}
