import { CheckFailure, CheckRunner, CheckSkipped } from './check-runner';

// Scripts read only the exit code: a failure, or a run without a check, must not look like a success.
describe('CheckRunner', () => {
  const silent = () => undefined;
  const fail = async (error: Error): Promise<string> => {
    throw error;
  };

  it('passes only when at least one check ran and none failed', async () => {
    const runner = new CheckRunner(silent);
    expect(runner.isPassed).toBe(false);
    await runner.check('a', async () => 'fine');
    await runner.check('b', () => fail(new CheckSkipped('no browser here')));
    expect(runner.isPassed).toBe(true);
    await runner.check('c', () => fail(new CheckFailure('broken')));
    expect(runner.isPassed).toBe(false);
    expect(runner.summary()).toMatch(
      /ok .*fine[^]*skipped .*no browser here[^]*FAILED .*broken[^]*1 ok, 1 failed, 1 skipped$/,
    );
  });

  it('counts a check that crashes as failed', async () => {
    const runner = new CheckRunner(silent);
    await runner.check('a', () => fail(new TypeError('not a function')));
    expect(runner.outcomes).toMatchObject([{ state: 'FAILED', detail: expect.stringContaining('not a function') }]);
  });

  it('runs all checks, and no more than its concurrency at a time', async () => {
    const runner = new CheckRunner(silent, 2);
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return '';
    };
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((check) => runner.check(check, work)));
    expect([most, runner.outcomes.length]).toEqual([2, 5]);
  });
});
