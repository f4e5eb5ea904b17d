import * as fc from 'fast-check';
import { type DifficultyInput, InvalidInputError, rateDifficulty, RULESETS } from '../index';

const NOTHING: DifficultyInput = {
  minutes: 0,
  capitalUsd: 0,
  tasks: 0,
  identity: false,
  recurring: false,
  technical: false,
};
const UNKNOWN: DifficultyInput = {
  minutes: null,
  capitalUsd: null,
  tasks: null,
  identity: null,
  recurring: null,
  technical: null,
};
const difficulty = (over: Partial<DifficultyInput>) => rateDifficulty({ ...NOTHING, ...over }).score;

describe('rateDifficulty', () => {
  it('is 0 without any requirement', () => expect(difficulty({})).toBe(0));

  it.each<[Partial<DifficultyInput>, number]>([
    [{ minutes: 1_200 }, 30],
    [{ minutes: 1e9 }, 30],
    [{ minutes: 90 }, 19],
    [{ capitalUsd: 10_000 }, 25],
    [{ capitalUsd: 100 }, 13],
    [{ tasks: 20 }, 15],
    [{ tasks: 10 }, 8],
    [{ identity: true }, 15],
    [{ recurring: true }, 10],
    [{ technical: true }, 5],
  ])('rates %p alone as %p', (over, score) => expect(difficulty(over)).toBe(score));

  it('is null while no input is known, in every ruleset', () => {
    for (const ruleset of RULESETS) {
      const { score, knownShare, parts } = rateDifficulty(UNKNOWN, ruleset);
      expect([score, knownShare]).toEqual([null, 0]);
      expect(parts.some(({ known }) => known)).toBe(false);
    }
  });

  it('counts half of an unknown input beside a known one, and reports it as unknown', () => {
    expect(difficulty({ identity: null })).toBe(8);
    const { score, knownShare, parts } = rateDifficulty({ ...UNKNOWN, tasks: 20 });
    expect([score, knownShare]).toEqual([58, 0.15]);
    expect(parts.filter(({ known }) => known).map(({ id }) => id)).toEqual(['tasks']);
  });

  it('has a known share of at most 1', () => expect(rateDifficulty(NOTHING).knownShare).toBe(1));

  it('is an integer from 0 to 100 that rises with every amount', () => {
    const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
    const input = fc.record({
      minutes: fc.option(amount),
      capitalUsd: fc.option(amount),
      tasks: fc.option(amount),
      identity: fc.option(fc.boolean()),
      recurring: fc.option(fc.boolean()),
      technical: fc.option(fc.boolean()),
    });
    const which = fc.constantFrom('minutes' as const, 'capitalUsd' as const, 'tasks' as const);
    fc.assert(
      fc.property(input, which, amount, amount, (of, name, least, more) => {
        const lower = rateDifficulty({ ...of, [name]: least }).score!;
        const higher = rateDifficulty({ ...of, [name]: least + more }).score!;
        expect(Number.isInteger(lower) && lower >= 0 && higher <= 100 && lower <= higher).toBe(true);
      }),
    );
  });

  it.each(['minutes', 'capitalUsd', 'tasks'] as const)('rejects %s that are not an amount', (name) => {
    for (const value of [NaN, Infinity, -1]) expect(() => difficulty({ [name]: value })).toThrow(InvalidInputError);
  });
});
