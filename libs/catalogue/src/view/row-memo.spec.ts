import { RowMemo } from './row-memo';

const rowsOf = (count: number): readonly number[] => new Array<number>(count).fill(0);

describe('RowMemo', () => {
  it('builds a list once', () => {
    const memo = new RowMemo<number>();
    const build = jest.fn(() => rowsOf(3));
    expect(memo.get('a', build)).toBe(memo.get('a', build));
    expect(build).toHaveBeenCalledTimes(1);
  });

  // Filters come from clients: a list kept for each of them would be memory given away.
  it('gives up the list that was asked for longest ago when it holds 64', () => {
    const memo = new RowMemo<number>();
    const build = jest.fn(() => rowsOf(1));
    for (let n = 0; n < 63; n += 1) memo.get(`filter ${n}`, build);
    memo.get('filter 0', build);
    memo.get('one more', build);
    memo.get('one too many', build);
    build.mockClear();

    memo.get('filter 0', build);
    expect(build).not.toHaveBeenCalled();
    memo.get('filter 1', build);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('holds half a million rows at most', () => {
    const memo = new RowMemo<number>();
    const build = jest.fn(() => rowsOf(200_000));
    for (const key of ['a', 'b', 'c', 'b', 'c']) memo.get(key, build);
    expect(build).toHaveBeenCalledTimes(3);
    memo.get('a', build);
    expect(build).toHaveBeenCalledTimes(4);
  });

  it('gives a list beyond that without keeping it, nor giving up others for it', () => {
    const memo = new RowMemo<number>();
    const small = jest.fn(() => rowsOf(1));
    const large = jest.fn(() => rowsOf(500_001));
    memo.get('small', small);
    memo.get('large', large);
    memo.get('large', large);
    memo.get('small', small);
    expect([small.mock.calls.length, large.mock.calls.length]).toEqual([1, 2]);
  });
});
