import type { Job } from '../schedule/scheduler';
import { dayFrom, hourOf, PeriodJob } from '../schedule/period-job';
import { createHash } from 'node:crypto';
import { SAMPLE_ORIGIN } from '@droptrack/catalogue';
import { parseWallet, PORTABLE_HASH } from '@droptrack/eligibility';
import {
  applyDefinitions,
  type Database,
  importReadings,
  isLogUnread,
  type LastReading,
  type ListRow,
  loadList,
  type NewReading,
  ReadingRepository,
  ListHeaders,
} from '@droptrack/persistence';
import {
  sampleCatalogue,
  sampleDiscovery,
  type SampleList,
  type SampleListEntry,
  sampleReadingsOf,
} from '@droptrack/sample';
import { applySampleDiscovery } from './apply-discovery';
import { applyRecordedLists, RecordedReadingsJob } from './apply-recorded';

/** The same for all demos, so that they have the same data on the same day. */
const SEED = 'droptrack';
/** Source of the sample's readings. */
const SOURCE = 'sample';
const DAY_MS = 86_400_000;
/** Length of the history of a new drop. */
const DAYS_BEFORE = 35;

/**
 * Applies the drops, lists, sightings and readings of the current day. A second call within the day adds readings only.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function applySample(db: Database, { nowMs }: { readonly nowMs: number }): Promise<void> {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const { definitions, lists } = sampleCatalogue({ seed: SEED, day });
  await applyDefinitions(db, { origin: SAMPLE_ORIGIN, definitions, prune: true, nowMs });
  await applyLists(db, lists, nowMs);
  await applySampleDiscovery(db, sampleDiscovery({ seed: SEED, day }), { definitions, nowMs });
  await applySampleReadings(db, { nowMs });
}

/**
 * Imports the readings of each active drop of the sample since its last one; for a drop without any, those of the last 35
 * days.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function applySampleReadings(db: Database, { nowMs }: { readonly nowMs: number }): Promise<void> {
  const last = await new ReadingRepository(db).readLast({ origin: SAMPLE_ORIGIN, source: SOURCE });
  await importReadings(db, readingsOf(last, nowMs), { nowMs });
}

function* readingsOf(last: readonly LastReading[], nowMs: number): Generator<NewReading> {
  for (const { dropId, observedAtMs } of last) {
    const afterMs = observedAtMs ?? nowMs - DAYS_BEFORE * DAY_MS;
    yield* sampleReadingsOf(dropId, { seed: SEED, afterMs, untilMs: nowMs });
  }
}

/** Loads lists that are not active already. */
async function applyLists(db: Database, lists: readonly SampleList[], nowMs: number): Promise<void> {
  const active = await new ListHeaders(db).read(null);
  for (const { dropId, kind, url, tree, entries } of lists) {
    const rows = entries();
    const sha256 = sha256Of(rows, tree !== null);
    if (active.some((list) => list.dropId === dropId && list.kind === kind && list.sha256 === sha256)) continue;
    await loadList(db, {
      dropId,
      kind,
      rows: () =>
        rows.map((entry, place) => ({ ...listRow(entry, place), index: tree === null ? null : BigInt(place) })),
      sha256: () => sha256,
      url,
      tree: tree === null ? null : { format: tree.format, expectRoot: tree.root(), hash: PORTABLE_HASH },
      nowMs,
    });
  }
}

/** SHA-256 of the list as a file, which has claim indexes if the list has a tree. */
function sha256Of(entries: readonly SampleListEntry[], isIndexed: boolean): string {
  const lines = entries.map(({ wallet, amount }, index) => `${isIndexed ? `${index},` : ''}${wallet},${amount}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

function listRow({ wallet, amount }: SampleListEntry, place: number): ListRow {
  return { line: place + 1, wallet: parseWallet(wallet).bytes, amount: BigInt(amount) };
}

/** True while nothing has read the log or there is no sample; later, that of an earlier day is shown until the current one is applied. */
export async function isNewDemo(db: Database): Promise<boolean> {
  if (await isLogUnread(db)) return true;
  const drops = await db.query('SELECT FROM drops WHERE origin = $1 AND archived_at IS NULL LIMIT 1', [SAMPLE_ORIGIN]);
  return drops.length === 0;
}

/** Time after midnight (UTC) at which the sample of a new day is applied, in milliseconds. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;

/**
 * Jobs of the demo: the whole sample and the recorded lists at the start and once a day, the readings of the sample each
 * hour, the recorded readings once, after the start.
 *
 * @param report - called with the progress of the start.
 */
export function sampleJobs(db: Database, report: (line: string) => void): Job[] {
  const all = async (nowMs: number): Promise<void> => {
    report('Creating the sample …');
    await applySample(db, { nowMs });
    await applyRecordedLists(db, { nowMs });
    report('Computing the scores …');
  };
  return [
    new PeriodJob('sample', dayFrom(AFTER_MIDNIGHT_MS), all),
    new PeriodJob('sample readings', hourOf, (nowMs) => applySampleReadings(db, { nowMs })),
    new RecordedReadingsJob(db),
  ];
}
