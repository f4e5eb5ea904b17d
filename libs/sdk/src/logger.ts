import { UsageError } from './errors';
import { environmentValue } from './platform';

const LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const;
/**
 * Minimum level of logged lines. `debug`: every attempt and response. `info`: retries. `warn`: nothing yet. `error`:
 * hooks that threw. `off`: nothing.
 */
export type LogLevel = (typeof LEVELS)[number];

/** Receiver of log lines: `console`, or a logger such as that of pino or winston. */
export type Logger = Readonly<Record<Exclude<LogLevel, 'off'>, (line: string) => void>>;

/** Writes a line of a level. */
export type Log = (level: Exclude<LogLevel, 'off'>, line: string) => void;

/**
 * Creates a log that drops lines below a level. A logger that throws does not affect the call.
 *
 * @param level - default: `DROPTRACK_LOG`, or `warn`. An unknown level of the variable counts as absent.
 * @throws {@link UsageError} for an unknown level.
 */
export function createLog(logger: Logger, level: LogLevel | undefined): Log {
  const rankOf = (name: string | undefined): number => LEVELS.indexOf(name as LogLevel);
  const rank = rankOf(level ?? environmentValue('DROPTRACK_LOG')?.toLowerCase());
  if (rank < 0 && level !== undefined) throw new UsageError(`logLevel must be one of ${LEVELS.join(', ')}`);
  const rankMin = rank < 0 ? rankOf('warn') : rank;
  return (name, line) => {
    if (rankOf(name) < rankMin) return;
    try {
      logger[name](`droptrack: ${line}`);
    } catch {
      // The program's logger is not a reason for a call to fail.
    }
  };
}
