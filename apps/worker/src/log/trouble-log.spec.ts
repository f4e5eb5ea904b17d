import { DatabaseRejectedError, DatabaseUnavailableError } from '@droptrack/persistence';
import { createLogger } from '@droptrack/program/logging';
import { kindOf, TroubleLog } from './trouble-log';

describe('TroubleLog', () => {
  it('says each kind of trouble once a minute, and how often it was not said', () => {
    const lines: { level: string; job: string; unsaid: number }[] = [];
    const logger = createLogger('worker', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
    let nowMs = 0;
    const log = new TroubleLog(logger, () => nowMs);
    for (nowMs = 0; nowMs < 120_000; nowMs += 500) log.failed('pass', new DatabaseUnavailableError('away'));
    log.failed('pass', new DatabaseRejectedError('42P01', 'no such table'));
    log.failed('sample', new DatabaseUnavailableError('away'));
    expect(lines.map(({ level, job, unsaid }) => [level, job, unsaid])).toEqual([
      ['warn', 'pass', 0],
      ['warn', 'pass', 119],
      ['error', 'pass', 0],
      ['warn', 'sample', 0],
    ]);
  });
});

describe('kindOf', () => {
  it.each([
    [new DatabaseRejectedError('42P01', 'words that differ'), 'DatabaseRejectedError 42P01'],
    [new TypeError('x is not a function'), 'TypeError'],
    ['thrown as text', 'unknown'],
  ])('calls %p %s', (error, kind) => expect(kindOf(error)).toBe(kind));
});
