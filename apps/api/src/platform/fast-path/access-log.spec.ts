import { createLogger } from '../logging/logger';
import { AccessLog } from './access-log';

const REQUEST = { requestId: 'req_1', method: 'GET', route: '/v1/drops/:id', status: 200, durationMs: 1.23456 };
const NEITHER = { keyId: undefined, traceId: undefined };
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('AccessLog', () => {
  const linesOf = (
    level: 'info' | 'warn',
    write: (log: AccessLog, logger: ReturnType<typeof createLogger>) => void,
  ) => {
    const lines: string[] = [];
    const logger = createLogger(level, { write: (line) => void lines.push(line) });
    write(new AccessLog(logger), logger);
    return lines;
  };

  // Readers of the log must not see a difference.
  it('writes the same line as the logger', () => {
    jest.useFakeTimers({ now: 1_800_000_000_123 });
    const [ours, theirs] = linesOf('info', (log, logger) => {
      log.record({ ...REQUEST, keyId: 'key_1', traceId: TRACE_ID });
      logger.info({ ...REQUEST, durationMs: 1.235, keyId: 'key_1', traceId: TRACE_ID });
    });
    jest.useRealTimers();
    expect(ours).toBe(theirs);
  });

  it('omits the key and the trace of a request without them', () => {
    const [line = ''] = linesOf('info', (log) => log.record({ ...REQUEST, ...NEITHER }));
    expect(line).not.toMatch(/keyId|traceId/);
  });

  it('writes no line at a level at which the logger writes none', () => {
    expect(linesOf('warn', (log) => log.record({ ...REQUEST, ...NEITHER }))).toEqual([]);
  });
});
