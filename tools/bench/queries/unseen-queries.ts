import { getRequest } from '../load/requests';
import { BenchError } from '../process/bench-error';
import {
  changes,
  filters,
  nextPages,
  type QuerySpace,
  searches,
  sortedFilters,
  type WalkedCursor,
} from './query-space';

/** A service and the parameters of its queries. */
export interface UnseenQueries {
  /** The conventional service takes filters, page size and cursor only. */
  readonly service: 'api' | 'conventional';
  readonly key: string;
  readonly cursors: readonly WalkedCursor[];
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
}

/**
 * Requests for lists of drops by number, all of them different.
 *
 * @returns a function that throws a {BenchError} beyond the last.
 */
export function unseenQueries(queries: UnseenQueries): (number: number) => string {
  const queryAt = mixed(spacesOf(queries));
  return (number) => getRequest(`/v1/drops?${queryAt(number)}`, queries.key);
}

/** Every fourth query begins at a cursor, for either service. */
function spacesOf({ service, cursors, createdAtMs }: UnseenQueries): QuerySpace[] {
  const pages = nextPages(cursors);
  if (service === 'api') return [sortedFilters(), searches(), changes(createdAtMs), pages];
  const plain = filters();
  return [plain, plain, plain, pages];
}

/** Alternates between spaces; a space that is listed several times returns another query each time. */
export function mixed(spaces: readonly QuerySpace[]): (number: number) => string {
  const turns = spaces.map((space, index) => ({
    space,
    before: spaces.slice(0, index).filter((other) => other === space).length,
    each: spaces.filter((other) => other === space).length,
  }));
  return (number) => {
    const turn = turns[number % turns.length];
    const own = turn === undefined ? 0 : Math.floor(number / turns.length) * turn.each + turn.before;
    if (turn === undefined || own >= turn.space.size) throw new BenchError('There are no more unseen queries');
    return turn.space.at(own);
  };
}
