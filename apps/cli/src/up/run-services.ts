import type { Config, Environment } from '../config/config';
import type { Places } from '../config/places';
import { CliError } from '../output/cli-error';
import type { Output } from '../output/output';
import type { Interruption } from './interruption';
import { openLog } from './open-log';
import { watchPostgres } from './postgres-watch';
import {
  SERVICE_TITLES,
  serviceFailed,
  type ServiceName,
  type ServiceProcess,
  startServiceProcess,
} from './service-process';
import type { Undo } from './undo';

/** Ends a start that somebody no longer wants. */
export class StartInterrupted extends Error {}

export interface RunServicesDeps {
  readonly config: Pick<Config, 'home' | 'isProduction'>;
  readonly places: Pick<Places, ServiceName>;
  /** Passed on to the programs. */
  readonly env: Environment;
  readonly output: Output;
  readonly interruption: Interruption;
  readonly undo: Undo;
}

/** A program of the service, and where its words go. */
export interface RunningService {
  readonly process: ServiceProcess;
  /** Null when there is none. */
  readonly logFile: string | null;
}

/**
 * Starts a program of the service and waits until it is ready.
 *
 * @param env - beside what is passed on to every program.
 * @throws {CliError} `api_failed` or `worker_failed`; {StartInterrupted}
 */
export async function runService(name: ServiceName, env: Environment, deps: RunServicesDeps): Promise<RunningService> {
  const { config, places, output, interruption, undo } = deps;
  const { log, logFile, complain, close } = openLog(name, config, output);
  undo.push(close);
  const process = startServiceProcess({
    name,
    entry: places[name],
    env: { ...deps.env, ...env },
    log,
    complain,
    onProgress: output.progress,
  });
  undo.push(async () => {
    void interruption.insisted.then(process.kill);
    await process.stop();
  });
  await Promise.race([process.ready, interruption.requested]);
  if (interruption.isRequested) throw new StartInterrupted();
  return { process, logFile };
}

/**
 * Waits for the wish to stop.
 *
 * @param dataDirectory - of the embedded server; null when the database is somebody else's.
 * @throws {CliError} when a part ends that nobody told to.
 */
export async function untilOver(
  services: readonly RunningService[],
  dataDirectory: string | null,
  { requested }: Interruption,
): Promise<void> {
  const watch = dataDirectory === null ? null : watchPostgres(dataDirectory);
  const failures = services.map(async ({ process: { name, ended }, logFile }) =>
    serviceFailed(name, `${SERVICE_TITLES[name]} ${await ended}`, logFile === null ? undefined : `Its log: ${logFile}`),
  );
  if (watch !== null) {
    failures.push(watch.gone.then(() => new CliError('postgres_failed', 'The embedded PostgreSQL is gone')));
  }
  try {
    const failure = await Promise.race([requested, ...failures]);
    if (failure instanceof CliError) throw failure;
  } finally {
    watch?.end();
  }
}
