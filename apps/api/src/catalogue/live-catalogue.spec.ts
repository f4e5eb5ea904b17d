import { type CatalogueView, emptyView, foldUntil, type Revision, viewOf } from '@droptrack/catalogue';
import { anyLog, contentsOf, dropBody, dropChange, LOG_START_MS, logOf } from '@droptrack/catalogue/testing';
import fc from 'fast-check';
import { UnavailableError } from '../platform/errors/domain-error';
import type { CurrentView } from './current-view';
import { LiveCatalogue } from './live-catalogue';

const FREE = { plan: 'free' } as const;
const PRO = { plan: 'pro' } as const;

/** Log as a process reads it at its start: the state at an instant, and the later revisions. */
function readAt(log: readonly Revision[], asOfMs: number): { state: CatalogueView; tail: readonly Revision[] } {
  const { view, rest } = foldUntil(emptyView, log, asOfMs);
  const latest = new Map(log.slice(0, view.seq).map((row) => [`${row.entity} ${row.id}`, row]));
  return { state: viewOf([...latest.values()], view.seq), tail: rest };
}

/** Catalogue that has received all of `log`, and a function that confirms the log up to an instant. */
function following(
  log: readonly Revision[],
  delaySeconds: number,
): { catalogue: LiveCatalogue; confirm(ms: number): void } {
  const catalogue = new LiveCatalogue(() => 0, delaySeconds);
  catalogue.start(emptyView);
  catalogue.appended(log);
  return { catalogue, confirm: (asOfMs) => catalogue.confirmed({ seq: log.length, asOfMs, clockSkewMs: 0 }) };
}

const updatedAtOf = ({ view }: CurrentView): number[] =>
  [...view.drops.sorted.hype, ...view.calendar.byStart].map(({ updatedAtMs }) => updatedAtMs);

describe('delayed view', () => {
  /** Batches of a log, each with the seconds from its last revision to its confirmation; null without a confirmation. */
  const anyBatches = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.nat(20))), { maxLength: 60 });
  const anyDelay = fc.integer({ min: 0, max: 40 });

  /** Follows a log from a start on, as a process does; yields both views after each step. */
  function* follow(
    log: readonly Revision[],
    batches: readonly [number, number | null][],
    delay: number,
    start: number,
  ) {
    const catalogue = new LiveCatalogue(() => 0, delay);
    let seq = Math.min(start, log.length);
    let asOfMs = log[seq - 1]?.recordedAtMs ?? LOG_START_MS - 1;
    while (log[seq]?.recordedAtMs === asOfMs) seq += 1; // A confirmed millisecond is complete.
    const { state, tail } = readAt(log.slice(0, seq), asOfMs - delay * 1_000);
    catalogue.start(state);
    catalogue.appended(tail);
    catalogue.confirmed({ seq, asOfMs, clockSkewMs: 0 });
    yield { live: catalogue.requireView(PRO), delayed: catalogue.requireView(FREE), isComplete: true };
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
      yield { live: catalogue.requireView(PRO), delayed: catalogue.requireView(FREE), isComplete };
    }
  }

  it('equals the log up to its instant, for any batches and any start of the process', () => {
    fc.assert(
      fc.property(anyLog, anyBatches, anyDelay, fc.nat(60), (log, batches, delay, start) => {
        for (const { live, delayed, isComplete } of follow(log, batches, delay, start)) {
          if (isComplete) expect(delayed.asOfMs).toBe(live.asOfMs - delay * 1_000);
          if (delay > 0) expect(contentsOf(delayed.view)).toEqual(contentsOf(readAt(log, delayed.asOfMs).state));
          expect(contentsOf(live.view)).toEqual(contentsOf(readAt(log, live.asOfMs).state));
        }
      }),
    );
  });

  it('contains no row newer than its instant, which never decreases', () => {
    fc.assert(
      fc.property(anyLog, anyBatches, anyDelay, fc.nat(60), (log, batches, delay, start) => {
        let lastMs = Number.NEGATIVE_INFINITY;
        for (const { live, delayed } of follow(log, batches, delay, start)) {
          expect(Math.max(...updatedAtOf(delayed), 0)).toBeLessThanOrEqual(Math.max(delayed.asOfMs, 0));
          expect(Math.max(...updatedAtOf(live), 0)).toBeLessThanOrEqual(live.asOfMs);
          expect(delayed.asOfMs).toBeGreaterThanOrEqual(lastMs);
          lastMs = delayed.asOfMs;
        }
      }),
    );
  });

  it('contains a drop from the millisecond at which it is as old as the delay', () => {
    const [first] = logOf([dropChange(dropBody())]) as [Revision];
    const { catalogue, confirm } = following([first], 60);
    confirm(first.recordedAtMs + 59_999);
    expect([catalogue.requireView(FREE).view.drop('linea'), catalogue.requireView(PRO).view.drop('linea')]).toEqual([
      null,
      expect.objectContaining({ id: 'linea' }),
    ]);
    confirm(first.recordedAtMs + 60_000);
    expect(catalogue.requireView(FREE)).toMatchObject({ asOfMs: first.recordedAtMs, isDelayed: true });
    expect(catalogue.requireView(FREE).view.drop('linea')).not.toBeNull();
  });

  // Otherwise, a second view of ten thousand drops would double memory and serialization.
  it('shares its entries with the live view, and is the same object when no revision waits', () => {
    const log = logOf(['a', 'b'].map((id) => dropChange(dropBody({ id }))));
    const { catalogue, confirm } = following(log, 60);
    confirm(log[0]!.recordedAtMs + 60_000);
    expect(catalogue.requireView(FREE).view.drop('b')).toBeNull();
    expect(catalogue.requireView(FREE).view.drop('a')).toBe(catalogue.requireView(PRO).view.drop('a'));
    confirm(log[1]!.recordedAtMs + 60_000);
    expect(catalogue.requireView(FREE).view).toBe(catalogue.requireView(PRO).view);
  });

  it('is the live view if the delay is 0', () => {
    const { catalogue, confirm } = following(logOf([dropChange(dropBody())]), 0);
    confirm(LOG_START_MS + 5_000);
    expect(catalogue.requireView(FREE)).toBe(catalogue.requireView(PRO));
    expect(catalogue.requireView(FREE)).toMatchObject({ asOfMs: LOG_START_MS + 5_000, isDelayed: false });
  });

  it('has a delay in seconds per plan', () => {
    const { catalogue } = following([], 60);
    expect((['free', 'pro', 'scale'] as const).map((plan) => catalogue.delaySecondsOf({ plan }))).toEqual([60, 0, 0]);
    expect(catalogue.delaySecondsOf({ plan: 'scale', isDelayed: true })).toBe(60);
  });
});

describe('live view', () => {
  const log = logOf(['a', 'b', 'c'].map((id) => dropChange(dropBody({ id }))));
  const idsOf = ({ view }: CurrentView) => view.drops.byId.map(({ id }) => id);

  // A large transaction is read in several batches; a part of it must not be served.
  it('publishes all batches of a transaction at once, with their confirmation', () => {
    const { catalogue, confirm } = following([], 60);
    confirm(LOG_START_MS - 1);
    catalogue.appended(log.slice(0, 2));
    expect(idsOf(catalogue.requireView(PRO))).toEqual([]);
    catalogue.appended(log.slice(2));
    expect(idsOf(catalogue.requireView(PRO))).toEqual([]);
    catalogue.confirmed({ seq: 3, asOfMs: log[2]!.recordedAtMs, clockSkewMs: 0 });
    expect(idsOf(catalogue.requireView(PRO))).toEqual(['a', 'b', 'c']);
  });

  // Behind a writer that hangs, a revision is read whose successor may bear the same millisecond.
  it('has no instant at which a revision is missing', () => {
    const { catalogue, confirm } = following([], 60);
    confirm(LOG_START_MS - 1);
    const twins = log.slice(0, 2).map((revision) => ({ ...revision, recordedAtMs: LOG_START_MS }));
    catalogue.appended(twins.slice(0, 1));
    expect(catalogue.requireView(PRO).asOfMs).toBeLessThan(LOG_START_MS);
    catalogue.appended(twins.slice(1));
    catalogue.confirmed({ seq: 2, asOfMs: LOG_START_MS, clockSkewMs: 0 });
    expect(catalogue.requireView(PRO)).toMatchObject({ asOfMs: LOG_START_MS, view: { seq: 2 } });
  });
});

describe('both views', () => {
  // While another session locks the log, nothing can be appended, so the views stay correct.
  it.each(['free', 'pro'] as const)(
    'are served to %s unchanged while the database responds without a confirmation',
    (plan) => {
      let nowMs = 1_000;
      const catalogue = new LiveCatalogue(() => nowMs, 60);
      catalogue.start(emptyView);
      catalogue.confirmed({ seq: 0, asOfMs: LOG_START_MS, clockSkewMs: 0 });
      const { asOfMs } = catalogue.requireView({ plan });
      nowMs += 3_600_000;
      catalogue.contacted();
      expect(catalogue.requireView({ plan }).asOfMs).toBe(asOfMs);
      expect([catalogue.staleMs(), catalogue.contactAgeMs()]).toEqual([3_600_000, 0]);
    },
  );

  // An outdated view is not served, neither the live nor the delayed one.
  it.each(['free', 'pro'] as const)(
    'are served to %s until a minute after the last contact to the database',
    (plan) => {
      let nowMs = 1_000;
      const catalogue = new LiveCatalogue(() => nowMs, 60);
      expect(() => catalogue.requireView({ plan })).toThrow(UnavailableError);
      catalogue.start(emptyView);
      expect(() => catalogue.requireView({ plan })).toThrow(UnavailableError);
      catalogue.confirmed({ seq: 0, asOfMs: LOG_START_MS, clockSkewMs: 0 });
      nowMs += 60_000;
      expect(catalogue.requireView({ plan }).asOfMs).toBe(LOG_START_MS - (plan === 'free' ? 60_000 : 0));
      nowMs += 1;
      expect(() => catalogue.requireView({ plan })).toThrow(UnavailableError);
    },
  );
});
