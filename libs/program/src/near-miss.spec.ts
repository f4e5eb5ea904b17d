import * as fc from 'fast-check';
import { nearMiss } from './near-miss';

const KNOWN = ['name', 'chain', 'snapshot', 'starts_at', 'notes'];

describe('nearMiss', () => {
  it.each([
    ['chian', 'chain'],
    ['snapshots', 'snapshot'],
    ['startsAt', 'starts_at'],
    ['nam', 'name'],
    ['Notes', 'notes'],
  ])('suggests for %s the word %s', (written, meant) => {
    expect(nearMiss(written, KNOWN)).toBe(meant);
  });

  it.each(['price', 'x', 'distribution'])('suggests nothing for %s', (written) => {
    expect(nearMiss(written, KNOWN)).toBeNull();
  });

  it('skips a word that is longer than any key', () => {
    expect(nearMiss('n'.repeat(100_000), KNOWN)).toBeNull();
  });

  it('finds a word with one letter missing, added or changed', () => {
    const slip = fc.record({ at: fc.nat(7), letter: fc.constantFrom('x', 'q', ''), skip: fc.constantFrom(0, 1) });
    fc.assert(
      fc.property(slip, ({ at, letter, skip }) => {
        const written = `${'snapshot'.slice(0, at)}${letter}${'snapshot'.slice(at + skip)}`;
        expect(nearMiss(written, KNOWN)).toBe('snapshot');
      }),
    );
  });
});
