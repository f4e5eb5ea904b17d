import { anyLog, archival, dropBody, dropChange, listBody, listChange, logOf } from '@droptrack/catalogue/testing';
import type { Revision } from '@droptrack/catalogue';
import fc from 'fast-check';
import type { EventDraft } from './event-draft';
import { EventTeller, type KnownLog } from './event-teller';
import { eventsOfLog, told } from './testing';

const list = (over: Parameters<typeof listBody>[0] = {}) => listChange(listBody(over));

describe('a revision of a list', () => {
  const published = { drop: 'linea', version: 1, wallets: 2, total: '3000000000000000000', sha256: 'ab'.repeat(32) };

  it('tells that a list came into force, without what is nobody else’s business', () => {
    const [event] = told(list());
    expect(event).toMatchObject({ type: 'eligibility.list_published', sequence: 1 });
    expect(event!.data).toEqual({ object: published, previous: {} });
  });

  it('tells another list with what was, and a former one that is put in force again', () => {
    const second = list({ version: 2, list_id: 8, wallets: 3 });
    expect(told(list(), second)[0]!.data).toEqual({
      object: { ...published, version: 2, wallets: 3 },
      previous: { version: 1, wallets: 2 },
    });
    expect(told(list(), second, list())[0]!.data).toMatchObject({ object: { version: 1 }, previous: { version: 2 } });
  });

  it('tells nothing where the rows stay, where a list is taken out of force, or of those who are left out', () => {
    expect(told(list(), list({ url: 'https://linea.example/list.csv' }))).toEqual([]);
    expect(told(list(), archival('list', 'linea'))).toEqual([]);
    expect(told(list({ kind: 'exclusion' }))).toEqual([]);
    expect(told(list(), archival('list', 'linea'), list())).toMatchObject([{ type: 'eligibility.list_published' }]);
  });

  it('is filtered by its drop', () => {
    const [, event] = eventsOfLog(logOf([dropChange(dropBody({ chain: 'base', hype_score: 71 })), list()]));
    expect(event).toMatchObject({ dropId: 'linea', chain: 'base', hype: 71 });
  });
});

/** Below, within the band of, above the first threshold, and above all: how a drop came there decides what is told. */
const SCORES = [40, 47, 52, 90];
const wideLog = anyLog.map((log) =>
  log.map((revision): Revision => {
    if (revision.entity !== 'drop' || revision.body === null) return revision;
    const body = revision.body as ReturnType<typeof dropBody>;
    return { ...revision, body: { ...body, hype_score: SCORES[body.hype_score]! } };
  }),
);

/** What is known of a log at a place where somebody stopped, from the log alone and what was noted of thresholds. */
function knownOf(log: readonly Revision[], held: KnownLog['held']): KnownLog {
  const latest = new Map(log.map((revision) => [`${revision.entity}/${revision.id}`, revision]));
  const shown = log.filter(({ entity, body }) => entity === 'drop' && body !== null);
  return {
    latest: latest.values(),
    shownDrops: new Map(shown.map((revision) => [revision.id, revision])).values(),
    held,
  };
}

// A worker that dies, a replay and a feed that is read in other batches must all say the same.
it('a log gives the same events however it is cut', () => {
  fc.assert(
    fc.property(wideLog, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (log, sizes) => {
      const inParts: EventDraft[] = [];
      const held = new Map<string, readonly number[]>();
      for (let from = 0; from < log.length;) {
        const size = sizes.next().value as number;
        const teller = new EventTeller(knownOf(log.slice(0, from), held));
        inParts.push(...log.slice(from, from + size).flatMap((revision) => [...teller.tell(revision)]));
        for (const [dropId, levels] of teller.changedHeld) held.set(dropId, levels);
        from += size;
      }
      expect(inParts).toEqual(eventsOfLog(log));
    }),
    { numRuns: 200 },
  );
});

// Receivers throw away what bears an id that they have. A log that is restored from a backup goes on with places that were
// given before, to other changes.
it('a place of the log that is given again, at another time, shares no id with what it told before', () => {
  const given = logOf([dropChange(dropBody({ hype_score: 40 })), dropChange(dropBody({ hype_score: 90 })), list()]);
  const again = given.map((revision) => ({ ...revision, recordedAtMs: revision.recordedAtMs + 1 }));
  const ids = [...eventsOfLog(given), ...eventsOfLog(again)].map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(8);
  expect(new Set(ids).size).toBe(ids.length);
});

it('every revision of a drop that is shown before or after tells exactly one event of it', () => {
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
