import { type DropBody, presentDrop } from '@droptrack/catalogue';
import { readRevisionAt } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { DropArchivedError, DropNotFoundError, isDropId } from '../../platform/errors/domain-error';
import { ResponseBody } from '../../platform/responses/response-body';
import { DataResponse } from '../../platform/responses/response-writer';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LogDatabase } from '../../catalogue/log-database';
import { assertInLog, assertNotAfter, assertPast } from './past-instant';
import { readsDelayed, type Viewer } from '../../catalogue/current-view';
import { instantMs } from '../../platform/input/instants';

/** Serves past states of drops from the log. */
@Injectable()
export class PastDropsService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly db: LogDatabase,
  ) {}

  /**
   * Returns a drop as of an instant. The response never changes: an instant that is not confirmed yet is confirmed first.
   * Reads only the log, so it also works while the view in memory is outdated; except for the instant of the delayed view.
   *
   * @param asOf - RFC 3339.
   * @throws {DomainError} `as_of_out_of_range`; {@link DropNotFoundError} for a drop that did not exist then,
   *   {@link DropArchivedError} for one that was already archived; {@link UnavailableError}
   */
  async get(viewer: Viewer, id: string, asOf: string): Promise<DataResponse> {
    const atMs = instantMs(asOf);
    if (readsDelayed(viewer)) assertNotAfter(this.catalogue.requireView(viewer).asOfMs, atMs);
    if (atMs > this.catalogue.confirmedUpToMs) await assertPast(this.db, atMs);
    const revision = isDropId(id) ? await readRevisionAt(this.db, 'drop', id, atMs) : null;
    if (revision === null) {
      await assertInLog(this.db, atMs);
      throw new DropNotFoundError(id);
    }
    if (revision.body === null) throw new DropArchivedError(id);
    const drop = presentDrop(revision.body as DropBody, revision.recordedAtMs); // Entity `drop`.
    return new DataResponse(new ResponseBody(JSON.stringify(drop), false), atMs);
  }
}
