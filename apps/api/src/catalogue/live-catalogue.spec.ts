import { type CatalogueView, emptyView, foldUntil, type Revision, viewOf } from '@droptrack/catalogue';
import { anyLog, contentsOf, dropBody, dropChange, LOG_START_MS, logOf } from '@droptrack/catalogue/testing';
import fc from 'fast-check';
import { UnavailableError } from '../platform/errors/domain-error';
import type { CurrentView } from './current-view';
import { LiveCatalogue } from './live-catalogue';

const FREE = { plan: 'free' } as const;
const PRO = { plan: 'pro' } as const;

/** The log as a process reads it at its start: the state at an instant, and the rest. */
function readAt(log: readonly Revision[], asOfMs: number): { state: CatalogueView; tail: readonly Revision[] } {
  const { view, rest } = foldUntil(emptyView, log, asOfMs);
  const latest = new Map(log.slice(0, view.seq).map((row) => [`${row.entity} ${row.id}`, row]));
  return { state: viewOf([...latest.values()], view.seq), tail: rest };
}

/** A catalogue that has followed all of `log` and was told that it is complete. */
function following(
  log: readonly Revision[],
  lateSeconds: number,
): { catalogue: LiveCatalogue; confirm(ms: number): void } {
  const catalogue = new LiveCatalogue(() => 0, lateSeconds);
  catalogue.start(emptyView);
  catalogue.appended(log);
  return { catalogue, confirm: (asOfMs) => catalogue.confirmed({ seq: log.length, asOfMs, clockSkewMs: 0 }) };
}

const updatedAtOf = ({ view }: CurrentView): number[] =>
  [...view.drops.sorted.hype, ...view.calendar.byStart].map(({ updatedAtMs }) => updatedAtMs);

describe('the late view', () => {
  /** Cuts of a log into batches, each with the seconds from its last revision to the confirmation; null for none. */
  const anyBatches = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.nat(20))), { maxLength: 60 });
  const anyDelay = fc.integer({ min: 0, max: 40 });

  /** Follows the log as a process does, from a start on; gives what is shown to both after each step. */
  function* follow(
    log: readonly Revision[],
    batches: readonly [number, number | null][],
    delay: number,
    start: number,
  ) {
    const catalogue = new LiveCatalogue(() => 0, delay);
    let seq = Math.min(start, log.length);
    let asOfMs = log[seq - 1]?.recordedAtMs ?? LOG_START_MS - 1;
    while (log[seq]?.recordedAtMs === asOfMs) seq += 1; // What was confirmed is complete to the millisecond.
    const { state, tail } = readAt(log.slice(0, seq), asOfMs - delay * 1_000);
    catalogue.start(state);
    catalogue.appended(tail);
    catalogue.confirmed({ seq, asOfMs, clockSkewMs: 0 });
    yield { live: catalogue.seenBy(PRO), late: catalogue.seenBy(FREE), isComplete: true };
    for (const [size, waitSeconds] of [...batches, [log.length, 0] as const, [0, delay + 1] as const]) {
      const batch = log.slice(seq, seq + size);
      catalogue.appended(batch);
      seq += batch.length;
      const nextMs = log[seq]?.recordedAtMs ?? Number.POSITIVE_INFINITY;
      asOfMs = Math.max(asOfMs, batch.at(-1)?.recordedAtMs ?? 0);
      const confirmedMs = asOfMs + (waitSeconds ?? 0) * 1_000;
      const isComplete = waitSeconds !== null && confirmedMs < nextMs;
      if (isComplete) {
        asOfMs = confirmedMs;
        catalogue.confirmed({ seq, asOfMs, clockSkewMs: 0 });
      }
      yield { live: catalogue.seenBy(PRO), late: catalogue.seenBy(FREE), isComplete };
    }
  }

  it('is the log cut at its instant, however it came in and wherever the process began', () => {
    fc.assert(
      fc.property(anyLog, anyBatches, anyDelay, fc.nat(60), (log, batches, delay, start) => {
        for (const { live, late, isComplete } of follow(log, batches, delay, start)) {
          if (isComplete) expect(late.asOfMs).toBe(live.asOfMs - delay * 1_000);
          if (delay > 0) expect(contentsOf(late.view)).toEqual(contentsOf(readAt(log, late.asOfMs).state));
          expect(contentsOf(live.view)).toEqual(contentsOf(readAt(log, live.asOfMs).state));
        }
      }),
    );
  });

  it('shows no row that is newer than its instant, and its instant never falls', () => {
    fc.assert(
      fc.property(anyLog, anyBatches, anyDelay, fc.nat(60), (log, batches, delay, start) => {
        let lastMs = Number.NEGATIVE_INFINITY;
        for (const { live, late } of follow(log, batches, delay, start)) {
          expect(Math.max(...updatedAtOf(late), 0)).toBeLessThanOrEqual(Math.max(late.asOfMs, 0));
          expect(Math.max(...updatedAtOf(live), 0)).toBeLessThanOrEqual(live.asOfMs);
          expect(late.asOfMs).toBeGreaterThanOrEqual(lastMs);
          lastMs = late.asOfMs;
        }
      }),
    );
  });

  it('shows a drop on the millisecond on which it is as old as the delay', () => {
    const [first] = logOf([dropChange(dropBody())]) as [Revision];
    const { catalogue, confirm } = following([first], 60);
    confirm(first.recordedAtMs + 59_999);
    expect([catalogue.seenBy(FREE).view.drop('linea'), catalogue.seenBy(PRO).view.drop('linea')]).toEqual([
      null,
      expect.objectContaining({ id: 'linea' }),
    ]);
    confirm(first.recordedAtMs + 60_000);
    expect(catalogue.seenBy(FREE)).toMatchObject({ asOfMs: first.recordedAtMs, isLate: true });
    expect(catalogue.seenBy(FREE).view.drop('linea')).not.toBeNull();
  });

  // What makes a second view of ten thousand drops cheap.
  it('shares each entry with the live view, and all of it once nothing waits', () => {
    const log = logOf(['a', 'b'].map((id) => dropChange(dropBody({ id }))));
    const { catalogue, confirm } = following(log, 60);
    confirm(log[0]!.recordedAtMs + 60_000);
    expect(catalogue.seenBy(FREE).view.drop('b')).toBeNull();
    expect(catalogue.seenBy(FREE).view.drop('a')).toBe(catalogue.seenBy(PRO).view.drop('a'));
    confirm(log[1]!.recordedAtMs + 60_000);
    expect(catalogue.seenBy(FREE).view).toBe(catalogue.seenBy(PRO).view);
  });

  it('is the live one without a delay', () => {
    const { catalogue, confirm } = following(logOf([dropChange(dropBody())]), 0);
    confirm(LOG_START_MS + 5_000);
    expect(catalogue.seenBy(FREE)).toBe(catalogue.seenBy(PRO));
    expect(catalogue.seenBy(FREE)).toMatchObject({ asOfMs: LOG_START_MS + 5_000, isLate: false });
  });

  it('is told to each plan in seconds', () => {
    const { catalogue } = following([], 60);
    expect((['free', 'pro', 'scale'] as const).map((plan) => catalogue.delaySecondsOf(plan))).toEqual([60, 0, 0]);
  });
});

describe('the live view', () => {
  const log = logOf(['a', 'b', 'c'].map((id) => dropChange(dropBody({ id }))));
  const idsOf = ({ view }: CurrentView) => view.drops.byId.map(({ id }) => id);

  // A transaction of thousands is read in pieces: half of a list must not be served for a moment.
  it('shows the pieces of one look at once, and none of them before they are confirmed', () => {
    const { catalogue, confirm } = following([], 60);
    confirm(LOG_START_MS - 1);
    catalogue.appended(log.slice(0, 2));
    expect(idsOf(catalogue.seenBy(PRO))).toEqual([]);
    catalogue.appended(log.slice(2));
    expect(idsOf(catalogue.seenBy(PRO))).toEqual([]);
    catalogue.confirmed({ seq: 3, asOfMs: log[2]!.recordedAtMs, clockSkewMs: 0 });
    expect(idsOf(catalogue.seenBy(PRO))).toEqual(['a', 'b', 'c']);
  });

  // Behind a writer that hangs, a revision is read whose successor may bear the same millisecond.
  it('has no instant at which a revision is missing', () => {
    const { catalogue, confirm } = following([], 60);
    confirm(LOG_START_MS - 1);
    const twins = log.slice(0, 2).map((revision) => ({ ...revision, recordedAtMs: LOG_START_MS }));
    catalogue.appended(twins.slice(0, 1));
    expect(catalogue.seenBy(PRO).asOfMs).toBeLessThan(LOG_START_MS);
    catalogue.appended(twins.slice(1));
    catalogue.confirmed({ seq: 2, asOfMs: LOG_START_MS, clockSkewMs: 0 });
    expect(catalogue.seenBy(PRO)).toMatchObject({ asOfMs: LOG_START_MS, view: { seq: 2 } });
  });
});

describe('both views', () => {
  // Nothing can be appended while a session keeps the log locked: memory holds all that was confirmed.
  it.each(['free', 'pro'] as const)('are served to %s for as long as the database answers, as they stood', (plan) => {
    let nowMs = 1_000;
    const catalogue = new LiveCatalogue(() => nowMs, 60);
    catalogue.start(emptyView);
    catalogue.confirmed({ seq: 0, asOfMs: LOG_START_MS, clockSkewMs: 0 });
    const { asOfMs } = catalogue.seenBy({ plan });
    nowMs += 3_600_000;
    catalogue.contacted();
    expect(catalogue.seenBy({ plan }).asOfMs).toBe(asOfMs);
    expect([catalogue.staleMs(), catalogue.contactAgeMs()]).toEqual([3_600_000, 0]);
  });

  // A view that is out of date says so by not being shown: for the late one as for the live one.
  it.each(['free', 'pro'] as const)('are given out to %s until a minute after the last contact', (plan) => {
    let nowMs = 1_000;
    const catalogue = new LiveCatalogue(() => nowMs, 60);
    expect(() => catalogue.seenBy({ plan })).toThrow(UnavailableError);
    catalogue.start(emptyView);
    expect(() => catalogue.seenBy({ plan })).toThrow(UnavailableError);
    catalogue.confirmed({ seq: 0, asOfMs: LOG_START_MS, clockSkewMs: 0 });
    nowMs += 60_000;
    expect(catalogue.seenBy({ plan }).asOfMs).toBe(LOG_START_MS - (plan === 'free' ? 60_000 : 0));
    nowMs += 1;
    expect(() => catalogue.seenBy({ plan })).toThrow(UnavailableError);
  });
});
