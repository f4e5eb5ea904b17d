import { progressLine, type ProgressTiming } from './progress';

/** The part of a stream that is used here; `process.stdout` is one. */
export interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Where a command's words go: results to standard output, everything else to standard error. */
export interface Output {
  /** Whether the one document on standard output is for a program (`--json`). */
  readonly isJson: boolean;
  /**
   * The result of a command, once: as JSON or as text on standard output. `remarks` are for the person beside it, on
   * standard error, so that `KEY=$(droptrack keys issue …)` and pipes get the result alone; none with `--json`, whose
   * document has all of it. An empty text writes nothing.
   */
  result(document: unknown, text: string, remarks?: string): void;
  /**
   * Why it failed. The one document on standard output as JSON, unless the result is
   * there already (a service that ends later); on standard error as text.
   */
  failure(document: unknown, text: string): void;
  /** A line for the person who waits. */
  note(line: string): void;
  /**
   * Progress of work that takes over two seconds, in the place of the previous line; only on a terminal. Null removes
   * the line.
   */
  progress(line: string | null): void;
}

/**
 * An output on two streams.
 *
 * @param timing - of progress lines; the system's clock when not given.
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
