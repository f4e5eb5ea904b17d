import { finderHealth, sourceHealth } from '@droptrack/persistence/testing';
import type { SourceHealth } from '@droptrack/persistence';
import { createLogger } from '@droptrack/program/logging';
import { SourceLog } from './source-log';

const START_MS = Date.parse('2026-11-21T08:00:00Z');
const MINUTE_MS = 60_000;
const failing = (count: number): Partial<SourceHealth> => ({
  failing: count,
  failureKind: 'timeout',
  failure: 'linea: no response within 10 s',
  retryAtMs: START_MS + 90_000,
});

/** Lines that the states of one source cause, one state a minute. */
function linesOf(...states: readonly Partial<SourceHealth>[]): object[] {
  return linesOfHealth(sourceHealth, ...states);
}

function linesOfHealth(healthOf: typeof sourceHealth, ...states: readonly Partial<SourceHealth>[]): object[] {
  const lines: object[] = [];
  const log = new SourceLog(createLogger('worker', 'info', { write: (line) => void lines.push(JSON.parse(line)) }));
  for (const [minute, state] of states.entries()) {
    const nowMs = START_MS + minute * MINUTE_MS;
    log.observe([healthOf(nowMs, state)], nowMs);
  }
  return lines;
}

describe('SourceLog', () => {
  it('logs a source once when it fails, with the reason and the next attempt, and once when it works again', () => {
    expect(linesOf({}, failing(12), failing(12), failing(11), {}, {})).toMatchObject([
      {
        source: 'defillama',
        ...{ drops: 12, failing: 12, kind: 'timeout', reason: 'linea: no response within 10 s' },
        retryAt: '2026-11-21T08:01:30.000Z',
        msg: 'a source fails',
      },
      { source: 'defillama', failedSeconds: 180, msg: 'a source works again' },
    ]);
  });

  // A wrong name in one catalogue file must not hide that the source is down.
  it('logs a source again when most of its drops fail instead of some', () => {
    const lines = linesOf(failing(1), failing(2), failing(12), failing(1), failing(1));
    expect(lines).toMatchObject([{ failing: 1 }, { failing: 12 }]);
  });

  it('logs a host that asked for a pause, before a poll fails', () => {
    const host = { host: 'api.example', state: 'left_alone', retryAtMs: START_MS + 5_000 };
    expect(linesOf({ heldBack: [host] })).toMatchObject([
      { kind: 'held_back', reason: 'api.example gets no requests: left_alone', retryAt: '2026-11-21T08:00:05.000Z' },
    ]);
  });

  it('logs a finder once when it fails, with the reason and the next attempt, and once when it works again', () => {
    const fails = { ...failing(1), failure: 'api.llama.test: status 500' };
    expect(linesOfHealth(finderHealth, {}, fails, fails, {}, {})).toMatchObject([
      {
        finder: 'evm-campaigns/ethereum',
        reason: 'api.llama.test: status 500',
        retryAt: '2026-11-21T08:01:30.000Z',
        msg: 'a finder fails',
      },
      { finder: 'evm-campaigns/ethereum', failedSeconds: 120, msg: 'a finder works again' },
    ]);
  });

  it('logs no source that works, or that is off', () => {
    expect(linesOf({}, { ...failing(12), offReason: 'SOURCES_OFF names it' })).toEqual([]);
  });
});
