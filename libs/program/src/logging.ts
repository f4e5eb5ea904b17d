import pino, { type DestinationStream, type Logger } from 'pino';
import type { ExpectedFailure } from './process';

/** Levels of the log, in ascending order; `silent` logs nothing. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Size of the buffer in bytes, and the interval of its flushes in milliseconds. */
const BUFFER = { bytes: 4_096, flushMs: 500 } as const;

/**
 * Creates a logger of JSON lines. Callers never pass secrets to it.
 *
 * @param service - name of the program, in every line.
 * @param destination - default: standard output, buffered.
 * @param explain - expected failures, which are logged in `err` as a code and a sentence; other errors with their stack.
 */
export function createLogger(
  service: string,
  level: LogLevel,
  destination: DestinationStream = bufferedOutput(),
  explain: (error: unknown) => ExpectedFailure | null = () => null,
): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: Error) => explained(explain(error)) ?? pino.stdSerializers.err(error) },
    },
    destination,
  );
}

/** Without the further members of an error that explains itself. */
const explained = (failure: ExpectedFailure | null): ExpectedFailure | null =>
  failure && { code: failure.code, message: failure.message };

function bufferedOutput(): DestinationStream {
  return pino.destination({ sync: false, minLength: BUFFER.bytes, periodicFlush: BUFFER.flushMs });
}

/** `LoggerService` of NestJS: its messages in the log of the program, those about its start-up at the level `debug`. */
export class NestLog {
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
