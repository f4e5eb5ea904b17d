import { EXIT } from './cli-error';

/** A stream of the process that can fail. */
interface BreakableStream {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** Standard error. */
interface ErrorStream extends BreakableStream {
  write(text: string): unknown;
}

/** Ways to end this process. */
interface Ending {
  /** Requests a graceful stop. Returns false if the command has no listener and thus nothing to stop. */
  readonly askToStop: () => boolean;
  readonly exit: (code: number) => void;
}

/**
 * Ends the command once its standard output cannot be written, gracefully if it holds resources such as an embedded
 * PostgreSQL. A closed pipe (`droptrack keys list | head -1`) is no failure; any other cause, such as a full disk, is
 * one and is reported. A failing standard error, as of a closed terminal, is ignored: the signal that comes with it
 * decides.
 *
 * @returns the exit code of a command whose standard output failed: 0 for a closed pipe, 1 otherwise; null while it works.
 */
export function endWithReader(
  stdout: BreakableStream,
  stderr: ErrorStream,
  { askToStop, exit }: Ending,
): () => number | null {
  let codeOfEnd: number | null = null;
  stdout.on('error', (error) => {
    // Each later write fails as well, and a second stop request would force the exit.
    if (codeOfEnd !== null) return;
    codeOfEnd = error.code === 'EPIPE' ? EXIT.done : EXIT.failed;
    if (codeOfEnd !== EXIT.done) stderr.write(`Standard output cannot be written: ${error.code ?? error.message}\n`);
    if (!askToStop()) exit(codeOfEnd);
  });
  stderr.on('error', () => undefined);
  return () => codeOfEnd;
}
