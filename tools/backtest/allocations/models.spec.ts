import { type AllocationList, ratiosOf } from './lists';
import { MODELS, pooledWithout, scoreModels } from './models';

const listOf = (name: string, ...amounts: number[]): AllocationList => ({
  name,
  ratios: ratiosOf(amounts.map((amount, index) => [`0x${index}`, amount] as const)),
  isWhole: true,
});
const EQUAL = listOf('equal', 5, 5, 5, 5);
const WIDE = listOf('wide', ...Array<number>(19).fill(1), 21);
const scoreOf = (name: string, list: AllocationList, pool: readonly AllocationList[]) =>
  scoreModels([list], pool).find((score) => score.name === name)!;

describe('ratiosOf', () => {
  it('are relative to the mean, ascending, without 0, with the rows of a wallet added up', () => {
    const rows = [['0xA', 3], ['0xb', 0], ['0xc', 1], ['0xa', 2]] as const; // prettier-ignore
    expect(ratiosOf(rows)).toEqual([1 / 3, 5 / 3]);
  });
});

describe('pooledWithout', () => {
  it('has the quantiles of the other lists, each with the same weight', () => {
    expect(pooledWithout([EQUAL, WIDE])(WIDE)).toEqual([1, 1, 1]);
    expect(pooledWithout([EQUAL, WIDE])(EQUAL)).toEqual([0.5, 0.5, 0.5]);
    expect(pooledWithout([EQUAL, WIDE, listOf('two', 1, 3)])(EQUAL)).toEqual([0.5, 0.5, 1.5]);
  });
});

describe('scoreModels', () => {
  it('covers a list of equal amounts by any range around its mean', () => {
    expect(scoreOf('flat', EQUAL, [EQUAL, WIDE]).coverage).toBe(1);
    expect(scoreOf('pooled', EQUAL, [EQUAL, WIDE]).coverage).toBe(0);
  });

  it('has no loss for known quantiles of equal amounts, and more for those of other lists', () => {
    expect(scoreOf('known quantiles', EQUAL, [EQUAL, WIDE]).pinball).toEqual([0, 0, 0]);
    const { pinball } = scoreOf('pooled', EQUAL, [EQUAL, WIDE]);
    expect(pinball.map((loss) => loss / Math.LN2).map((loss) => Math.round(loss * 10) / 10)).toEqual([0.1, 0.5, 0.9]);
  });

  it('limits the pooled quantiles to the least and the greatest amount', () => {
    expect(scoreOf('pooled, at least min', EQUAL, [EQUAL, WIDE])).toMatchObject({ coverage: 1, pinball: [0, 0, 0] });
    const narrow = listOf('narrow', 1, 1.1);
    expect(scoreOf('pooled, within min and max', narrow, [narrow, WIDE]).coverage).toBe(0.5);
  });

  it('scores every model of the page', () => {
    expect(scoreModels([EQUAL], [EQUAL, WIDE]).map(({ name }) => name)).toEqual(MODELS.map(({ name }) => name));
  });
});
