import { Board, CheckFailure, CheckSkipped } from './board';

// Whoever reads only the exit code must not take a failure, or nothing at all, for a success.
describe('a board of checks', () => {
  const silent = () => undefined;
  const fail = async (error: Error): Promise<string> => {
    throw error;
  };

  it('is well only when something was checked and nothing failed', async () => {
    const board = new Board(silent);
    expect(board.isWell).toBe(false);
    await board.check('a', async () => 'fine');
    await board.check('b', () => fail(new CheckSkipped('no browser here')));
    expect(board.isWell).toBe(true);
    await board.check('c', () => fail(new CheckFailure('broken')));
    expect(board.isWell).toBe(false);
    expect(board.verdict()).toMatch(
      /ok .*fine[^]*skipped .*no browser here[^]*FAILED .*broken[^]*1 ok, 1 failed, 1 skipped$/,
    );
  });

  it('takes a check that crashes for one that failed', async () => {
    const board = new Board(silent);
    await board.check('a', () => fail(new TypeError('not a function')));
    expect(board.outcomes).toMatchObject([{ state: 'FAILED', detail: expect.stringContaining('not a function') }]);
  });

  it('makes as many checks at once as it may, and all of them', async () => {
    const board = new Board(silent, 2);
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return '';
    };
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((what) => board.check(what, work)));
    expect([most, board.outcomes.length]).toEqual([2, 5]);
  });
});
