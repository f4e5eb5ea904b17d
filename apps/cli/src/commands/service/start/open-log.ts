import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../../config/config';
import type { Output } from '../../../output/output';
import type { ServiceName } from './service-process';

/** Destination of the output of a program of the service. */
interface ServiceLog {
  /** See ServiceProcessOptions. */
  readonly log: number | ((chunk: Buffer) => void);
  readonly complain: (chunk: Buffer) => void;
  /** Null if the log goes to standard output or standard error. */
  readonly logFile: string | null;
  /** Opens the log file, before the program writes to it. @throws {Error} if it cannot be written. */
  open(): void;
  close(): void;
}

const STDOUT = 1;
const STDERR = 2;

/**
 * Destination of a program's log: in production standard output, for a log collector; with `--json` standard error, as
 * standard output carries the document; else a file of its own, with errors also on the terminal, and warnings of the start.
 *
 * @param isStarted - whether the service is announced: the terminal then has the last word of the start, and no warnings below.
 */
export function openLog(
  name: ServiceName,
  { home, isProduction }: Pick<Config, 'home' | 'isProduction'>,
  output: Output,
  isStarted: () => boolean,
): ServiceLog {
  const complain = (chunk: Buffer): void => output.note(chunk.toString().trimEnd());
  if (output.isJson || isProduction) {
    return {
      log: output.isJson ? STDERR : STDOUT,
      complain,
      logFile: null,
      open: () => undefined,
      close: () => undefined,
    };
  }
  const logFile = join(home, `${name}.log`);
  // A program that was stopped before it ran leaves no file.
  let opened: LogFile | null = null;
  const open = (): LogFile => (opened ??= openLogFile(logFile));
  const append = (chunk: Buffer): void => open().append(chunk);
  const showWarnings = warningReader(output.note, isStarted);
  return {
    log(chunk) {
      append(chunk);
      showWarnings(chunk);
    },
    complain(chunk) {
      append(chunk);
      complain(chunk);
    },
    logFile,
    open,
    close: () => opened?.close(),
  };
}

/** Size at which a log file is rotated, to `<name>.1`. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;

/** Log file with one rotated predecessor, so that both together stay below twice the limit. */
interface LogFile {
  append(chunk: Buffer): void;
  close(): void;
}

/** Opens a log file for appending. Writes are synchronous, so that lines before a crash are not lost. */
export function openLogFile(path: string, bytesMax: number = FILE_BYTES_MAX): LogFile {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a', 0o600);
  let size = statSync(path).size;
  return {
    append(chunk) {
      if (size > bytesMax) {
        closeSync(file);
        renameSync(path, `${path}.1`);
        file = openSync(path, 'a', 0o600);
        size = 0;
      }
      size += writeSync(file, chunk);
    },
    close: () => closeSync(file),
  };
}

/** Without `fatal`: programs also write the reason of their end to standard error. */
const WARNING_OR_ERROR = /"level":"(warn|error)"/;
const ERROR = /"level":"error"/;

/**
 * Extracts warnings and errors from a log of JSON lines, as readable lines.
 *
 * @param show - called with a line such as `12:00:01 warn  the log is behind`.
 * @param isStarted - whether only errors are shown.
 * @returns a function that takes chunks of the log, split at any byte.
 */
export function warningReader(show: (line: string) => void, isStarted: () => boolean): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    const shown = isStarted() ? ERROR : WARNING_OR_ERROR;
    for (const line of lines) if (shown.test(line)) show(readable(line));
  };
}

function readable(line: string): string {
  try {
    const { time, level, msg, err } = JSON.parse(line) as Record<string, unknown>;
    const cause = (err as { message?: unknown } | undefined)?.message;
    const clock = /T(\d\d:\d\d:\d\d)/.exec(String(time))?.[1] ?? '';
    return `${clock} ${String(level).padEnd(5)} ${String(msg ?? '')}${cause === undefined ? '' : `: ${String(cause)}`}`;
  } catch {
    return line;
  }
}
