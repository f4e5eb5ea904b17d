import { ConfigError } from './environment';

/** Exit code of every failure. */
const EXIT_FAILED = 1;

/** Address or port of the configuration on which this process cannot listen. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Codes of a host that is no address of this machine, or no address at all. */
const HOST_CODES = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'];

/**
 * Opens a listener on a port.
 *
 * @param variable - that sets the port, such as `METRICS_PORT`; `METRICS_HOST` sets the host.
 * @throws {ListenError} naming the variable to change.
 */
export async function listen<T>(variable: string, port: number, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const reason = reasonOf((error as NodeJS.ErrnoException).code ?? '', variable, port);
    if (reason === null) throw error;
    throw new ListenError(reason, { cause: error });
  }
}

/** Null for a failure that has nothing to do with host and port. */
function reasonOf(code: string, variable: string, port: number): string | null {
  const host = variable.replace(/PORT$/, 'HOST');
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program: set ${variable} to a free port, or to 0 for any`;
  }
  if (code === 'EACCES') return `Port ${port} requires a privilege: set ${variable} to 1024 or above`;
  if (!HOST_CODES.includes(code)) return null;
  return `${host} is no address of this machine (${code}): set it to one, such as 127.0.0.1, or to 0.0.0.0 for all`;
}

/** Prints one line for errors that an operator can fix, and a stack for others; then ends the process. */
export function exitWithError(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof ListenError;
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
