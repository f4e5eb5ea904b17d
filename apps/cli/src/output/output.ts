/** The part of a stream that is used here; `process.stdout` is one. */
export interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Where a command's words go: results to standard output, everything else to standard error. */
export interface Output {
  /** Whether the one document on standard output is for a program (`--json`). */
  readonly isJson: boolean;
  /** What was asked for: as JSON or as text, by what was chosen. Called once by a command that succeeds. */
  result(document: unknown, text: string): void;
  /**
   * Why it failed. The one document on standard output as JSON, unless the result is
   * there already (a service that ends later); on standard error as text.
   */
  failure(document: unknown, text: string): void;
  /** A line for the person who waits. */
  note(line: string): void;
  /** How far long work has come, in the place of the line before; only on a terminal. Null clears it. */
  progress(line: string | null): void;
}

/** Goes back to the start of the terminal's line and empties it. */
const CLEAR_LINE = '\r\u001b[K';

/** An output on two streams. */
export function createOutput(stdout: Stream, stderr: Stream, isJson: boolean): Output {
  let [hasProgress, hasResult] = [false, false];
  const serialise = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
  const progress = (line: string | null): void => {
    if (stderr.isTTY !== true || (line === null && !hasProgress)) return;
    stderr.write(`${CLEAR_LINE}${line ?? ''}`);
    hasProgress = line !== null;
  };
  return {
    isJson,
    progress,
    result(document, text) {
      progress(null);
      hasResult = true;
      stdout.write(isJson ? serialise(document) : `${text}\n`);
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
