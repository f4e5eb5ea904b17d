import { readableJson, readableText } from './readable';

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
  /** Prints one line of a result that has many, on standard output, as text or as JSON. */
  line(document: unknown, text: string): void;
  /** Prints a line on standard error. */
  note(line: string): void;
  /**
   * Shows progress of work that takes over two seconds, replacing the previous line; only on a terminal. Null removes the
   * line.
   */
  progress(line: string | null): void;
  /** Prints a line for a step of work that takes over two seconds in total, also where standard error is no terminal. */
  step(line: string): void;
}

/**
 * Output on two streams. Texts of others (files, services, arguments) reach it, and a terminal obeys some characters: no text
 * contains them, and JSON only escaped.
 *
 * @param timing - clock of progress lines; the system clock by default.
 */
export function createOutput(stdout: Stream, stderr: Stream, isJson: boolean, timing?: ProgressTiming): Output {
  let hasResult = false;
  const serialise = (document: unknown): string => `${readableJson(document, 2)}\n`;
  const line = progressLine(stderr, timing);
  const progress = (text: string | null): void => (text === null ? line.clear() : line.show(readableText(text)));
  const steps = stepLines((text) => (progress(null), stderr.write(`${readableText(text)}\n`)), timing);
  return {
    isJson,
    progress,
    step: steps.begin,
    result(document, text, remarks = '') {
      progress(null);
      steps.end();
      hasResult = true;
      if (isJson) stdout.write(serialise(document));
      else if (text !== '') stdout.write(`${readableText(text)}\n`);
      if (!isJson && remarks !== '') stderr.write(`${readableText(remarks)}\n`);
    },
    line(document, text) {
      progress(null);
      stdout.write(`${isJson ? readableJson(document, 0) : readableText(text)}\n`);
    },
    failure(document, text) {
      progress(null);
      steps.end();
      if (isJson) (hasResult ? stderr : stdout).write(serialise(document));
      else stderr.write(`${readableText(text)}\n`);
    },
    note(line) {
      progress(null);
      stderr.write(`${readableText(line)}\n`);
    },
  };
}

/** Work that takes less than this shows no progress, in milliseconds. */
export const PROGRESS_AFTER_MS = 2_000;

/** Clock and timer of a progress line. */
interface ProgressTiming {
  /** Milliseconds; only differences count. */
  readonly nowMs: () => number;
  /** Runs `work` after a delay; the returned function cancels it. It must not keep the process alive. */
  readonly after: (ms: number, work: () => void) => () => void;
}

/** Progress line at the bottom of a terminal. */
interface ProgressLine {
  /** Replaces the line. */
  show(line: string): void;
  /** Removes it before other output; a later {@link show} writes it again. */
  clear(): void;
}

/** Control codes that return to the start of the line and clear it. */
const CLEAR_LINE = '\r\u001b[K';

const SYSTEM: ProgressTiming = {
  nowMs: () => performance.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Progress line on a stream. It writes only to a terminal, and not before {@link PROGRESS_AFTER_MS} after the first call
 * of `show`, so that quick commands print nothing.
 */
export function progressLine(stream: Stream, { nowMs, after }: ProgressTiming = SYSTEM): ProgressLine {
  let firstMs: number | null = null;
  let isWritten = false;
  let cancel = (): void => undefined;
  const write = (line: string): void => {
    isWritten = true;
    stream.write(`${CLEAR_LINE}${line}`);
  };
  return {
    show(line) {
      if (stream.isTTY !== true) return;
      firstMs ??= nowMs();
      cancel();
      const leftMs = firstMs + PROGRESS_AFTER_MS - nowMs();
      if (leftMs <= 0) write(line);
      else cancel = after(leftMs, () => write(line));
    },
    clear() {
      cancel();
      if (isWritten) stream.write(CLEAR_LINE);
      isWritten = false;
    },
  };
}

/**
 * Lines of steps: the first one is the step that is in progress {@link PROGRESS_AFTER_MS} after the beginning, then each as it
 * begins. Quick work prints none.
 */
export function stepLines(write: (line: string) => void, { nowMs, after }: ProgressTiming = SYSTEM) {
  let firstMs: number | null = null;
  let cancel = (): void => undefined;
  return {
    begin(line: string): void {
      firstMs ??= nowMs();
      cancel();
      const leftMs = firstMs + PROGRESS_AFTER_MS - nowMs();
      if (leftMs <= 0) write(line);
      else cancel = after(leftMs, () => write(line));
    },
    /** The step in progress has ended. */
    end: (): void => cancel(),
  };
}
