import { TaskLimit } from './task-limit';

/** Tasks that end on request. */
function manualTasks() {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const task = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name);
      ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
    });
  return { started, task, end: (name: string, error?: Error) => ends.get(name)!(error) };
}
const idle = () => new Promise((resolve) => setImmediate(resolve));
const LIMITS = { concurrentMax: 2, pendingMax: 4, waitMsMax: 100 };
const busy = () => new Error('busy');

describe('TaskLimit', () => {
  it('runs at most the maximum at a time, in order of arrival, also after a failure', async () => {
    const { started, task, end } = manualTasks();
    const limit = new TaskLimit(LIMITS, busy, () => 0);
    const results = ['a', 'b', 'c', 'd'].map((name) => limit.run(task(name)));
    expect(started).toEqual(['a', 'b']);
    end('b', new Error('failed'));
    await expect(results[1]).rejects.toThrow('failed');
    await idle();
    expect(started).toEqual(['a', 'b', 'c']);
    end('a');
    await idle();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    end('d');
    end('c');
    expect(await Promise.all([results[0], results[2], results[3]])).toEqual(['a', 'c', 'd']);
  });

  it('rejects a task while too many wait or run, and accepts the next one afterwards', async () => {
    const { task, end } = manualTasks();
    const limit = new TaskLimit(LIMITS, busy, () => 0);
    const first = limit.run(task('a'));
    for (const name of ['b', 'c', 'd']) void limit.run(task(name));
    await expect(limit.run(task('e'))).rejects.toThrow('busy');
    end('a');
    await first;
    const next = limit.run(task('e'));
    for (const name of ['b', 'c', 'd', 'e']) {
      await idle();
      end(name);
    }
    expect(await next).toBe('e');
  });

  it('runs all of many tasks, never more than its maximum at a time, also after failures', async () => {
    const limit = new TaskLimit({ ...LIMITS, pendingMax: 9 }, busy, () => 0);
    let [running, most] = [0, 0];
    const task = async (n: number): Promise<number> => {
      most = Math.max(most, ++running);
      await idle();
      running -= 1;
      if (n % 3 === 0) throw new Error(String(n));
      return n;
    };
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => limit.run(() => task(n))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(most).toBe(2);
    await expect(limit.run(() => task(1))).resolves.toBe(1);
  });

  it('rejects a task beyond those that may wait, and runs the others', async () => {
    const limit = new TaskLimit({ ...LIMITS, concurrentMax: 1, pendingMax: 2 }, busy, () => 0);
    const [first, second, third] = [1, 2, 3].map((n) => limit.run(() => Promise.resolve(n)));
    await expect(third).rejects.toThrow('busy');
    await expect(Promise.all([first, second])).resolves.toEqual([1, 2]);
    await expect(limit.run(() => Promise.resolve(4))).resolves.toBe(4);
  });

  // Its caller has given up, so its work would be wasted.
  it('rejects a task that waited too long, and runs the next one instead', async () => {
    let nowMs = 0;
    const { started, task, end } = manualTasks();
    const limit = new TaskLimit({ ...LIMITS, concurrentMax: 1 }, busy, () => nowMs);
    void limit.run(task('a'));
    const late = limit.run(task('b'));
    nowMs = 50;
    const inTime = limit.run(task('c'));
    nowMs = 101;
    end('a');
    await expect(late).rejects.toThrow('busy');
    await idle();
    expect(started).toEqual(['a', 'c']);
    end('c');
    expect(await inTime).toBe('c');
    const again = limit.run(task('d'));
    expect(started).toEqual(['a', 'c', 'd']);
    end('d');
    await again;
  });
});
