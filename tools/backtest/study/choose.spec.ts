import { type Choice, nearBest, splitOf, type Trial } from './choose';
import { panelOf } from '../testing';

const trialOf = (...means: readonly (readonly [mean: number, error: number])[]): Trial => ({
  set: { title: 'All', target: 'mentions', panel: panelOf([], 1) },
  days: [],
  intervals: means.map(([mean, error]) => ({ mean, error, low: mean, high: mean })),
});

describe('splitOf', () => {
  // The outcome of a day is the week after it: the first week of the second half would be known in the first.
  it('holds out the second half without the week that outcomes of the first half are about', () => {
    const days = Array.from({ length: 40 }, (_, day) => 100 + day);
    const { chosenOn, heldOut } = splitOf(days);
    expect([chosenOn[0], chosenOn.at(-1)]).toEqual([100, 119]);
    expect([heldOut[0], heldOut.at(-1)]).toEqual([127, 139]);
  });
});

describe('nearBest', () => {
  it('takes the constants within one standard error of the best, by the days of the choice alone', () => {
    const choice: Choice = {
      constants: [3, 7, 14, 28],
      chosenOn: trialOf([0.5, 0.01], [0.52, 0.02], [0.505, 0.5], [0.49, 0.5]),
      unseen: [trialOf([0, 0], [0, 0], [0, 0], [9, 0])],
    };
    expect(nearBest(choice)).toEqual([3, 7, 14]);
  });
});
