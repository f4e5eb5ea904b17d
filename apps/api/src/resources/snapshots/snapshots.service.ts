import type { Database } from '@droptrack/persistence';
import { exportAllocations, exportDropsAsOf, exportPoints } from '@droptrack/persistence';
import { LIST_VERSION_HEADER, SNAPSHOT_ROWS_PER_TOKEN } from '@droptrack/contracts';
import { Injectable } from '@nestjs/common';
import { assertInLog, assertPast } from '../drops/past-instant';
import { shownDrop } from '../drops/shown-drop';
import { DomainError } from '../../platform/errors/domain-error';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { available, LogDatabase } from '../../catalogue/log-database';
import type { AllocationsSnapshotDto, DropsSnapshotDto, HypeSnapshotDto } from './snapshot-queries.dto';
import { allocationLine, pointLine, revisionLine } from './snapshot.presenter';
import type { Snapshot, TakeLines } from './snapshot';
import { walletAfter } from './wallet-after';
import { sendView } from './view-snapshot';
import { ExportDatabase } from './export-database';

/** Finds what is to be sent; nothing is read before it is asked for. */
@Injectable()
export class SnapshotsService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly db: LogDatabase,
    private readonly exports: ExportDatabase,
  ) {}

  /**
   * The whole catalogue: as it is from the view, as it was from the log.
   *
   * @throws {DomainError} `as_of_out_of_range`; {@link UnavailableError}
   */
  async drops(viewer: Viewer, { as_of: asOf, after }: DropsSnapshotDto): Promise<Snapshot> {
    if (asOf === undefined) {
      const seen = this.catalogue.seenBy(viewer);
      return {
        asOfMs: seen.asOfMs,
        rowsPerToken: SNAPSHOT_ROWS_PER_TOKEN.drops,
        send: (take, signal) => sendView(seen.view.drops, after ?? null, take, signal),
      };
    }
    const asOfMs = instantOf(asOf);
    if (asOfMs > this.catalogue.confirmedUpToMs) await assertPast(this.db, asOfMs);
    await assertInLog(this.db, asOfMs);
    return {
      asOfMs,
      rowsPerToken: SNAPSHOT_ROWS_PER_TOKEN.drops,
      send: (take, signal) =>
        this.#read((db) => exportDropsAsOf(db, { asOfMs, afterId: after ?? null, signal }, lines(take, revisionLine))),
    };
  }

  /** @throws {DropNotFoundError} {@link DropArchivedError} {@link UnavailableError}; {DomainError} `invalid_parameter` */
  hype(viewer: Viewer, id: string, { from, to, after }: HypeSnapshotDto): Snapshot {
    const [fromMs, toMs, afterMs] = [from, to, after].map((text) => (text === undefined ? null : instantOf(text)));
    const { view, asOfMs } = this.catalogue.seenBy(viewer);
    shownDrop(view, id);
    const span = { dropId: id, fromMs: fromMs ?? null, toMs: toMs ?? null, afterMs: afterMs ?? null };
    return {
      asOfMs,
      rowsPerToken: SNAPSHOT_ROWS_PER_TOKEN.hype,
      send: (take, signal) =>
        this.#read((db) => exportPoints(db, { ...span, recordedByMs: asOfMs, signal }, lines(take, pointLine))),
    };
  }

  /**
   * @throws {DropNotFoundError} {@link DropArchivedError} {@link UnavailableError}; {DomainError} `list_not_found`
   *   where no list is in force, or another version than the one asked for; `invalid_parameter`.
   */
  allocations(viewer: Viewer, id: string, { version, after }: AllocationsSnapshotDto): Snapshot {
    const afterWallet = after === undefined ? null : walletAfter(after);
    const { view, asOfMs } = this.catalogue.seenBy(viewer);
    shownDrop(view, id);
    const list = view.list(id, 'allocation');
    if (list === null) throw noList(id);
    if (version !== undefined && version !== list.version) throw otherVersion(version, list.version);
    return {
      asOfMs,
      rowsPerToken: SNAPSHOT_ROWS_PER_TOKEN.allocations,
      headers: { [LIST_VERSION_HEADER.toLowerCase()]: String(list.version) },
      send: (take, signal) =>
        this.#read((db) =>
          exportAllocations(db, { listId: list.list_id, afterWallet, signal }, lines(take, allocationLine)),
        ),
    };
  }

  #read(read: (db: Database) => Promise<void>): Promise<void> {
    return available(read(this.exports.get()));
  }
}

/** Gives rows on as lines. */
const lines =
  <Row>(take: TakeLines, lineOf: (row: Row) => string) =>
  (rows: readonly Row[]): Promise<void> => {
    let text = '';
    for (const row of rows) text += lineOf(row);
    return take(text, rows.length);
  };

/** @param text - RFC 3339, checked. */
const instantOf = (text: string): number => Date.parse(text.toUpperCase());

/** The refusal where nothing is published. */
export const noList = (id: string): DomainError =>
  new DomainError('list_not_found', `The drop "${id}" has no active allocation list`);

/** The refusal of a version that is not, or no longer, in force. */
export const otherVersion = (requested: number, active: number): DomainError =>
  new DomainError('list_not_found', `Version ${requested} of the list is not active; version ${active} is`);
