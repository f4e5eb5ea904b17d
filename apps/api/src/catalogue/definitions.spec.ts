import type { DefinitionBody, Revision } from '@droptrack/catalogue';
import { dropDefinition } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import type { Sql } from '@droptrack/persistence';
import type { CurrentView } from './current-view';
import { CachedDefinitions, Definitions } from './definitions';

const IDS = ['a', 'b', 'c'];
const revision = (seq: number, id: string, kind: 'declared' | 'archived' | 'drop'): Revision => ({
  seq,
  recordedAtMs: seq,
  entity: kind === 'drop' ? 'drop' : 'definition',
  id,
  body: kind === 'declared' ? { origin: 'catalogue', definition: dropDefinition({ id, name: `${id} ${seq}` }) } : null,
});

/** Last revision of a drop's definition up to a sequence number; null without one. */
const latest = (log: readonly Revision[], id: string, seq: number) =>
  log.findLast((each) => each.entity === 'definition' && each.id === id && each.seq <= seq) ?? null;

const anyLog = fc
  .array(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom('declared', 'declared', 'archived', 'drop')), {
    maxLength: 30,
  })
  .map((entries) => entries.map(([id, kind], n) => revision(n + 1, id, kind)));
/** A step: the log grows by some revisions, or a definition is read as of some revisions ago. */
const anyStep = fc.oneof(
  fc.record({ append: fc.integer({ min: 1, max: 4 }) }),
  // The log can grow while a read is in flight.
  fc.record({ id: fc.constantFrom(...IDS), behind: fc.nat(12), duringRead: fc.nat(3) }),
);

it('returns the definition in the log as of a view, or undefined, for any revisions appended during a read', () => {
  fc.assert(
    fc.property(anyLog, fc.nat(10), fc.array(anyStep, { maxLength: 60 }), (log, start, steps) => {
      const cached = new CachedDefinitions(2);
      let seq = Math.min(start, log.length); // Earlier revisions are not appended to the cache.
      const first = seq;
      const follow = (by: number) => {
        cached.appended(log.slice(seq, seq + by));
        seq = Math.min(seq + by, log.length);
      };
      for (const step of steps) {
        if ('append' in step) {
          follow(step.append);
          continue;
        }
        const viewSeq = Math.max(first, seq - step.behind);
        const expected = latest(log, step.id, viewSeq);
        const known = cached.find(step.id, viewSeq);
        if (known !== undefined) expect(known).toBe(expected === null ? null : expected.body);
        follow(step.duringRead);
        if (known === undefined && expected !== null) cached.add(expected);
      }
    }),
  );
});

it('keeps a cached drop current, however often it changes', () => {
  const cached = new CachedDefinitions();
  cached.add(revision(1, 'a', 'declared'));
  for (let seq = 2; seq < 20; seq += 1) {
    cached.appended([revision(seq, 'a', 'declared'), revision(seq, 'b', 'declared')]);
    expect((cached.find('a', seq) as DefinitionBody).definition.name).toBe(`a ${seq}`);
    expect((cached.find('a', seq - 1) as DefinitionBody).definition.name).toBe(`a ${seq - 1}`);
  }
  expect(cached.find('b', 19)).toBeUndefined();
});

it('evicts the least recently requested drop', () => {
  const cached = new CachedDefinitions(2);
  for (const [n, id] of IDS.entries()) cached.add(revision(n + 1, id, 'declared'));
  expect(IDS.map((id) => cached.find(id, 9) !== undefined)).toEqual([false, true, true]);
});

describe('definitions of many drops', () => {
  const current = { view: { seq: 9 }, asOfMs: 9 } as CurrentView;
  const log = IDS.map((id, n) => revision(n + 1, id, 'declared'));
  const nameOf = (body: DefinitionBody) => body.definition.name;

  /** Database that contains the log, and counts the statements. */
  function database(): { readonly sql: Sql; readonly asked: (readonly string[])[] } {
    const asked: (readonly string[])[] = [];
    const query = (_: string, [, ids]: unknown[]) => {
      const wanted = [ids].flat() as string[];
      asked.push(wanted);
      const found = log.filter(({ id }) => wanted.includes(id)).reverse();
      return Promise.resolve(
        found.map(({ recordedAtMs, ...row }) => ({ ...row, recorded_at_ms: String(recordedAtMs) })),
      );
    };
    return { sql: { query } as unknown as Sql, asked };
  }

  it('are read in one statement, in the order of the request, without those in the cache or in flight', async () => {
    const { sql, asked } = database();
    const definitions = new Definitions(sql, new CachedDefinitions());
    const single = definitions.of('b', current);
    const [first, second] = [definitions.ofAll(['c', 'b', 'a'], current), definitions.ofAll(['a', 'c'], current)];
    expect((await first).map(nameOf)).toEqual(['c 3', 'b 2', 'a 1']);
    expect((await second).map(nameOf)).toEqual(['a 1', 'c 3']);
    expect(nameOf(await single)).toBe('b 2');
    expect(asked).toEqual([['b'], ['c', 'a']]);
    // Cached from now on.
    expect(definitions.ofAll(IDS, current)).not.toBeInstanceOf(Promise);
    expect(asked).toHaveLength(2);
  });

  it('fail together if one of them is not in the log', async () => {
    const definitions = new Definitions(database().sql, new CachedDefinitions());
    await expect(definitions.ofAll(['a', 'nope'], current)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await definitions.ofAll(['a'], current)).map(nameOf)).toEqual(['a 1']);
  });
});
