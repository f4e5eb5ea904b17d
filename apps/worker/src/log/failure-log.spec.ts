import { DatabaseRejectedError, DatabaseUnavailableError } from '@droptrack/persistence';
import { createLogger } from '@droptrack/program/logging';
import { errorKind, ThrottledFailureLog } from './failure-log';

describe('ThrottledFailureLog', () => {
  it('logs each kind of failure once a minute, with the number of suppressed lines, and counts all', () => {
    const lines: { level: string; job: string; suppressed: number }[] = [];
    const logger = createLogger('worker', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
    let nowMs = 0;
    const counted: string[] = [];
    const metrics = { failed: (job: string) => void counted.push(job) };
    const log = new ThrottledFailureLog(logger, { monotonicMs: () => nowMs }, metrics);
    for (nowMs = 0; nowMs < 120_000; nowMs += 500) log.failed('pass', new DatabaseUnavailableError('away'));
    log.failed('pass', new DatabaseRejectedError('42P01', 'no such table'));
    log.failed('sample', new DatabaseUnavailableError('away'));
    expect(lines.map(({ level, job, suppressed }) => [level, job, suppressed])).toEqual([
      ['warn', 'pass', 0],
      ['warn', 'pass', 119],
      ['error', 'pass', 0],
      ['warn', 'sample', 0],
    ]);
    expect(counted).toHaveLength(242);
  });
});

describe('errorKind', () => {
  it.each([
    [new DatabaseRejectedError('42P01', 'a message that varies'), 'DatabaseRejectedError 42P01'],
    [new TypeError('x is not a function'), 'TypeError'],
    ['thrown as text', 'unknown'],
  ])('of %p is %s', (error, kind) => expect(errorKind(error)).toBe(kind));
});
