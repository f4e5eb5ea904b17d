import { summaryOf } from './summary';
import { exampleDrop, unknownDrop } from './testing';

describe('the summary of a drop', () => {
  it('says what is given to whom, what it is worth, and when it can be claimed', () => {
    expect(summaryOf(exampleDrop())).toBe(
      'Linea is going to give 9.361B LINEA to 749,662 wallets on Linea; a typical wallet can expect about $87. Claims open on Sep 10, 2026.',
    );
  });

  // A forecast in the words of a payout would be a promise.
  it.each([
    ['realised', 'a typical wallet got $87.'],
    ['estimated', 'a typical wallet got an estimated $87.'],
    [null, 'a typical wallet can expect about $87.'],
  ] as const)('says what a value of basis %s is', (basis, words) => {
    expect(summaryOf(exampleDrop({ ev_usd: { p50: 87.04, p10: 7, p90: 1_000, basis } }))).toContain(words);
  });

  it.each([
    ['open', null, 'Claims are open, with no known end.'],
    ['open', '2026-12-09T00:00:00.000Z', 'Claims are open until Dec 9, 2026.'],
    ['expired', '2026-12-09T00:00:00.000Z', 'Claims closed on Dec 9, 2026.'],
  ] as const)('says that a window is %s until %s', (state, closes_at, words) => {
    expect(summaryOf(exampleDrop({ claim: { state, opens_at: null, closes_at } }))).toContain(words);
  });

  it('leaves out what is unknown', () => {
    expect(summaryOf(unknownDrop())).toBe('Linea is going to give tokens on Linea.');
  });

  it('cannot be reordered by a name', () => {
    expect(summaryOf(exampleDrop({ name: 'A\u202eB' }))).toContain('A B is going');
  });
});
