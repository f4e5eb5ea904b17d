import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** A log that outgrows this is set aside once, as `<name>.1`. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;

/** A file that grows by pieces and never beyond twice the bound. */
export interface LogFile {
  append(chunk: Buffer): void;
  close(): void;
}

/** Opens a log for appending. Writes are synchronous, so what was said before a crash is there. */
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

const TROUBLE = /"level":"(warn|error|fatal)"/;

/**
 * Picks warnings and errors out of a log of JSON lines, as lines for a person.
 *
 * @param show - given `12:00:01 warn  the log is behind`.
 * @returns what takes the log, cut into pieces anywhere.
 */
export function troubleReader(show: (line: string) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (TROUBLE.test(line)) show(readable(line));
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
