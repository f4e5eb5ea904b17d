import { HISTORY_DISTANCE, HISTORY_STEP, isNewHistory, isNextSeq } from './history';

const LATER = 17_000 * HISTORY_STEP + 1;

describe('numbers of the log', () => {
  it.each([
    ['the next one', 7, 8, true],
    ['the first of a history', 7, LATER, true],
    ['the first of a history right after another', LATER, LATER + (HISTORY_DISTANCE + 1) * HISTORY_STEP, true],
    ['one after a gap', 7, 9, false],
    ['one after a gap that looks like the first of a history', HISTORY_STEP - 10, HISTORY_STEP + 1, false],
    ['one after the first of a history', 7, LATER + 1, false],
    ['the same one', 7, 7, false],
    ['an earlier one', LATER, 1, false],
  ])('are followed by %s: %p to %p is %p', (_, previous, seq, isNext) => {
    expect(isNextSeq(seq, previous)).toBe(isNext);
  });

  it('grow within a history without beginning another one', () => {
    expect(isNewHistory(LATER, LATER + HISTORY_STEP)).toBe(false);
  });
});
