import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '../config/config';

/** Lines are written in blocks of this many bytes, or when this long has passed, in milliseconds. */
const BUFFER = { bytes: 4_096, flushMs: 500 } as const;

/** JSON lines on standard output, or to `destination`; what might hold a secret is never given to it. */
export function createLogger(level: LogLevel, destination: DestinationStream = bufferedOutput()): Logger {
  return pino(
    {
      level,
      base: { service: 'worker' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}

function bufferedOutput(): DestinationStream {
  return pino.destination({ sync: false, minLength: BUFFER.bytes, periodicFlush: BUFFER.flushMs });
}
