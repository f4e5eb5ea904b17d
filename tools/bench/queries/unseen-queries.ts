import { BenchError } from '../process/bench-error';
import { wireRequest } from '../http/requests';
import {
  changes,
  filters,
  nextPages,
  type QuerySpace,
  searches,
  sortedFilters,
  type WalkedCursor,
} from './query-space';

/** Whom the queries are for, and what they are made with. */
export interface UnseenQueries {
  /** The conventional service knows filters, page size and cursor only. */
  readonly service: 'api' | 'conventional';
  readonly key: string;
  /** Of pages that were walked to. */
  readonly cursors: readonly WalkedCursor[];
  /** When they were made up, milliseconds since the epoch. */
  readonly madeAtMs: number;
}

/**
 * Requests for lists of drops by number, of which no two ask the same.
 *
 * @returns what gives one. It throws a {BenchError} beyond the last.
 */
export function unseenQueries(queries: UnseenQueries): (number: number) => string {
  const queryAt = mixed(spacesOf(queries));
  return (number) => wireRequest(`/v1/drops?${queryAt(number)}`, queries.key);
}

/** Every fourth begins at a cursor, for either service. */
function spacesOf({ service, cursors, madeAtMs }: UnseenQueries): QuerySpace[] {
  const pages = nextPages(cursors);
  if (service === 'api') return [sortedFilters(), searches(), changes(madeAtMs), pages];
  const plain = filters();
  return [plain, plain, plain, pages];
}

/** From each space in turn; one that stands there more than once gives another each time. */
export function mixed(spaces: readonly QuerySpace[]): (number: number) => string {
  const turns = spaces.map((space, index) => ({
    space,
    before: spaces.slice(0, index).filter((other) => other === space).length,
    each: spaces.filter((other) => other === space).length,
  }));
  return (number) => {
    const turn = turns[number % turns.length];
    const own = turn === undefined ? 0 : Math.floor(number / turns.length) * turn.each + turn.before;
    if (turn === undefined || own >= turn.space.size) throw new BenchError('There are no more queries unseen');
    return turn.space.at(own);
  };
}
