import type { DefinitionBody, Revision } from '@droptrack/catalogue';
import { dropDefinition } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import { RememberedDefinitions } from './remembered-definitions';

const IDS = ['a', 'b', 'c'];
const revision = (seq: number, id: string, kind: 'stated' | 'archived' | 'drop'): Revision => ({
  seq,
  recordedAtMs: seq,
  entity: kind === 'drop' ? 'drop' : 'definition',
  id,
  body: kind === 'stated' ? { origin: 'catalogue', definition: dropDefinition({ id, name: `${id} ${seq}` }) } : null,
});

/** What the log says of a drop as of a revision; null where it says nothing, or that it is archived. */
const latest = (log: readonly Revision[], id: string, seq: number) =>
  log.findLast((each) => each.entity === 'definition' && each.id === id && each.seq <= seq) ?? null;

const anyLog = fc
  .array(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom('stated', 'stated', 'archived', 'drop')), { maxLength: 30 })
  .map((entries) => entries.map(([id, kind], n) => revision(n + 1, id, kind)));
/** What happens: the log is followed by so many revisions, or a drop is asked about as of so many revisions ago. */
const anyStep = fc.oneof(
  fc.record({ append: fc.integer({ min: 1, max: 4 }) }),
  // A read takes its time: meanwhile the log is followed by some more.
  fc.record({ id: fc.constantFrom(...IDS), behind: fc.nat(12), meanwhile: fc.nat(3) }),
);

it('gives what the log says as of a view, or nothing, whatever is appended while the log is read', () => {
  fc.assert(
    fc.property(anyLog, fc.nat(10), fc.array(anyStep, { maxLength: 60 }), (log, start, steps) => {
      const remembered = new RememberedDefinitions(2);
      let seq = Math.min(start, log.length); // What was there before the process is not told.
      const first = seq;
      const follow = (by: number) => {
        remembered.appended(log.slice(seq, seq + by));
        seq = Math.min(seq + by, log.length);
      };
      for (const step of steps) {
        if ('append' in step) {
          follow(step.append);
          continue;
        }
        const viewSeq = Math.max(first, seq - step.behind);
        const said = latest(log, step.id, viewSeq);
        const known = remembered.find(step.id, viewSeq);
        if (known !== undefined) expect(known).toBe(said === null ? null : said.body);
        follow(step.meanwhile);
        if (known === undefined && said !== null) remembered.keep(said);
      }
    }),
  );
});

it('a drop that was read once is not read again, however often it changes', () => {
  const remembered = new RememberedDefinitions();
  remembered.keep(revision(1, 'a', 'stated'));
  for (let seq = 2; seq < 20; seq += 1) {
    remembered.appended([revision(seq, 'a', 'stated'), revision(seq, 'b', 'stated')]);
    expect((remembered.find('a', seq) as DefinitionBody).definition.name).toBe(`a ${seq}`);
    expect((remembered.find('a', seq - 1) as DefinitionBody).definition.name).toBe(`a ${seq - 1}`);
  }
  expect(remembered.find('b', 19)).toBeUndefined();
});

it('keeps a bounded number of drops, those that were asked about last', () => {
  const remembered = new RememberedDefinitions(2);
  for (const [n, id] of IDS.entries()) remembered.keep(revision(n + 1, id, 'stated'));
  expect(IDS.map((id) => remembered.find(id, 9) !== undefined)).toEqual([false, true, true]);
});
