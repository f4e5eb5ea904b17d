import { anyLog, archival, dropBody, dropChange, listBody, listChange, logOf } from '@droptrack/catalogue/testing';
import type { Revision } from '@droptrack/catalogue';
import fc from 'fast-check';
import type { EventDraft } from './event-draft';
import { EventDeriver, type LogState } from './event-deriver';
import { eventsOfLog, bodiesOfLast } from './testing';

const list = (over: Parameters<typeof listBody>[0] = {}) => listChange(listBody(over));

describe('a revision of a list', () => {
  const published = { drop: 'linea', version: 1, wallets: 2, total: '3000000000000000000', sha256: 'ab'.repeat(32) };

  it('publishes an active list, with only the members of the contract', () => {
    const [event] = bodiesOfLast(list());
    expect(event).toMatchObject({ type: 'eligibility.list_published', sequence: 1 });
    expect(event!.data).toEqual({ object: published, previous: {} });
  });

  it('publishes another list with the previous values, also a former list that is activated again', () => {
    const second = list({ version: 2, list_id: 8, wallets: 3 });
    expect(bodiesOfLast(list(), second)[0]!.data).toEqual({
      object: { ...published, version: 2, wallets: 3 },
      previous: { version: 1, wallets: 2 },
    });
    expect(bodiesOfLast(list(), second, list())[0]!.data).toMatchObject({
      object: { version: 1 },
      previous: { version: 2 },
    });
  });

  it('names the list only if it has a name, and compares it only with its own versions', () => {
    const season = { name: 'season-2', list_id: 9 };
    const [event] = bodiesOfLast(list(), list(season));
    expect(event!.data).toEqual({ object: { ...published, list: 'season-2' }, previous: {} });
    expect(Object.keys(bodiesOfLast(list())[0]!.data.object)).not.toContain('list');
  });

  it('has no event for unchanged rows, a deactivated list, or an exclusion list', () => {
    expect(bodiesOfLast(list(), list({ url: 'https://linea.example/list.csv' }))).toEqual([]);
    expect(bodiesOfLast(list(), archival('list', 'linea'))).toEqual([]);
    expect(bodiesOfLast(list({ kind: 'exclusion' }))).toEqual([]);
    expect(bodiesOfLast(list(), archival('list', 'linea'), list())).toMatchObject([
      { type: 'eligibility.list_published' },
    ]);
  });

  it('has the filter members of its drop', () => {
    const [, event] = eventsOfLog(logOf([dropChange(dropBody({ chain: 'base', hype_score: 71 })), list()]));
    expect(event).toMatchObject({ dropId: 'linea', chain: 'base', hype: 71 });
  });
});

/** Scores below, within the hysteresis of, and above the first threshold, and above all thresholds; null stays null. */
const SCORES = [40, 47, 52, 90];
const wideLog = anyLog.map((log) =>
  log.map((revision): Revision => {
    if (revision.entity !== 'drop' || revision.body === null) return revision;
    const body = revision.body as ReturnType<typeof dropBody>;
    return { ...revision, body: { ...body, hype_score: body.hype_score === null ? null : SCORES[body.hype_score]! } };
  }),
);

/** State of a log at a position, from its revisions and the recorded active thresholds. */
function stateOf(log: readonly Revision[], activeThresholds: LogState['activeThresholds']): LogState {
  const latest = new Map(log.map((revision) => [`${revision.entity}/${revision.id}`, revision]));
  const shown = log.filter(({ entity, body }) => entity === 'drop' && body !== null);
  return {
    latestRevisions: latest.values(),
    publishedDrops: new Map(shown.map((revision) => [revision.id, revision])).values(),
    activeThresholds,
  };
}

// A restarted worker, a replay and other batches must derive the same events.
it('a log has the same events for any batches', () => {
  fc.assert(
    fc.property(wideLog, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (log, sizes) => {
      const inParts: EventDraft[] = [];
      const activeThresholds = new Map<string, readonly number[]>();
      for (let from = 0; from < log.length;) {
        const size = sizes.next().value as number;
        const deriver = new EventDeriver(stateOf(log.slice(0, from), activeThresholds));
        inParts.push(...log.slice(from, from + size).flatMap((revision) => [...deriver.derive(revision)]));
        for (const [dropId, active] of deriver.changedThresholds) activeThresholds.set(dropId, active);
        from += size;
      }
      expect(inParts).toEqual(eventsOfLog(log));
    }),
    { numRuns: 200 },
  );
});

// Receivers discard events with known ids. A log that was restored from a backup reuses sequence numbers for other
// changes.
it('a reused sequence number with another time has other event ids', () => {
  const given = logOf([dropChange(dropBody({ hype_score: 40 })), dropChange(dropBody({ hype_score: 90 })), list()]);
  const again = given.map((revision) => ({ ...revision, recordedAtMs: revision.recordedAtMs + 1 }));
  const ids = [...eventsOfLog(given), ...eventsOfLog(again)].map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(8);
  expect(new Set(ids).size).toBe(ids.length);
});

it('every revision of a drop that is published before or after has exactly one drop event', () => {
  fc.assert(
    fc.property(wideLog, (log) => {
      const perSeq = new Map<number, number>();
      for (const { type, seq } of eventsOfLog(log)) {
        if (/^drop\.(created|updated|status_changed|archived)$/.test(type))
          perSeq.set(seq!, (perSeq.get(seq!) ?? 0) + 1);
      }
      const shown = new Set<string>();
      for (const { seq, entity, id, body } of log.filter((revision) => revision.entity === 'drop')) {
        expect([entity, perSeq.get(seq) ?? 0]).toEqual(['drop', body === null && !shown.has(id) ? 0 : 1]);
        if (body === null) shown.delete(id);
        else shown.add(id);
      }
    }),
  );
});
