import { progressLine, type ProgressTiming } from './progress';

/** A writable stream, such as `process.stdout`. */
export interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Output of a command: results go to standard output, everything else to standard error. */
export interface Output {
  /** True if the result is one JSON document (`--json`). */
  readonly isJson: boolean;
  /**
   * Prints the result of a command, once, as JSON or as text on standard output. `remarks` go to standard error, so that
   * `KEY=$(droptrack keys issue …)` and pipes receive only the result; with `--json` they are omitted, as the document
   * contains their facts. An empty text prints nothing.
   */
  result(document: unknown, text: string, remarks?: string): void;
  /**
   * Prints the reason of a failure: with `--json` as the document on standard output, unless the result is already there
   * (a service that fails later); else as text on standard error.
   */
  failure(document: unknown, text: string): void;
  /** Prints a line on standard error. */
  note(line: string): void;
  /**
   * Shows progress of work that takes over two seconds, replacing the previous line; only on a terminal. Null removes the
   * line.
   */
  progress(line: string | null): void;
}

/**
 * Output on two streams.
 *
 * @param timing - clock of progress lines; the system clock by default.
 */
export function createOutput(stdout: Stream, stderr: Stream, isJson: boolean, timing?: ProgressTiming): Output {
  let hasResult = false;
  const serialise = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
  const line = progressLine(stderr, timing);
  const progress = (text: string | null): void => (text === null ? line.clear() : line.show(text));
  return {
    isJson,
    progress,
    result(document, text, remarks = '') {
      progress(null);
      hasResult = true;
      if (isJson) stdout.write(serialise(document));
      else if (text !== '') stdout.write(`${text}\n`);
      if (!isJson && remarks !== '') stderr.write(`${remarks}\n`);
    },
    failure(document, text) {
      progress(null);
      if (isJson) (hasResult ? stderr : stdout).write(serialise(document));
      else stderr.write(`${text}\n`);
    },
    note(line) {
      progress(null);
      stderr.write(`${line}\n`);
    },
  };
}
