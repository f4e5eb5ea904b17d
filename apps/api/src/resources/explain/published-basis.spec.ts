import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { exampleDrop } from '../hype/hype.example';
import { publishedBasis } from './explain.presenter';
import { AT_MS, both, exampleList } from './testing';

describe('publishedBasis', () => {
  const legit = { team: { score: 0.99, url: null, checkedAt: '2026-01-01' } };
  const stated = { origin: 'catalogue', definition: dropDefinition({ legit }) };
  const staleFromMs = Date.UTC(2026, 5, 30) + 1;

  // Evidence expires at midnight, and the drop is recomputed some seconds later.
  it('selects the instant at which the published drop was derived', () => {
    const { drop } = both(stated.definition, null, staleFromMs - 1);
    const now = { atMs: staleFromMs, list: null };
    const then = { atMs: staleFromMs - 1, list: null };
    expect(publishedBasis(drop, stated, [now, then])).toBe(then);
    expect(publishedBasis(both(stated.definition, null, staleFromMs).drop, stated, [now, then])).toBe(now);
  });

  it('skips a list with which the published drop was not derived yet', () => {
    const definition = dropDefinition({ value: { ...dropDefinition().value, fdvUsd: fact([1e9, 1e9] as const), supplyShare: fact([0.1, 0.1] as const) } }); // prettier-ignore
    const withList = { atMs: AT_MS, list: exampleList() };
    const without = { atMs: AT_MS, list: null };
    const body = { origin: 'catalogue', definition };
    expect(publishedBasis(both(definition).drop, body, [withList, without])).toBe(without);
    expect(publishedBasis(both(definition, exampleList()).drop, body, [withList, without])).toBe(withList);
  });

  it('skips a list with which the figures cannot be derived', () => {
    const huge = [1e308, 1e308] as const;
    const { value } = dropDefinition();
    const definition = dropDefinition({ value: { ...value, fdvUsd: fact(huge), supplyShare: fact([1, 1] as const) } });
    const list = exampleList({ wallets: 1, spread: { median: 1e6, mean: 1, q10: 1, q90: 1e12 } });
    expect(() => both(definition, list)).toThrow('exceeds the range of numbers');
    const without = { atMs: AT_MS, list: null };
    const body = { origin: 'catalogue', definition };
    expect(publishedBasis(both(definition).drop, body, [{ atMs: AT_MS, list }, without])).toBe(without);
  });

  it('falls back to the first candidate if none matches', () => {
    const first = { atMs: AT_MS, list: null };
    expect(publishedBasis(exampleDrop(), stated, [first, { atMs: 0, list: null }])).toBe(first);
  });
});
