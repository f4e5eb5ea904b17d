import { createHash } from 'node:crypto';
import { parseWallet } from '@droptrack/eligibility';
import {
  applyDefinitions,
  type Database,
  importReadings,
  type LastReading,
  type ListRow,
  loadList,
  type NewReading,
  ReadingRepository,
  ListHeaders,
} from '@droptrack/persistence';
import { sampleCatalogue, type SampleList, type SampleListEntry, sampleReadingsOf } from '@droptrack/sample';

/** All demos show the same on the same day. */
const SEED = 'droptrack';
const ORIGIN = 'sample';
/** What the sample's readings name as theirs. */
const SOURCE = 'sample';
const DAY_MS = 86_400_000;
/** So much of the past a drop has when it is first shown. */
const DAYS_BEFORE = 35;

/**
 * Makes the demo's drops, their lists and their readings those of today. Again within the day it adds readings only.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function applySample(db: Database, { nowMs }: { readonly nowMs: number }): Promise<void> {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const { definitions, lists } = sampleCatalogue({ seed: SEED, day });
  await applyDefinitions(db, { origin: ORIGIN, definitions, prune: true, nowMs });
  await applyLists(db, lists, nowMs);
  await applySampleReadings(db, { nowMs });
}

/**
 * Adds the readings that have come since the last ones, of each drop of the sample that is shown; for one without any,
 * those of the last 35 days.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function applySampleReadings(db: Database, { nowMs }: { readonly nowMs: number }): Promise<void> {
  const last = await new ReadingRepository(db).readLast({ origin: ORIGIN, source: SOURCE });
  await importReadings(db, readingsOf(last, nowMs), { nowMs });
}

function* readingsOf(last: readonly LastReading[], nowMs: number): Generator<NewReading> {
  for (const { dropId, observedAtMs } of last) {
    const afterMs = observedAtMs ?? nowMs - DAYS_BEFORE * DAY_MS;
    yield* sampleReadingsOf(dropId, { seed: SEED, afterMs, untilMs: nowMs });
  }
}

/** Loads what is not in force already: a list that is out does not change until the sample itself is another one. */
async function applyLists(db: Database, lists: readonly SampleList[], nowMs: number): Promise<void> {
  const inForce = await new ListHeaders(db).read(null);
  for (const { dropId, kind, url, entries } of lists) {
    const made = entries();
    const sha256 = sha256Of(made);
    if (inForce.some((list) => list.dropId === dropId && list.kind === kind && list.sha256 === sha256)) continue;
    await loadList(db, { dropId, kind, rows: () => made.map(rowOf), sha256: () => sha256, url, nowMs });
  }
}

/** Of the file that the list would be. */
function sha256Of(entries: readonly SampleListEntry[]): string {
  const file = entries.map(({ wallet, amount }) => `${wallet},${amount}\n`).join('');
  return createHash('sha256').update(file).digest('hex');
}

function rowOf({ wallet, amount }: SampleListEntry, place: number): ListRow {
  return { line: place + 1, wallet: parseWallet(wallet).bytes, amount: BigInt(amount) };
}
