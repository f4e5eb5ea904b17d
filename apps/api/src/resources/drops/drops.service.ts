import { DEFAULT_SORT_ORDER, PAGE_LIMIT } from '@droptrack/contracts';
import { type CatalogueView, type DropListQuery, foldCase, listDrops } from '@droptrack/catalogue';
import { cursorScope } from '@droptrack/pagination';
import { Injectable } from '@nestjs/common';
import { ResponseBody } from '../../platform/responses/response-body';
import { listBody, positionOf } from '../../platform/responses/list-body';
import { type DataResponse, ViewResponse } from '../../platform/responses/response-writer';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import type { ListDropsDto } from './drops.dto';
import { requireDrop } from './require-drop';
import { instantMs } from '../../platform/input/instants';

/** Serves drops from the view in memory. */
@Injectable()
export class DropsService {
  constructor(private readonly catalogue: LiveCatalogue) {}

  /** @throws {DomainError} `invalid_cursor` for a cursor of another list, sort or filter. */
  list(viewer: Viewer, dto: ListDropsDto): DataResponse {
    const seen = this.catalogue.requireView(viewer);
    return new ViewResponse(page(seen.view, dto), seen);
  }

  /** @throws {DropNotFoundError} {@link DropArchivedError} */
  get(viewer: Viewer, id: string): DataResponse {
    const seen = this.catalogue.requireView(viewer);
    return new ViewResponse(new ResponseBody(requireDrop(seen.view, id).json, false), seen);
  }
}

function page(view: CatalogueView, dto: ListDropsDto): ResponseBody {
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
  const slice = listDrops(view, query, positionOf(dto.cursor, scope), dto.limit ?? PAGE_LIMIT.default);
  return listBody(slice, '/v1/drops', dto, scope);
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
