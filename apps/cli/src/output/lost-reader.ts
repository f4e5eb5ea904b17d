/** A stream of the process that can break. */
export interface BreakableStream {
  on(event: 'error', listener: () => void): unknown;
}

/** Ways to end this process. */
export interface Ending {
  /** Asks the command to stop in order. False when nothing listens: it holds nothing that has to be stopped. */
  readonly askToStop: () => boolean;
  readonly exit: () => void;
}

/**
 * Ends the command once the reader of its standard output is gone (`droptrack keys list | head -1`): in order where it
 * holds something, such as a PostgreSQL that it started. A broken standard error, as of a closed terminal, is ignored:
 * the signal that comes with it decides.
 *
 * @returns whether the reader is gone.
 */
export function endWithReader(
  stdout: BreakableStream,
  stderr: BreakableStream,
  { askToStop, exit }: Ending,
): () => boolean {
  let isGone = false;
  stdout.on('error', () => {
    // Each write fails again, and a second wish to stop would be taken for insisting.
    if (isGone) return;
    isGone = true;
    if (!askToStop()) exit();
  });
  stderr.on('error', () => undefined);
  return () => isGone;
}
