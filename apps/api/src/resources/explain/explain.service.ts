import type { Drop } from '@droptrack/contracts';
import { PointRepository } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { readDefinition, requireDrop } from '../drops/require-drop';
import { objectBody } from '../../platform/responses/response-body';
import { DataResponse } from '../../platform/responses/response-writer';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LogDatabase } from '../../catalogue/log-database';
import { unscoredState } from '../hype/hype.presenter';
import { presentExplanation, publishedBasis } from './explain.presenter';
import type { Ruleset } from '@droptrack/scoring';

/** Ruleset of the explanations, which must equal that of the worker. */
export class FigureRules {
  constructor(readonly ruleset: Ruleset) {}
}

/** Explains the figures of a drop from its definition in the log, and its list and observations in the view. */
@Injectable()
export class ExplainService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly db: LogDatabase,
    private readonly rules: FigureRules,
  ) {}

  /**
   * Queries the database only for drops that are in the view.
   *
   * @throws {DropNotFoundError} {@link DropArchivedError} {@link UnavailableError}
   */
  async get(viewer: Viewer, id: string): Promise<DataResponse> {
    const { view, asOfMs } = this.catalogue.requireView(viewer);
    const entry = requireDrop(view, id);
    const [list, lists, market] = [view.list(id, 'allocation'), view.listsOf(id, 'allocation'), view.market(id)];
    const [stated, scored] = await Promise.all([
      readDefinition(this.db, id, asOfMs),
      new PointRepository(this.db).readScoreAt(id, asOfMs),
    ]);
    const hype = scored ?? unscoredState(stated.definition, asOfMs);
    const drop = JSON.parse(entry.json) as Drop;
    const { ruleset } = this.rules;
    const basis = publishedBasis(drop, stated, [
      { atMs: asOfMs, list, market, ruleset },
      { atMs: entry.updatedAtMs, list, market, ruleset },
      { atMs: asOfMs, list: null, market, ruleset },
      { atMs: entry.updatedAtMs, list: null, market, ruleset },
    ]);
    return new DataResponse(objectBody(presentExplanation(drop, hype, stated, basis, lists)), asOfMs);
  }
}
