import { reachableUrl } from '../config/address';
import type { Config, Environment } from '../config/config';
import type { Places } from '../config/places';
import { CliError, EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { type Announcement, announce, presentAnnouncement } from '../up/announcement';
import { type ApiProcess, startApiProcess } from '../up/api-process';
import { demoKeysFile } from '../up/demo-keys';
import type { Interruption } from '../up/interruption';
import { openLog } from '../up/open-log';
import { claimPort } from '../up/ports';
import { watchPostgres } from '../up/postgres-watch';
import { provideDatabase, type ReadyDatabase } from '../up/provide-database';
import { claimService } from '../up/service-file';
import { type Undo, undoAll } from '../up/undo';

export interface UpArguments {
  /** Demo keys on a database of one's own, or in production. */
  readonly demo: boolean;
  /** In place of PORT. */
  readonly port?: number;
}

export interface UpDeps {
  readonly config: Config;
  readonly places: Places;
  /** Passed on to the API. */
  readonly env: Environment;
  readonly output: Output;
  readonly interruption: Interruption;
  readonly now: () => Date;
}

/** Ends a start that somebody no longer wants. */
class StartInterrupted extends Error {}

/**
 * Runs the whole service until it is told to stop or a part of it fails. Whatever
 * was started is stopped again, the API before the database, in either case.
 */
export async function up(args: UpArguments, deps: UpDeps): Promise<number> {
  const undo: Undo = [];
  const began = deps.now();
  try {
    const { home, api, metrics } = deps.config;
    const claim = await claimService(home, began);
    undo.push(claim.release);
    const port = await claimPort('PORT', { ...api, port: args.port ?? api.port });
    await claimPort('METRICS_PORT', metrics);

    const isDemo = args.demo || (deps.config.databaseUrl === null && !deps.config.isProduction);
    const checkpoint = (): void => assertWanted(deps.interruption);
    const database = await provideDatabase(isDemo, { ...deps, undo, checkpoint });
    checkpoint();
    deps.output.progress('Starting the API …');
    const { process, logFile } = startApi(port, database, deps, undo);
    await untilListening(process, deps.interruption);
    const apiUrl = reachableUrl({ ...api, port });
    await claim.publish({ apiUrl, databaseUrl: database.url });
    say(describe(database, apiUrl, logFile, deps, began), deps);
    await untilOver(process, database, deps.interruption, logFile);
    return EXIT.done;
  } catch (error) {
    if (error instanceof StartInterrupted) return EXIT.done;
    throw error;
  } finally {
    deps.output.progress(null);
    if (deps.interruption.isRequested) deps.output.note('Stopping …');
    await undoAll(undo);
    if (deps.interruption.isRequested) deps.output.note('Stopped.');
  }
}

function startApi(port: number, { url }: ReadyDatabase, deps: UpDeps, undo: Undo) {
  const { config, env, places, output, interruption } = deps;
  const { log, logFile, complain, close } = openLog(config, output);
  undo.push(close);
  const process = startApiProcess({
    entry: places.api,
    env: { ...env, DATABASE_URL: url, PORT: String(port) },
    log,
    complain,
  });
  undo.push(async () => {
    void interruption.insisted.then(process.kill);
    await process.stop();
  });
  return { process, logFile };
}

function assertWanted({ isRequested }: Interruption): void {
  if (isRequested) throw new StartInterrupted();
}

async function untilListening(api: ApiProcess, interruption: Interruption): Promise<void> {
  const url = await Promise.race([api.listening, interruption.requested]);
  if (url === undefined) throw new StartInterrupted();
}

/** @throws {CliError} when a part ends that nobody told to. */
async function untilOver(
  api: ApiProcess,
  { dataDirectory }: ReadyDatabase,
  { requested }: Interruption,
  logFile: string | null,
): Promise<void> {
  const watch = dataDirectory === null ? null : watchPostgres(dataDirectory);
  const hint = logFile === null ? {} : { hint: `Its log: ${logFile}` };
  const apiEnded = api.ended.then((reason) => new CliError('api_failed', `The API ${reason}`, hint));
  const postgresEnded = watch?.gone.then(() => new CliError('postgres_failed', 'The embedded PostgreSQL is gone'));
  try {
    const failure = await Promise.race([requested, apiEnded, ...(postgresEnded ? [postgresEnded] : [])]);
    if (failure instanceof CliError) throw failure;
  } finally {
    watch?.end();
  }
}

function describe(
  { demoKeys, facts, exampleDrop }: ReadyDatabase,
  apiUrl: string,
  logFile: string | null,
  { config, now }: UpDeps,
  began: Date,
): Announcement {
  const demo = demoKeys === null ? null : { keys: demoKeys, file: demoKeysFile(config.home), drop: exampleDrop };
  return { apiUrl, demo, facts, logFile, startedAfterMs: now().getTime() - began.getTime() };
}

/** In production standard output is the API's log, which programs read. */
function say(announcement: Announcement, { config, output }: UpDeps): void {
  if (config.isProduction && !output.isJson) output.note(announce(announcement));
  else output.result(presentAnnouncement(announcement), announce(announcement));
}
