import type { Config, Environment } from '../../../config/config';
import type { Places } from '../../../config/places';
import { CliError } from '../../../output/cli-error';
import type { Output } from '../../../output/output';
import type { Interruption } from '../../../session/interruption';
import { openLog } from './open-log';
import { watchPostgres } from '../../../session/process-watch';
import {
  SERVICE_TITLES,
  serviceFailed,
  type ServiceName,
  type ServiceProcess,
  startServiceProcess,
} from './service-process';

/** A start that was cancelled by a stop request. */
export class StartInterrupted extends Error {}

/** Dependencies of {@link loadService}. */
export interface LoadServicesDeps {
  readonly config: Pick<Config, 'home' | 'isProduction'>;
  readonly places: Pick<Places, ServiceName>;
  /** Passed to the programs. */
  readonly env: Environment;
  readonly output: Output;
  readonly interruption: Interruption;
  readonly cleanup: Cleanup;
  /** True once the service is announced. */
  readonly isStarted: () => boolean;
}

/** A running program of the service, and its log file. */
export interface RunningService {
  readonly process: ServiceProcess;
  /** Base URL on which it listens; null for the worker. */
  readonly url: string | null;
  /** Null if the log goes to standard output or standard error. */
  readonly logFile: string | null;
}

/** A program of the service that has been started, and only loads its code until it runs. */
export interface LoadedService {
  /**
   * Lets the program run, and waits until it is ready.
   *
   * @param env - in addition to the variables of every program.
   * @throws {CliError} `api_failed`, `worker_failed` or `explorer_failed`; {StartInterrupted}
   */
  run(env: Environment): Promise<RunningService>;
}

/** Starts a program of the service, which loads its code while this process prepares what it needs to run. */
export function loadService(name: ServiceName, deps: LoadServicesDeps): LoadedService {
  const { config, places, env, output, interruption, cleanup } = deps;
  const { log, logFile, complain, open, close } = openLog(name, config, output, deps.isStarted);
  cleanup.push(close);
  const process = startServiceProcess({ name, entry: places[name], env, log, complain, onProgress: output.step });
  // It may fail before it is asked to run.
  process.ready.catch(() => undefined);
  cleanup.push(async () => {
    void interruption.insisted.then(process.kill);
    await process.stop();
  });
  const run = async (further: Environment): Promise<RunningService> => {
    open();
    process.release(further);
    const ready = await Promise.race([process.ready, interruption.requested]);
    if (interruption.isRequested || ready === undefined) throw new StartInterrupted();
    return { process, url: ready.url, logFile };
  };
  return { run };
}

/**
 * Waits for a stop request.
 *
 * @param dataDirectory - data directory of the embedded server; null for an external database.
 * @throws {CliError} if a part of the service ends before.
 */
export async function untilOver(
  services: readonly RunningService[],
  dataDirectory: string | null,
  { requested }: Interruption,
): Promise<void> {
  const watch = dataDirectory === null ? null : watchPostgres(dataDirectory);
  const failures = services.map(async ({ process: { name, ended }, logFile }) =>
    serviceFailed(
      name,
      `${SERVICE_TITLES[name]} ${await ended}`,
      logFile === null ? undefined : `See its log: ${logFile}`,
    ),
  );
  if (watch !== null) {
    failures.push(watch.gone.then(() => new CliError('postgres_failed', 'The embedded PostgreSQL has stopped')));
  }
  try {
    const failure = await Promise.race([requested, ...failures]);
    if (failure instanceof CliError) throw failure;
  } finally {
    watch?.end();
  }
}

/** Cleanup steps, newest last. */
export type Cleanup = (() => Promise<void> | void)[];

/**
 * Runs all cleanup steps, newest first. A step that fails does not stop the others; the first error is thrown at the end.
 */
export async function runCleanup(cleanup: Cleanup): Promise<void> {
  const errors: unknown[] = [];
  for (let step = cleanup.pop(); step !== undefined; step = cleanup.pop()) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
