import type { Stream } from './output';

/** Work that takes less than this shows no progress, in milliseconds. */
export const PROGRESS_AFTER_MS = 2_000;

/** Clock and timer of a progress line. */
export interface ProgressTiming {
  /** Milliseconds; only differences count. */
  readonly nowMs: () => number;
  /** Runs `work` after a delay; the returned function cancels it. It must not keep the process alive. */
  readonly after: (ms: number, work: () => void) => () => void;
}

/** Progress line at the bottom of a terminal. */
export interface ProgressLine {
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
