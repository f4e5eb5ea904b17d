import { type DropBody, presentDrop } from '@droptrack/catalogue';
import { readLogStart, readRevisionAt } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { DomainError, DropArchivedError, DropNotFoundError, isDropId } from '../errors/domain-error';
import { Answer } from '../http/answer';
import { AnswerAt } from '../http/response-writer';
import type { Viewer } from '../log/current-view';
import { LiveCatalogue } from '../log/live-catalogue';
import { LogDatabase } from '../log/log-database';

/** Answers about drops as they stood at an instant, from the log. */
@Injectable()
export class PastDropsService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly db: LogDatabase,
  ) {}

  /**
   * What is answered for an instant stays the answer: one that was not confirmed yet is confirmed first.
   *
   * @param asOf - RFC 3339.
   * @throws {DomainError} `as_of_out_of_range`; {@link DropNotFoundError} for a drop that was not there yet,
   *   {@link DropArchivedError} for one that was archived by then; {@link UnavailableError}
   */
  async get(viewer: Viewer, id: string, asOf: string): Promise<AnswerAt> {
    const atMs = Date.parse(asOf.toUpperCase());
    if (atMs > this.catalogue.seenBy(viewer).asOfMs) await this.#assertIsPast(atMs);
    const revision = isDropId(id) ? await readRevisionAt(this.db, 'drop', id, atMs) : null;
    if (revision === null) {
      await this.#assertIsInLog(atMs);
      throw new DropNotFoundError(id);
    }
    if (revision.body === null) throw new DropArchivedError(id);
    const drop = presentDrop(revision.body as DropBody, revision.recordedAtMs); // By its entity.
    return new AnswerAt(new Answer(JSON.stringify(drop), false), atMs);
  }

  /** By the database's clock, which is the one that stamps. */
  async #assertIsPast(atMs: number): Promise<void> {
    const { asOfMs } = await this.db.confirm();
    if (atMs > asOfMs) throw asOfOutOfRange('must not lie in the future');
  }

  async #assertIsInLog(atMs: number): Promise<void> {
    const startMs = await readLogStart(this.db);
    if (startMs === null) throw asOfOutOfRange('lies before the history, which has not begun');
    if (atMs < startMs) throw asOfOutOfRange(`must not lie before ${new Date(startMs).toISOString()}`);
  }
}

/** The refusal of an instant that the log says nothing about. */
export function asOfOutOfRange(detail: string): DomainError {
  return new DomainError('as_of_out_of_range', `as_of ${detail}`, {
    errors: [{ parameter: 'as_of', code: 'range', detail }],
  });
}
