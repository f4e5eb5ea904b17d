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
      rows: () => entries.map(rowOf),
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

function rowOf({ wallet, amount, index }: RecordedEntry, place: number): ListRow {
  return { line: place + 1, wallet: parseWallet(wallet).bytes, amount, index };
}

/**
 * Imports the recorded readings of real drops that have none yet. The points of their hours follow with the next recompute
 * runs.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function applyRecordedReadings(db: Database, { nowMs }: { readonly nowMs: number }): Promise<void> {
  const last = await new ReadingRepository(db).readLast({ origin: ORIGIN, source: SOURCE });
  const missing = last.filter(({ observedAtMs }) => observedAtMs === null).map(({ dropId }) => dropId);
  for (const { dropId } of RECORDED_SERIES.filter((series) => missing.includes(series.dropId))) {
    const readings = [...recordedReadingsOf(dropId)]
      .filter(({ observedAtMs }) => observedAtMs <= nowMs)
      .map((reading) => ({ ...reading, source: SOURCE }));
    await importReadings(db, readings, { nowMs }).catch((error: unknown) => {
      // The operator has imported other readings of these instants.
      if (!(error instanceof ReadingsRejectedError)) throw error;
    });
  }
}
