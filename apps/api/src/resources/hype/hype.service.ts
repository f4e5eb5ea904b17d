import { DEFAULT_HYPE_WINDOW, type Drop } from '@droptrack/contracts';
import { PointRepository } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { readDefinition, requireDrop } from '../drops/require-drop';
import { objectBody } from '../../platform/responses/response-body';
import { DataResponse } from '../../platform/responses/response-writer';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LogDatabase } from '../../catalogue/log-database';
import type { HypeDto } from './hype.dto';
import { hypeEndMs } from './hype-end';
import { hypeSpan } from './hype-span';
import { presentSeries, type ScoreState, unscoredState } from './hype.presenter';

/** Serves hype series: the current state from the view, past points from the database. */
@Injectable()
export class HypeService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly db: LogDatabase,
  ) {}

  /**
   * Queries the database only for drops that are in the view.
   *
   * @throws {DomainError} `invalid_parameter` for a `to` out of range; {@link DropNotFoundError} {@link DropArchivedError}
   *   {@link UnavailableError}
   */
  async get(viewer: Viewer, id: string, { window = DEFAULT_HYPE_WINDOW, to }: HypeDto): Promise<DataResponse> {
    const { view, asOfMs } = this.catalogue.requireView(viewer);
    const entry = requireDrop(view, id);
    const span = hypeSpan(window, hypeEndMs(to, asOfMs));
    const { fromMs: afterMs, toMs: untilMs, bucketHours } = span;
    const [points, state] = await Promise.all([
      new PointRepository(this.db).readSeries({ dropId: id, afterMs, untilMs, bucketHours, recordedByMs: asOfMs }),
      this.#stateOf(id, asOfMs),
    ]);
    const drop = JSON.parse(entry.json) as Drop;
    return new DataResponse(objectBody(presentSeries(drop, span, state, points)), asOfMs);
  }

  async #stateOf(id: string, asOfMs: number): Promise<ScoreState> {
    const scored = await new PointRepository(this.db).readScoreAt(id, asOfMs);
    return scored ?? unscoredState((await readDefinition(this.db, id, asOfMs)).definition, asOfMs);
  }
}
