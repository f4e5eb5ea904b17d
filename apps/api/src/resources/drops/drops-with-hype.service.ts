import type { DropEntry } from '@droptrack/catalogue';
import { Injectable } from '@nestjs/common';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { listBody } from '../../platform/responses/list-body';
import { DataResponse } from '../../platform/responses/response-writer';
import { RecentScores } from '../hype/recent-scores';
import type { ListDropsDto } from './drops.dto';
import { readRows } from './read-rows';

/** Serves lists of drops with their recent scores, which are not part of the view. */
@Injectable()
export class DropsWithHypeService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly recentScores: RecentScores,
  ) {}

  /** @throws {DomainError} `invalid_cursor` for a cursor of another list, sort or filter; {@link UnavailableError} */
  async list(viewer: Viewer, dto: ListDropsDto): Promise<DataResponse> {
    const { view, asOfMs } = this.catalogue.requireView(viewer);
    const { rows, next, scope } = readRows(view, dto);
    const ids = rows.map(({ id }) => id);
    const scores = await this.recentScores.read(ids, asOfMs);
    const listed = rows.map((row, at) => withScores(row, scores[at] ?? '[]'));
    return new DataResponse(listBody({ rows: listed, next }, '/v1/drops', dto, scope), asOfMs);
  }
}

/** A serialized row with the serialized scores as its last property. */
const withScores = ({ json, tag }: DropEntry, scores: string) => ({
  json: `${json.slice(0, -1)},"hype_scores_7d":${scores}}`,
  tag: `${tag}${scores}`,
});
