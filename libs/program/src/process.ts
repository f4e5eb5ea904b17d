import { ConfigError } from './environment';

/** Exit code of every failure. */
const EXIT_FAILED = 1;

/** Another program listens on a port of the configuration. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';

  /** @param variable - that sets the port. */
  constructor(variable: string, port: number, options: ErrorOptions) {
    super(`Port ${port} is taken by another program: set ${variable} to a free port, or to 0 for any`, options);
  }
}

/**
 * Opens a listener on a port.
 *
 * @param variable - that sets the port.
 * @throws {PortTakenError}
 */
export async function listen<T>(variable: string, port: number, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new PortTakenError(variable, port, { cause: error });
  }
}

/** Prints one line for errors that an operator can fix, and a stack for others; then ends the process. */
export function exitWithError(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof PortTakenError;
  process.stderr.write(`${isExpected ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(EXIT_FAILED);
}

/** Sends a message to the parent process, if it has opened a channel, as `droptrack up` does. */
export function sendToParent(message: object): void {
  if (process.connected) process.send?.(message);
}

/**
 * Stops the program on SIGTERM, on SIGINT, and when the parent process has exited. A second signal ends it at once.
 *
 * @param flush - writes buffered lines of the log.
 * @param stopMsMax - maximum duration of `stop`, in milliseconds; without a limit when absent.
 */
export function stopOnSignal(
  program: { stop(): Promise<void> },
  flush: () => void,
  stopMsMax?: number,
): { readonly isStopping: boolean } {
  const state = { isStopping: false };
  const stop = (): void => {
    if (state.isStopping) process.exit(EXIT_FAILED);
    state.isStopping = true;
    if (stopMsMax !== undefined) setTimeout(() => process.exit(EXIT_FAILED), stopMsMax).unref();
    program.stop().then(() => {
      flush();
      process.exit(0);
    }, exitWithError);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Continues a stop that is in progress.
  process.on('disconnect', () => {
    if (!state.isStopping) stop();
  });
  return state;
}
