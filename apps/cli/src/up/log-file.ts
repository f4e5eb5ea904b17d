import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Size at which a log file is rotated, to `<name>.1`. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;

/** Log file with one rotated predecessor, so that both together stay below twice the limit. */
export interface LogFile {
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

const WARNING_OR_ERROR = /"level":"(warn|error|fatal)"/;

/**
 * Extracts warnings and errors from a log of JSON lines, as readable lines.
 *
 * @param show - called with a line such as `12:00:01 warn  the log is behind`.
 * @returns a function that takes chunks of the log, split at any byte.
 */
export function warningReader(show: (line: string) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (WARNING_OR_ERROR.test(line)) show(readable(line));
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
