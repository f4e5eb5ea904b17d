import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '../config/config';
import { LineBuffer } from '../fast-path/line-buffer';

/** JSON lines on standard output, or to `destination`; what might hold a secret is never given to it. */
export function createLogger(level: LogLevel, destination: DestinationStream = new LineBuffer()): Logger {
  return pino(
    {
      level,
      base: { service: 'api' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}
