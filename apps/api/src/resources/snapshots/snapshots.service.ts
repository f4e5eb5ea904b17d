import type { Database } from '@droptrack/persistence';
import { exportAllocations, exportDropsAsOf, exportPoints } from '@droptrack/persistence';
import { LIST_VERSION_HEADER, SNAPSHOT_ROWS_PER_TOKEN } from '@droptrack/contracts';
import { InvalidWalletError, parseWallet } from '@droptrack/eligibility';
import type { CatalogueView } from '@droptrack/catalogue';
import { Injectable } from '@nestjs/common';
import { assertInLog, assertPast } from '../drops/past-instant';
import { requireDrop } from '../drops/require-drop';
import { DomainError } from '../../platform/errors/domain-error';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { available, LogDatabase } from '../../catalogue/log-database';
import type { AllocationsSnapshotDto, DropsSnapshotDto, HypeSnapshotDto } from './snapshot-queries.dto';
import { noNamedList, otherVersion } from './list-errors';
import { allocationLine, pointLine, revisionLine } from './snapshot.presenter';
import type { Snapshot, WriteLines } from './snapshot';
import { ExportDatabase } from './export-database';
import { instantMs } from '../../platform/input/instants';

/** Creates bulk snapshots. Rows are read only when a snapshot is sent. */
@Injectable()
export class SnapshotsService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly db: LogDatabase,
    private readonly exports: ExportDatabase,
  ) {}

  /**
   * All drops: current ones from the view, past ones from the log.
   *
   * @throws {DomainError} `as_of_out_of_range`; {@link UnavailableError}
   */
  async drops(viewer: Viewer, { as_of: asOf, after }: DropsSnapshotDto): Promise<Snapshot> {
    if (asOf === undefined) {
      const seen = this.catalogue.requireView(viewer);
      return {
        asOfMs: seen.asOfMs,
        rowsPerToken: SNAPSHOT_ROWS_PER_TOKEN.drops,
        send: (write, signal) => sendView(seen.view.drops, after ?? null, write, signal),
      };
    }
    const asOfMs = instantMs(asOf);
    if (asOfMs > this.catalogue.confirmedUpToMs) await assertPast(this.db, asOfMs);
    await assertInLog(this.db, asOfMs);
    return {
      asOfMs,
      rowsPerToken: SNAPSHOT_ROWS_PER_TOKEN.drops,
      send: (write, signal) =>
        this.#read((db) => exportDropsAsOf(db, { asOfMs, afterId: after ?? null, signal }, lines(write, revisionLine))),
    };
  }

  /** @throws {DropNotFoundError} {@link DropArchivedError} {@link UnavailableError}; {DomainError} `invalid_parameter` */
  hype(viewer: Viewer, id: string, { from, to, after }: HypeSnapshotDto): Snapshot {
    const [fromMs, toMs, afterMs] = [from, to, after].map((text) => (text === undefined ? null : instantMs(text)));
    const { view, asOfMs } = this.catalogue.requireView(viewer);
    requireDrop(view, id);
    const span = { dropId: id, fromMs: fromMs ?? null, toMs: toMs ?? null, afterMs: afterMs ?? null };
    return {
      asOfMs,
      rowsPerToken: SNAPSHOT_ROWS_PER_TOKEN.hype,
      send: (write, signal) =>
        this.#read((db) => exportPoints(db, { ...span, recordedByMs: asOfMs, signal }, lines(write, pointLine))),
    };
  }

  /**
   * @throws {DropNotFoundError} {@link DropArchivedError} {@link UnavailableError}; {DomainError} `list_not_found`
   *   without an active list of the name, or if another version than the requested one is active; `invalid_parameter`.
   */
  allocations(viewer: Viewer, id: string, { list: name = '', version, after }: AllocationsSnapshotDto): Snapshot {
    const afterWallet = after === undefined ? null : walletAfter(after);
    const { view, asOfMs } = this.catalogue.requireView(viewer);
    requireDrop(view, id);
    const list = view.list(id, 'allocation', name);
    if (list === null) throw noNamedList(id, name, view.listsOf(id, 'allocation'));
    if (version !== undefined && version !== list.version) throw otherVersion(version, list.version);
    return {
      asOfMs,
      rowsPerToken: SNAPSHOT_ROWS_PER_TOKEN.allocations,
      headers: { [LIST_VERSION_HEADER.toLowerCase()]: String(list.version) },
      send: (write, signal) =>
        this.#read((db) =>
          exportAllocations(db, { listId: list.list_id, afterWallet, signal }, lines(write, allocationLine)),
        ),
    };
  }

  #read(read: (db: Database) => Promise<void>): Promise<void> {
    return available(read(this.exports.get()));
  }
}

/** Converts batches of rows to lines. */
const lines =
  <Row>(write: WriteLines, lineOf: (row: Row) => string) =>
  (rows: readonly Row[]): Promise<void> => {
    let text = '';
    for (const row of rows) text += lineOf(row);
    return write(text, rows.length);
  };

/** Drops per chunk: less than a millisecond of work, so that other requests are not delayed. */
const CHUNK_ROWS = 100;

/**
 * Sends the drops of a view, sorted by id. Views are immutable, so the transfer is consistent regardless of its duration.
 *
 * @param after - sends only greater ids; null for all.
 */
async function sendView(
  { byId }: CatalogueView['drops'],
  after: string | null,
  write: WriteLines,
  signal: AbortSignal,
): Promise<void> {
  let [text, rows] = ['', 0];
  for (const { id, json } of byId) {
    if (json === null || (after !== null && id <= after)) continue;
    text += `${json}\n`;
    rows += 1;
    if (rows < CHUNK_ROWS) continue;
    signal.throwIfAborted();
    await write(text, rows);
    [text, rows] = ['', 0];
  }
  if (rows > 0) await write(text, rows);
}

/**
 * Bytes of the wallet after which a transfer resumes. The wallet does not have to be in the list.
 *
 * @throws {DomainError} `invalid_parameter`, with a message that does not contain the text.
 */
function walletAfter(text: string): Uint8Array {
  try {
    return parseWallet(text).bytes;
  } catch (error) {
    if (!(error instanceof InvalidWalletError)) throw error;
    throw new DomainError('invalid_parameter', `after is not a wallet address. ${error.message}`, {
      errors: [{ parameter: 'after', code: error.reason, detail: error.message }],
    });
  }
}
