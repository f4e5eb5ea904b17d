import { Answer } from './answer';
import { AnswerCache } from './answer-cache';

const LIVE = { isLate: false };
const LATE = { isLate: true };
const [query, tables] = [{}, [{}, {}] as const];

/** A cache that has been asked these before, and how often an answer had to be made since. */
function counted(queries: readonly object[] = [query]) {
  const cache = new AnswerCache<object, object>();
  for (const each of queries) cache.get(LIVE, {}, each, () => new Answer('{}', false));
  const make = jest.fn(() => new Answer('{}', false));
  const ask = (seen: { isLate: boolean }, source: object, of = query, day?: string) =>
    cache.get(seen, source, of, make, day);
  return { ask, made: () => make.mock.calls.length };
}

describe('AnswerCache', () => {
  it('makes an answer once for as long as its source stays', () => {
    const { ask, made } = counted();
    expect(ask(LIVE, tables[0])).toBe(ask(LIVE, tables[0]));
    expect(made()).toBe(1);
    ask(LIVE, tables[1]);
    ask(LIVE, tables[0]);
    expect(made()).toBe(3);
  });

  // Otherwise one key of the plan free would make every answer of the others anew.
  it('keeps the answers of both views while they ask in turn', () => {
    const { ask, made } = counted();
    for (let n = 0; n < 20; n += 1) ask(n % 2 === 0 ? LIVE : LATE, tables[n % 2 === 0 ? 1 : 0]);
    expect(made()).toBe(2);
  });

  // A shared answer would be rendered anew each time that the other view asks at its own instant.
  it('makes an answer for each view also where both show the same', () => {
    const { ask } = counted();
    expect(ask(LIVE, tables[0])).not.toBe(ask(LATE, tables[0]));
  });

  it('forgets what was answered on another day', () => {
    const { ask, made } = counted();
    ask(LIVE, tables[0], query, '2026-08-22');
    ask(LIVE, tables[0], query, '2026-08-23');
    ask(LATE, tables[0], query, '2026-08-22');
    ask(LIVE, tables[0], query, '2026-08-23');
    expect(made()).toBe(3);
  });

  // A client that never asks the same twice would else push out what all others ask.
  it('keeps an answer from the second time on that it is asked for', () => {
    const [{ ask, made }, strange] = [counted(), {}];
    for (let n = 0; n < 4; n += 1) ask(LIVE, tables[0], strange);
    expect(made()).toBe(2);
  });

  it('keeps a bounded number of answers, those asked for last', () => {
    const queries = Array.from({ length: 1_500 }, () => ({}));
    const { ask, made } = counted(queries);
    for (const each of queries) ask(LIVE, tables[0], each);
    ask(LIVE, tables[0], queries.at(-1));
    expect(made()).toBe(1_500);
    ask(LIVE, tables[0], queries[0]);
    expect(made()).toBe(1_501);
  });
});
