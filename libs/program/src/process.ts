import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from './environment';

/** Exit codes of a program: ended by a failure, or by invalid settings. */
export const PROGRAM_EXIT = { failed: 1, settings: 2 } as const;

/** A failure that an operator can act on. */
export interface ExpectedFailure {
  /** Stable code for programs, such as `database_outdated`. */
  readonly code: string;
  /** One sentence: the problem and the remedy. */
  readonly message: string;
}

/** A failure of this program that an operator can act on; it is logged without a stack. */
export class ExpectedError extends Error implements ExpectedFailure {
  override readonly name: string = 'ExpectedError';
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Address or port of the configuration on which this process cannot listen. */
export class ListenError extends ExpectedError {
  override readonly name = 'ListenError';
}

/** Codes of a host that is no address of this machine, or no address at all. */
const HOST_CODES = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'];

/** Host and port of the configuration. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Opens a listener on a port.
 *
 * @param variable - that sets the port, such as `METRICS_PORT`; `METRICS_HOST` sets the host.
 * @throws {ListenError} naming the variable to change.
 */
export async function listen<T>(variable: string, address: Address, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const { port } = address;
    if (code === 'EADDRINUSE') {
      const free = await freePortAbove(address);
      const remedy = free === null ? `set ${variable} to a free one` : `add ${variable}=${free} to its settings`;
      throw new ListenError('port_taken', `Port ${port} is taken by another program: ${remedy}`, { cause: error });
    }
    const reason = listenFailure(code, variable, port);
    if (reason === null) throw error;
    throw new ListenError('address_unusable', reason, { cause: error });
  }
}

/** Default ports of the programs of the service: a hint does not name one that another program may need. */
const DEFAULT_PORTS = [3_000, 3_001, 9_464, 9_465, 9_466];
/** Ports above the taken one that are tried before the system chooses one. */
const TRIES_MAX = 100;
/** Maximum duration of the search: the look-up of a host name can take long. */
const SEARCH_MS_MAX = 2_000;

/** Free port of the same host above one that is taken; any free one if there is none nearby; null if none is found in time. */
function freePortAbove({ host, port }: Address): Promise<number | null> {
  const near = Array.from({ length: TRIES_MAX }, (_, index) => port + 1 + index);
  const candidates = [...near.filter((each) => each < 65_536 && !DEFAULT_PORTS.includes(each)), 0];
  const search = async (): Promise<number | null> => {
    for (const candidate of candidates) {
      const free = await tryPort({ host, port: candidate });
      if (free !== null) return free;
    }
    return null;
  };
  return Promise.race([search(), sleep(SEARCH_MS_MAX, null, { ref: false })]);
}

/** The port if it is free, for 0 the one that the system chooses; else null. */
export function tryPort(address: Address): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(null));
    server.listen({ ...address, exclusive: true }, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Null for a failure that has nothing to do with host and port. */
function listenFailure(code: string, variable: string, port: number): string | null {
  if (code === 'EACCES') return `Port ${port} requires a privilege: set ${variable} to 1024 or above`;
  if (!HOST_CODES.includes(code)) return null;
  const host = variable.replace(/PORT$/, 'HOST');
  return `${host} is no address of this machine (${code}): set it to one, such as 127.0.0.1, or to 0.0.0.0 for all`;
}

/** Ends the process by an error, as `runProgram` describes (`run-program.ts`). */
export function exitWithError(error: unknown): never {
  process.emit('uncaughtException', error as Error);
  process.exit(PROGRAM_EXIT.failed);
}

/** Base URL of a listener. */
export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Sends a message to the parent process, if it has opened a channel, as `droptrack up` does. */
export function sendToParent(message: object): void {
  if (process.connected) process.send?.(message);
}

/** Argument of a program that loads its code only, until its parent process sends a {@link Release}. */
export const HELD = '--held';

/** Message that lets a held program run. */
export interface Release {
  readonly type: 'release';
  /** Variables that its parent did not know yet when it started the program; they replace those of the same name. */
  readonly env: Environment;
}

/** Resolves once a held program is released, with the variables of its release; at once for any other. */
export async function untilReleased(): Promise<void> {
  const index = process.argv.indexOf(HELD);
  if (index === -1) return;
  // Processes of a group inherit the arguments, and have another parent.
  process.argv.splice(index, 1);
  await new Promise<void>((resolve) => {
    const listen = (message: unknown): void => {
      const { type, env } = (message ?? {}) as Partial<Release>;
      if (type !== 'release') return;
      process.off('message', listen);
      Object.assign(process.env, env);
      resolve();
    };
    process.on('message', listen);
  });
}

/**
 * Stops the program on SIGTERM, on SIGINT, and when the parent process has exited. A second signal ends it at once.
 *
 * @param flush - writes buffered lines of the log.
 * @param stopMsMax - maximum duration of `stop`, in milliseconds; then the process ends with the code of a failure.
 */
export function stopOnSignal(
  program: { stop(): Promise<void> },
  flush: () => void,
  stopMsMax: number,
): { readonly isStopping: boolean } {
  const state = { isStopping: false };
  const stop = (): void => {
    if (state.isStopping) process.exit(PROGRAM_EXIT.failed);
    state.isStopping = true;
    setTimeout(() => {
      flush();
      exitWithError(
        new ExpectedError('stop_overdue', `The program did not stop within ${stopMsMax / 1_000} s: it was ended`),
      );
    }, stopMsMax).unref();
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
