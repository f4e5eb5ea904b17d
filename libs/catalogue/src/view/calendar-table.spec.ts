import { RowMemo } from './calendar-table';

const rowsOf = (count: number): readonly number[] => new Array<number>(count).fill(0);

describe('RowMemo', () => {
  it('builds a list once', () => {
    const memo = new RowMemo<number>();
    const build = jest.fn(() => rowsOf(3));
    expect(memo.get('a', build)).toBe(memo.get('a', build));
    expect(build).toHaveBeenCalledTimes(1);
  });

  // Clients choose the filters, so an unbounded cache could exhaust the memory.
  it('evicts the least recently used of 64 lists', () => {
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

  it('holds at most 500 000 rows', () => {
    const memo = new RowMemo<number>();
    const build = jest.fn(() => rowsOf(200_000));
    for (const key of ['a', 'b', 'c', 'b', 'c']) memo.get(key, build);
    expect(build).toHaveBeenCalledTimes(3);
    memo.get('a', build);
    expect(build).toHaveBeenCalledTimes(4);
  });

  it('returns a larger list without caching it and without an eviction', () => {
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
