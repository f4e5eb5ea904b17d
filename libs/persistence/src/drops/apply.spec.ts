import type { CalendarEventBody, DropBody, DropDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import { type Database, openDatabase } from '../database/database';
import { readRevisions } from '../log/read';
import { collectLogState } from '../log/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { type ApplyOptions, applyDefinitions, DuplicateDefinitionError } from './apply';
import { calendarEventId, ForeignDropError, ReservedDropIdError } from './plan';

/** An instant before the events of these definitions begin. */
const BEFORE_MS = Date.parse('2026-08-01T00:00:00Z');
const CLAIM_ID = calendarEventId('linea', 'claim-1');

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const apply = (definitions: readonly DropDefinition[], over: Partial<ApplyOptions> = {}) =>
  applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: BEFORE_MS, ...over });
const linea = (over: Partial<DropDefinition> = {}) => dropDefinition({ events: [eventDefinition()], ...over });
const scroll = dropDefinition({ id: 'scroll', name: 'Scroll', events: [eventDefinition()] });

/** Latest body of an entity in the log. */
async function shown<T>(id: string): Promise<T | null | undefined> {
  const { revisions } = await collectLogState(db);
  return revisions.find((revision) => revision.id === id)?.body as T | null | undefined;
}
const claim = () => shown<CalendarEventBody>(CLAIM_ID);
/** All rows that an apply can write; equal before and after when it wrote nothing. */
const everything = async () =>
  JSON.stringify(
    await db.query(
      `SELECT (SELECT jsonb_agg(to_jsonb(d) ORDER BY d.id) FROM drops AS d) AS drops,
              (SELECT jsonb_agg(to_jsonb(e) ORDER BY e.id) FROM calendar_events AS e) AS events,
              (SELECT jsonb_agg(to_jsonb(r) ORDER BY r.seq) FROM revisions AS r) AS revisions,
              (SELECT to_jsonb(h) FROM log_head AS h) AS head`,
    ),
  );
const causes = async (afterSeq: number) =>
  (await db.query<{ cause: string }>('SELECT cause FROM revisions WHERE seq > $1 ORDER BY seq', [afterSeq])).map(
    ({ cause }) => cause,
  );

describe('applying a catalogue', () => {
  it('appends definitions, then drops, then their events, and reports the new ones', async () => {
    expect(await apply([linea(), scroll])).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
      archived: 0,
      revisions: 6,
      changes: ['linea', 'scroll'].map((id) => ({ id, kind: 'created', diff: [] })),
    });
    expect((await readRevisions(db, 0, 9, 9)).map(({ entity }) => entity)).toEqual([
      'definition',
      'definition',
      'drop',
      'drop',
      'calendar_event',
      'calendar_event',
    ]);
    expect(await shown<DropBody>('linea')).toMatchObject({ name: 'Linea', status: 'upcoming' });
    expect(await claim()).toMatchObject({ drop: 'linea', drop_name: 'Linea', sequence: 0, status: 'confirmed' });
  });

  // Every deploy applies the same files, so clients must not see changes.
  it('writes nothing the second time', async () => {
    await apply([linea(), scroll]);
    const before = await everything();
    expect(await apply([scroll, linea()])).toMatchObject({ unchanged: 2, revisions: 0, changes: [] });
    expect(await everything()).toBe(before);
  });

  it('appends a visible change, and reports the changed members', async () => {
    await apply([linea(), scroll]);
    const report = await apply([linea({ name: 'Linea Voyage', links: { site: 'https://linea.build' } }), scroll]);
    expect(report).toMatchObject({ updated: 1, unchanged: 1, revisions: 3 });
    expect(report.changes).toEqual([
      {
        id: 'linea',
        kind: 'updated',
        diff: [
          { path: 'name', from: 'Linea', to: 'Linea Voyage' },
          { path: 'links.site', from: undefined, to: 'https://linea.build' },
        ],
      },
    ]);
    // The event contains the name of its drop.
    expect(await claim()).toMatchObject({ drop_name: 'Linea Voyage', sequence: 0 });
  });

  it('appends only a definition when the change is visible in the explanation alone', async () => {
    await apply([linea()]);
    expect(await apply([linea({ notes: 'asked the team' })])).toMatchObject({ updated: 1, revisions: 1 });
    expect((await readRevisions(db, 3, 9, 9))[0]).toMatchObject({
      entity: 'definition',
      id: 'linea',
      body: { origin: 'catalogue', definition: { notes: 'asked the team' } },
    });
    expect(await apply([linea({ notes: 'asked the team' })])).toMatchObject({ unchanged: 1 });
  });

  it('rejects duplicate definitions', async () => {
    const again = { events: [eventDefinition(), eventDefinition({ title: 'Again' })] };
    await expect(apply([scroll, scroll])).rejects.toBeInstanceOf(DuplicateDefinitionError);
    await expect(apply([linea(again)])).rejects.toMatchObject({ dropId: 'linea', eventKey: 'claim-1' });
  });
});

describe('an event', () => {
  const moved = { startsAt: '2026-10-01T13:00:00.000Z' };
  it('keeps its id when it moves, and counts the moves', async () => {
    await apply([linea()]);
    const report = await apply([linea({ events: [eventDefinition(moved)] })]);
    // Of its definition, of its event, and of the drop, whose claim and launch move with it.
    expect(report).toMatchObject({ updated: 1, revisions: 3 });
    expect(report.changes[0]?.diff).toEqual([
      { path: 'events.claim-1.startsAt', from: '2026-09-10T13:00:00.000Z', to: '2026-10-01T13:00:00.000Z' },
    ]);
    expect(await claim()).toMatchObject({ starts_at: moved.startsAt, sequence: 1 });
    await apply([linea({ events: [eventDefinition({ ...moved, endsAt: null })] })]);
    await apply([linea({ events: [eventDefinition({ ...moved, endsAt: null, title: 'Claim' })] })]);
    expect(await claim()).toMatchObject({ ends_at: null, title: 'Claim', sequence: 2 });
  });

  it('counts changes of its status and precision as well', async () => {
    await apply([linea({ events: [eventDefinition({ status: 'tentative' })] })]);
    await apply([linea({ events: [eventDefinition({ status: 'confirmed' })] })]);
    expect(await claim()).toMatchObject({ status: 'confirmed', sequence: 1 });
    await apply([linea({ events: [eventDefinition({ status: 'confirmed', precision: 'hour' })] })]);
    expect(await claim()).toMatchObject({ precision: 'hour', sequence: 2 });
  });

  // Calendars of subscribers contain it, so it must not just disappear.
  it('is cancelled when it is removed from its file, and can be restored', async () => {
    await apply([linea()]);
    await apply([linea({ events: [] })]);
    expect(await claim()).toMatchObject({ status: 'cancelled', sequence: 1 });
    expect(await apply([linea({ events: [] })])).toMatchObject({ revisions: 0 });
    await apply([linea({ events: [eventDefinition(moved)] })]);
    expect(await claim()).toMatchObject({ status: 'confirmed', sequence: 2 });
  });

  it('occurs by the clock alone, without a change of the catalogue', async () => {
    await apply([linea()]);
    const report = await apply([linea()], { nowMs: Date.parse('2026-09-10T13:00:00Z') });
    expect(report).toMatchObject({ unchanged: 1, revisions: 2 });
    expect([await shown<DropBody>('linea'), await claim()]).toMatchObject([{ status: 'live' }, { status: 'occurred' }]);
    expect(await causes(3)).toEqual(['calendar', 'calendar']);
  });

  // A worker that was down for a day appends the same revisions as one that was running.
  it('is appended date by date, in order, after a delay', async () => {
    const token = eventDefinition({ key: 'tge-1', type: 'tge', startsAt: '2026-09-11T00:00:00.000Z', endsAt: null });
    const drop = linea({ events: [token, eventDefinition()] });
    await apply([drop]);
    const late = { nowMs: Date.parse('2026-09-20T00:00:00Z') };
    expect(await apply([drop], late)).toMatchObject({ unchanged: 1, revisions: 4 });
    const statuses = (await readRevisions(db, 4, 9, 9)).map(
      ({ body }) => (body as DropBody | CalendarEventBody).status,
    );
    expect(statuses).toEqual(['occurred', 'live', 'occurred', 'tge']);
    expect(await apply([drop], late)).toMatchObject({ unchanged: 1, revisions: 0 });
  });

  it('is corrected together with its drop when it did not occur after all', async () => {
    const nowMs = Date.parse('2026-09-11T00:00:00Z');
    await apply([linea()], { nowMs });
    await apply([linea({ events: [eventDefinition(moved)] })], { nowMs });
    expect([await shown<DropBody>('linea'), await claim()]).toMatchObject([
      { status: 'upcoming' },
      { status: 'confirmed' },
    ]);
    expect(await causes(3)).toEqual(['catalogue', 'correction', 'correction']);
  });
});

describe('drops that are missing from the files', () => {
  it('are kept without prune', async () => {
    await apply([linea(), scroll]);
    expect(await apply([scroll])).toMatchObject({ archived: 0, unchanged: 1, revisions: 0 });
  });

  it('are archived with their events with prune, and are visible again when they return', async () => {
    await apply([linea(), scroll]);
    const before = [await shown('linea'), await claim()];
    expect(await apply([scroll], { prune: true })).toMatchObject({
      archived: 1,
      unchanged: 1,
      revisions: 3,
      changes: [{ id: 'linea', kind: 'archived', diff: [] }],
    });
    expect([await shown('linea'), await claim()]).toEqual([null, null]);
    expect(await apply([scroll], { prune: true })).toMatchObject({ archived: 0, revisions: 0 });

    expect(await apply([linea(), scroll], { prune: true })).toMatchObject({
      updated: 1,
      revisions: 3,
      changes: [{ id: 'linea', kind: 'restored', diff: [] }],
    });
    expect([await shown('linea'), await claim()]).toEqual(before);
    expect(await apply([linea(), scroll], { prune: true })).toMatchObject({ unchanged: 2, revisions: 0 });
    expect(await apply([scroll], { prune: true })).toMatchObject({ archived: 1, revisions: 3 });
  });

  it('are neither changed nor taken over when they have another origin', async () => {
    await apply([linea()]);
    expect(await apply([scroll], { origin: 'mine', prune: true })).toMatchObject({ created: 1, archived: 0 });
    const before = await everything();
    await expect(apply([scroll, linea()], { origin: 'mine' })).rejects.toBeInstanceOf(ForeignDropError);
    expect(await everything()).toBe(before);
  });

  // Lists and explanations recognize a sample drop by its id.
  it('have an id of a sample drop exactly if they are sample drops', async () => {
    const made = dropDefinition({ id: 'sample-drop' });
    await expect(apply([made])).rejects.toBeInstanceOf(ReservedDropIdError);
    await expect(apply([scroll], { origin: 'sample' })).rejects.toBeInstanceOf(ReservedDropIdError);
    expect(await apply([made], { origin: 'sample' })).toMatchObject({ created: 1 });
  });
});

describe('all or nothing', () => {
  it('reports the same in a dry run, and writes nothing', async () => {
    await apply([linea(), scroll]);
    const before = await everything();
    const next = [linea({ name: 'Linea 2', events: [] }), dropDefinition({ id: 'new' })];
    const foretold = await apply(next, { prune: true, dryRun: true });
    expect(await everything()).toBe(before);
    expect(await apply(next, { prune: true })).toEqual(foretold);
  });

  // The database rejects a window that ends before it begins, after everything else was written.
  it.each([false, true])('writes no drop when one is rejected (dry run: %p)', async (dryRun) => {
    await apply([scroll]);
    const before = await everything();
    const backwards = eventDefinition({ endsAt: '2026-01-01T00:00:00.000Z' });
    await expect(
      apply([linea(), dropDefinition({ id: 'bad', events: [backwards] })], { dryRun }),
    ).rejects.toMatchObject({ name: 'DatabaseRejectedError', code: '23514' });
    expect(await everything()).toBe(before);
  });

  it('runs concurrent applies one after the other', async () => {
    const definitions = Array.from({ length: 200 }, (_, n) => linea({ id: `drop-${n}` }));
    const reports = await Promise.all([apply(definitions), apply(definitions), apply(definitions)]);
    expect(reports.map(({ created }) => created).sort((a, b) => a - b)).toEqual([0, 0, 200]);
    expect(reports.reduce((sum, { revisions }) => sum + revisions, 0)).toBe(600);
    expect((await collectLogState(db)).seq).toBe(600);
  });
});

describe('text of a definition', () => {
  it.each([
    ['quotes and SQL', `O'Drop "x"'); DROP TABLE drops; --`],
    ['backslashes, as of an escape', String.raw`\u0000 \n \\ \' $1 %s`],
    ['lines, tabs and U+2028', 'one\r\ntwo\t\u2028three\u0001'],
    ['other scripts, emoji and marks of direction', '空投 airdrop 👩‍🚀 \u202Eإسقاط\u202C \uFFFF'],
    ['two spellings of one letter, as written', '\u00E9 e\u0301'],
    ['a lot', 'x'.repeat(100_000)],
  ])('is stored and returned unchanged: %s', async (_, text) => {
    const odd = linea({ name: text, links: { [text]: text }, notes: text, events: [eventDefinition({ title: text })] });
    await apply([odd]);
    expect(await shown<DropBody>('linea')).toMatchObject({ name: text });
    expect(await claim()).toMatchObject({ title: text, drop_name: text });
    expect(await apply([odd])).toMatchObject({ unchanged: 1, revisions: 0 });
  });

  it('may be the name of an inherited member of objects', async () => {
    const links: Record<string, string> = JSON.parse('{"__proto__":"a","constructor":"b"}');
    await apply([linea()]);
    const keys = ['constructor', '__proto__', 'toString'].map((key) => eventDefinition({ key }));
    expect(await apply([linea({ links, events: keys })])).toMatchObject({ updated: 1, revisions: 5 });
    expect(await apply([linea({ links, events: keys })])).toMatchObject({ unchanged: 1, revisions: 0 });
  });

  // PostgreSQL cannot store such text, and other parsers would reject JSON that contains it.
  it.each([
    ['a NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\uD800b'],
  ])('is rejected when PostgreSQL cannot store it: %s', async (_, text) => {
    const before = await everything();
    await expect(apply([scroll, linea({ notes: text })])).rejects.toMatchObject({ name: 'DatabaseRejectedError' });
    expect(await everything()).toBe(before);
  });
});

// The service is designed for 10 000 drops (docs/decisions/0003).
it('applies a large catalogue at once', async () => {
  const definitions = Array.from({ length: 2_000 }, (_, n) => linea({ id: `drop-${n}` }));
  expect(await apply(definitions)).toMatchObject({ created: 2_000, revisions: 6_000 });
  expect(await apply(definitions)).toMatchObject({ unchanged: 2_000, revisions: 0 });
});
