import { type CatalogueView, type DropListQuery, foldCase, listDrops } from '@droptrack/catalogue';
import { DEFAULT_SORT_ORDER, PAGE_LIMIT } from '@droptrack/contracts';
import { cursorScope } from '@droptrack/pagination';
import { instantMs } from '../../platform/input/instants';
import { positionOf } from '../../platform/responses/list-body';
import type { ListDropsDto } from './drops.dto';

/** A page of drops, and the list for which its cursor is valid. */
type DropRows = ReturnType<typeof listDrops> & { readonly scope: string };

/** Page of a query. @throws {DomainError} `invalid_cursor` for a cursor of another list, sort or filter. */
export function readRows(view: CatalogueView, dto: ListDropsDto): DropRows {
  const query = effectiveQuery(dto);
  const scope = cursorScope('drops', {
    sort: query.sort,
    order: query.order,
    status: dto.status,
    chain: dto.chain,
    sample: query.sample,
    q: query.q === null ? null : foldCase(query.q),
    updated_since: query.updatedSinceMs,
  });
  const { rows, next } = listDrops(view, query, positionOf(dto.cursor, scope), dto.limit ?? PAGE_LIMIT.default);
  return { rows, next, scope };
}

/** Query with defaults applied. */
function effectiveQuery({
  sort = 'hype',
  order,
  status,
  chain,
  sample,
  q,
  updated_since,
}: ListDropsDto): DropListQuery {
  return {
    sort,
    order: order ?? DEFAULT_SORT_ORDER[sort],
    statuses: status === undefined ? null : new Set(status),
    chains: chain === undefined ? null : new Set(chain),
    sample: sample ?? null,
    q: q ?? null,
    updatedSinceMs: updated_since === undefined ? null : instantMs(updated_since),
  };
}
