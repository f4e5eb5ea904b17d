import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '../config/config';

/** Size of the buffer in bytes, and the interval of its flushes in milliseconds. */
const BUFFER = { bytes: 4_096, flushMs: 500 } as const;

/** Logger of JSON lines to standard output or to `destination`. Callers never pass secrets to it. */
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

/** Messages of NestJS in the log of the worker; those about its start-up only at the level `debug`. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug({ part: 'nest' }, String(message));
  }
  warn(message: unknown): void {
    this.logger.warn({ part: 'nest' }, String(message));
  }
  error(message: unknown): void {
    this.logger.error({ part: 'nest' }, String(message));
  }
}
