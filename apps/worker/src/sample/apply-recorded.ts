import { parseWallet, PORTABLE_HASH } from '@droptrack/eligibility';
import {
  type Database,
  importReadings,
  ListDropError,
  ListHeaders,
  type ListRow,
  loadList,
  ReadingRepository,
  ReadingsRejectedError,
} from '@droptrack/persistence';
import { RECORDED_SERIES, type RecordedEntry, recordedLists, recordedReadingsOf } from '@droptrack/sample';
import type { Job } from '../schedule/scheduler';

/** Origin of the real drops of the demo. */
const ORIGIN = 'catalogue';
/** Source of the recorded readings. */
const SOURCE = 'recorded';

/**
 * Loads the recorded lists of real drops that have never had a list, so that lists and decisions of the operator stay.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function applyRecordedLists(db: Database, { nowMs }: { readonly nowMs: number }): Promise<void> {
  for (const { dropId, url, sha256, treeFormat, root, entries } of recordedLists()) {
    if ((await new ListHeaders(db).read(dropId)).length > 0) continue;
    const load = loadList(db, {
      dropId,
      kind: 'allocation',
      rows: () => entries.map(listRow),
      sha256: () => sha256,
      url,
      tree: { format: treeFormat, expectRoot: root, hash: PORTABLE_HASH },
      nowMs,
    });
    await load.catch((error: unknown) => {
      // The catalogue of the operator lacks the drop.
      if (!(error instanceof ListDropError)) throw error;
    });
  }
}

function listRow({ wallet, amount, index }: RecordedEntry, place: number): ListRow {
  return { line: place + 1, wallet: parseWallet(wallet).bytes, amount, index };
}

/** Time between two drops, in milliseconds. Points of one drop take about a second, which requests should not notice. */
const PAUSE_MS = 5_000;

/**
 * Imports the recorded readings of real drops that have none yet, one drop at a time and after the start. The points of
 * their hours follow with the next recompute runs.
 */
export class RecordedReadingsJob implements Job {
  readonly name = 'recorded readings';
  readonly isAfterStart = true;
  /** Drops to import; null until they are known. */
  #dropIds: string[] | null = null;
  #ranAtMs = -Infinity;

  constructor(private readonly db: Database) {}

  isDue(nowMs: number): boolean {
    // The absolute value, because the clock can be set back.
    return this.#dropIds?.length !== 0 && Math.abs(nowMs - this.#ranAtMs) >= PAUSE_MS;
  }

  /** @throws {DatabaseUnavailableError} {DatabaseRejectedError} */
  async run(nowMs: number): Promise<boolean> {
    const dropIds = (this.#dropIds ??= await this.#readMissing());
    const [dropId] = dropIds;
    if (dropId === undefined) return false;
    await this.#import(dropId, nowMs);
    dropIds.shift();
    this.#ranAtMs = nowMs;
    return false;
  }

  async #readMissing(): Promise<string[]> {
    const last = await new ReadingRepository(this.db).readLast({ origin: ORIGIN, source: SOURCE });
    const missing = new Set(last.filter(({ observedAtMs }) => observedAtMs === null).map(({ dropId }) => dropId));
    return RECORDED_SERIES.map(({ dropId }) => dropId).filter((dropId) => missing.has(dropId));
  }

  async #import(dropId: string, nowMs: number): Promise<void> {
    const readings = [...recordedReadingsOf(dropId)]
      .filter(({ observedAtMs }) => observedAtMs <= nowMs)
      .map((reading) => ({ ...reading, source: SOURCE }));
    await importReadings(this.db, readings, { nowMs }).catch((error: unknown) => {
      // The operator has imported other readings of these instants, or archived the drop.
      if (!(error instanceof ReadingsRejectedError)) throw error;
    });
  }
}
