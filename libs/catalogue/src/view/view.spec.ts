import fc from 'fast-check';
import { listEntityId, type Revision } from '../revision';
import {
  anyLog,
  archival,
  contentsOf,
  dropBody,
  dropChange,
  eventBody,
  eventChange,
  listBody,
  listChange,
  logOf,
  LOG_START_MS,
} from './testing';
import { emptyView, foldRevisions, foldUntil, RevisionOrderError } from './view';
import { ViewBuilder, viewOf } from './view-builder';

const linea = dropBody();

describe('CatalogueView', () => {
  it('distinguishes a drop from an archived and from an unknown one', () => {
    const view = foldRevisions(
      emptyView,
      logOf([dropChange(linea), dropChange(dropBody({ id: 'old' })), archival('drop', 'old')]),
    );
    expect(view.drop('linea')).toMatchObject({ id: 'linea', updatedAtMs: LOG_START_MS + 1_000 });
    expect(view.drop('old')).toBe('archived');
    expect(view.drop('new')).toBeNull();
  });

  it('publishes a restored drop', () => {
    const view = foldRevisions(emptyView, logOf([dropChange(linea), archival('drop', 'linea'), dropChange(linea)]));
    expect(view.drop('linea')).toMatchObject({ id: 'linea' });
    expect(view.drops.sorted.hype).toHaveLength(1);
  });
});

describe('foldRevisions', () => {
  it('returns the same view for any batches', () => {
    fc.assert(
      fc.property(anyLog, fc.array(fc.nat(60)), (log, cuts) => {
        const bounds = [0, ...cuts.filter((cut) => cut < log.length).sort((a, b) => a - b), log.length];
        const batches = bounds.slice(1).map((end, index) => log.slice(bounds[index], end));
        const inBatches = batches.reduce(foldRevisions, emptyView);
        expect(contentsOf(inBatches)).toEqual(contentsOf(foldRevisions(emptyView, log)));
      }),
    );
  });

  it('does not modify its input', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(60), (log, cut) => {
        const before = foldRevisions(emptyView, log.slice(0, cut));
        const contents = structuredClone(contentsOf(before));
        foldRevisions(before, log.slice(cut));
        expect(contentsOf(before)).toEqual(contents);
      }),
    );
  });

  it('contains the latest wire object of each drop and event, with the time of its revision', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const view = foldRevisions(emptyView, log);
        const latest = (entity: string): Revision[] => [
          ...new Map(log.filter((row) => row.entity === entity).map((row) => [row.id, row])).values(),
        ];
        const wire = (rows: Revision[]): Map<string, unknown> =>
          new Map(
            rows
              .filter(({ body }) => body !== null)
              .map(({ id, body, recordedAtMs }) => [id, { ...body, updated_at: new Date(recordedAtMs).toISOString() }]),
          );
        const shown = (rows: readonly { id: string; json: string }[]): Map<string, unknown> =>
          new Map(rows.map(({ id, json }) => [id, JSON.parse(json)]));

        expect(shown(view.drops.sorted.ev)).toEqual(wire(latest('drop')));
        expect(shown(view.calendar.byStart)).toEqual(wire(latest('calendar_event')));
      }),
    );
  });

  it('shares unchanged parts', () => {
    const log = logOf([dropChange(linea), eventChange(eventBody()), listChange(listBody())]);
    const before = foldRevisions(emptyView, log.slice(0, 2));
    const after = foldRevisions(before, log.slice(2));
    expect(after).toMatchObject({ seq: 3, newestMs: LOG_START_MS + 3_000 });
    expect(after.drops).toBe(before.drops);
    expect(after.calendar).toBe(before.calendar);
    expect(after.list('linea', 'allocation')).toEqual({ ...listBody(), publishedAtMs: LOG_START_MS + 3_000 });
    expect([after.list('linea', 'exclusion'), before.list('linea', 'allocation')]).toEqual([null, null]);
    expect(foldRevisions(before, [])).toBe(before);
  });

  it('has exactly the lists whose latest revision is not their removal, the unnamed one first, then by name', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const view = foldRevisions(emptyView, log);
        const latest = new Map(log.filter(({ entity }) => entity === 'list').map(({ id, body }) => [id, body]));
        for (const drop of new Set(log.map(({ body }) => (body as { drop?: string } | null)?.drop ?? 'a'))) {
          for (const kind of ['allocation', 'exclusion'] as const) {
            const names = ['', 'season-1', 'season-2'].filter((name) => latest.get(listEntityId(drop, kind, name)));
            expect(view.listsOf(drop, kind).map(({ name = '' }) => name)).toEqual(names);
            expect(names.map((name) => view.list(drop, kind, name)?.name ?? '')).toEqual(names);
          }
        }
      }),
    );
  });

  // The rows are unchanged, whichever revision a process starts with.
  it('dates a list from the activation of its rows, not from a later change of its header', () => {
    const publishedAt = new Date(LOG_START_MS + 1_000).toISOString();
    const changed = listChange({ ...listBody(), url: 'https://linea.example/moved.csv', published_at: publishedAt });
    const { publishedAtMs, ...body } = foldRevisions(emptyView, logOf([dropChange(linea), changed])).list(
      'linea',
      'allocation',
    )!;
    expect([publishedAtMs, body]).toEqual([
      LOG_START_MS + 1_000,
      { ...listBody(), url: 'https://linea.example/moved.csv' },
    ]);
  });

  it.each([
    ['one that was folded before', [1]],
    ['one after a gap', [4]],
    ['two in the wrong order', [3, 2]],
    ['one twice', [2, 2]],
  ])('rejects %s', (_what, seqs) => {
    const [first, ...later] = logOf([linea, linea, linea, linea].map(dropChange));
    const view = foldRevisions(emptyView, [first!]);
    const revisions = seqs.map((seq) => [first!, ...later][seq - 1]!);
    expect(() => foldRevisions(view, revisions)).toThrow(RevisionOrderError);
  });
});

describe('viewOf', () => {
  it('builds from the latest revisions, in any order, the view of the whole log', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const latest = [...new Map(log.map((row) => [`${row.entity} ${row.id}`, row])).values()].reverse();
        expect(contentsOf(viewOf(latest, log.length))).toEqual(contentsOf(foldRevisions(emptyView, log)));
      }),
    );
  });

  // A process reads its log in batches, of which memory holds one.
  it('does not depend on batches, and uses the latest of several revisions of an entity', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const builder = new ViewBuilder();
        for (const revision of log.toReversed()) builder.add([revision]);
        expect(contentsOf(builder.view(log.length))).toEqual(contentsOf(foldRevisions(emptyView, log)));
      }),
    );
  });

  it('continues after the given revision', () => {
    const log = logOf([linea, linea, linea].map(dropChange));
    const view = viewOf(log.slice(0, 1), 2);
    expect(foldRevisions(view, log.slice(2)).seq).toBe(3);
  });

  it('rejects a revision after the given one', () => {
    expect(() => viewOf(logOf([linea, linea].map(dropChange)), 1)).toThrow(RevisionOrderError);
  });
});

describe('foldUntil', () => {
  it('folds revisions up to the instant and returns the remaining ones', () => {
    fc.assert(
      fc.property(anyLog, fc.integer({ min: -1, max: 70 }), (log, seconds) => {
        const untilMs = LOG_START_MS + seconds * 1_000;
        const { view, rest } = foldUntil(emptyView, log, untilMs);
        const isDue = ({ recordedAtMs }: Revision): boolean => recordedAtMs <= untilMs;
        expect(contentsOf(view)).toEqual(contentsOf(foldRevisions(emptyView, log.filter(isDue))));
        expect(rest).toEqual(log.filter((revision) => !isDue(revision)));
      }),
    );
  });

  // The delayed view publishes a revision at the exact millisecond.
  it('folds a revision at the instant', () => {
    const log = logOf([dropChange(linea)]);
    expect(foldUntil(emptyView, log, LOG_START_MS + 999).view).toBe(emptyView);
    expect(foldUntil(emptyView, log, LOG_START_MS + 1_000).view.seq).toBe(1);
  });

  it('shares entries with another view of the same revisions', () => {
    const log = logOf([dropChange(linea)]);
    const live = foldRevisions(emptyView, log);
    const late = foldUntil(emptyView, log, Number.POSITIVE_INFINITY).view;
    expect(late.drop('linea')).toBe(live.drop('linea'));
  });
});
