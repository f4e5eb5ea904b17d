import { EXIT } from './cli-error';

/** A stream of the process that can break. */
export interface BreakableStream {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** Standard error, as far as it is used here. */
export interface ErrorStream extends BreakableStream {
  write(text: string): unknown;
}

/** Ways to end this process. */
export interface Ending {
  /** Asks the command to stop in order. False when nothing listens: it holds nothing that has to be stopped. */
  readonly askToStop: () => boolean;
  readonly exit: (code: number) => void;
}

/**
 * Ends the command once its standard output cannot be written: in order where it holds something, such as a PostgreSQL
 * that it started. A reader that is gone (`droptrack keys list | head -1`) is no failure; any other cause, as a full
 * disk, is one and is reported. A broken standard error, as of a closed terminal, is ignored: the signal that comes with
 * it decides.
 *
 * @returns the exit code of a command whose standard output broke: 0 without its reader, 1 otherwise; null while it works.
 */
export function endWithReader(
  stdout: BreakableStream,
  stderr: ErrorStream,
  { askToStop, exit }: Ending,
): () => number | null {
  let codeOfEnd: number | null = null;
  stdout.on('error', (error) => {
    // Each write fails again, and a second wish to stop would be taken for insisting.
    if (codeOfEnd !== null) return;
    codeOfEnd = error.code === 'EPIPE' ? EXIT.done : EXIT.failed;
    if (codeOfEnd !== EXIT.done) stderr.write(`Standard output cannot be written: ${error.code ?? error.message}\n`);
    if (!askToStop()) exit(codeOfEnd);
  });
  stderr.on('error', () => undefined);
  return () => codeOfEnd;
}
