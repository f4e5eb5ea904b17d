import { Injectable } from '@nestjs/common';
import { ResponseBody } from '../../platform/responses/response-body';
import { listBody } from '../../platform/responses/list-body';
import { ViewResponse } from '../../platform/responses/response-writer';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import type { ListDropsDto } from './drops.dto';
import { readRows } from './read-rows';
import { requireDrop } from './require-drop';

/** Serves drops from the view in memory. */
@Injectable()
export class DropsService {
  constructor(private readonly catalogue: LiveCatalogue) {}

  /** @throws {DomainError} `invalid_cursor` for a cursor of another list, sort or filter. */
  list(viewer: Viewer, dto: ListDropsDto): ViewResponse {
    const seen = this.catalogue.requireView(viewer);
    const { scope, ...slice } = readRows(seen.view, dto);
    return new ViewResponse(listBody(slice, '/v1/drops', dto, scope), seen);
  }

  /** @throws {DropNotFoundError} {@link DropArchivedError} */
  get(viewer: Viewer, id: string): ViewResponse {
    const seen = this.catalogue.requireView(viewer);
    return new ViewResponse(new ResponseBody(requireDrop(seen.view, id).json, false), seen);
  }
}
