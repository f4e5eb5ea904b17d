import { nearestToMean } from './typical-answer';

describe('nearestToMean', () => {
  // The bytes of all answers count, so one long answer among short ones must pull.
  it('takes the answer of the mean length, not of the middle one', () => {
    const answers = [1, 1, 1, 40, 100].map((length) => ({ body: 'x'.repeat(length) }));
    expect(nearestToMean(answers).body).toHaveLength(40);
  });
});
