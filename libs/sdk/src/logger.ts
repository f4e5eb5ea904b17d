import { UsageError } from './errors';
import { environmentValue } from './platform';

const LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const;
/**
 * Minimum level of logged lines. `debug`: every attempt and response. `info`: retries. `warn`: an invalid `DROPTRACK_LOG`.
 * `error`: hooks that threw. `off`: nothing.
 */
export type LogLevel = (typeof LEVELS)[number];

/** Receiver of log lines: `console`, or a logger such as that of pino or winston. */
export type Logger = Readonly<Record<Exclude<LogLevel, 'off'>, (line: string) => void>>;

/** Writes a line of a level. */
export type Log = (level: Exclude<LogLevel, 'off'>, line: string) => void;

/** Variable with the level of clients that have no `logLevel`. */
const VARIABLE = 'DROPTRACK_LOG';

/**
 * Creates a log that drops lines below a level. A logger that throws does not affect the call.
 *
 * @param level - default: `DROPTRACK_LOG`, or `warn`.
 * @throws {@link UsageError} for an unknown level.
 */
export function createLog(logger: Logger, level: LogLevel | undefined): Log {
  const given = level ?? environmentValue(VARIABLE)?.toLowerCase() ?? 'warn';
  const rank = LEVELS.findIndex((name) => name === given);
  if (rank < 0 && level !== undefined) throw new UsageError(`logLevel must be one of ${LEVELS.join(', ')}`);
  const rankMin = rank < 0 ? LEVELS.indexOf('warn') : rank;
  const log: Log = (name, line) => {
    if (LEVELS.indexOf(name) < rankMin) return;
    try {
      logger[name](`droptrack: ${line}`);
    } catch {
      // The program's logger is not a reason for a call to fail.
    }
  };
  if (rank < 0) log('warn', `${VARIABLE} must be one of ${LEVELS.join(', ')}`);
  return log;
}
