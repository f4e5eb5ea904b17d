import { nodeNotice } from '@droptrack/program';
import { resolve } from 'node:path';
import { type Config, reachableUrl } from '../../config/config';
import { CliError, EXIT } from '../../output/cli-error';
import { announce, type Announcement, presentAnnouncement } from './start/announcement';
import { demoKeysFile, readDemoContent } from './start/demo';
import { type Interruption, watchInterruption } from '../../session/interruption';
import { configOf, type Session } from '../../session/session';
import { describeMetrics, reservePorts, type WantedPort } from './start/ports';
import { provideDatabase } from './start/provide-database';
import { type Cleanup, runCleanup, type RunningService, StartInterrupted, untilOver } from './start/run-services';
import { type LoadedServices, loadServices, runServices, type ServiceSettings } from './start/start-services';
import { claimService } from '../../database/service-file';
import { provideWebhookTerms } from '../../config/webhook-key';

/** Options of `droptrack up`. */
interface Up {
  /** Creates demo keys and sample drops even with DATABASE_URL set or in production. */
  readonly demo: boolean;
  /** Overrides PORT. */
  readonly port: number | null;
  /** Folder of a catalogue to load, or true for the one that is shipped; by default it is loaded without DATABASE_URL only. */
  readonly catalogue: string | true | null;
}

interface UpSession extends Session {
  readonly config: Config;
  readonly interruption: Interruption;
}

/**
 * Runs the whole service until a stop signal or until a part of it fails. In both cases everything that was started is
 * stopped: the explorer, the API, the worker, the embedded database.
 */
export async function up(args: Up, session: Session): Promise<number> {
  const config = configOf(session);
  const interruption = watchInterruption(session.signals, () => session.now().getTime());
  const deps = { ...session, config, interruption };
  const cleanup: Cleanup = [];
  try {
    const claim = await claimService(deps.config.home, deps.now());
    cleanup.push(claim.release);
    const ports = await reservePorts(wantedPorts(args, deps.config));
    cleanup.push(ports.end);

    const isDemo = args.demo || (deps.config.databaseUrl === null && !deps.config.isProduction);
    const checkpoint = (): void => assertWanted(deps.interruption);
    // The programs stop before their database.
    const databaseCleanup: Cleanup = [];
    cleanup.push(() => runCleanup(databaseCleanup));
    let isAnnounced = false;
    const loading = loadPrograms({ ...deps, cleanup, isDemo, isStarted: () => isAnnounced });
    loading.catch(() => undefined);
    const contents = { isDemo, catalogue: catalogueOf(args, isDemo, deps) };
    const database = await provideDatabase(contents, { ...deps, cleanup: databaseCleanup, checkpoint });
    checkpoint();
    const webhooks = await provideWebhookTerms(deps.config, isDemo);
    const explorerKey = deps.config.explorer.key ?? database.explorerKey;
    const services = await runServices(await loading, { ports, isDemo, database, webhooks, explorerKey }, deps);
    await ports.end();
    const apiUrl = reachableUrl({ ...deps.config.api, port: ports.numbers.PORT });
    const explorer = { ...deps.config.explorer, port: ports.numbers.EXPLORER_PORT };
    const explorerUrl = explorerKey === null ? null : reachableUrl(explorer);
    await claim.publish({ apiUrl, databaseUrl: database.url, explorerUrl });
    say(await describe({ ports, database, webhooks, explorerUrl, apiUrl, services }, deps), deps);
    isAnnounced = true;
    await untilOver(services, database.dataDirectory, deps.interruption);
    return EXIT.done;
  } catch (error) {
    if (error instanceof StartInterrupted) return EXIT.done;
    throw error;
  } finally {
    deps.output.progress(null);
    if (deps.interruption.isRequested) deps.output.note('Stopping …');
    await runCleanup(cleanup);
    if (deps.interruption.isRequested) deps.output.note('Stopped.');
    interruption.end();
  }
}

/** Folder of the catalogue to load; null to leave the catalogue of DATABASE_URL as it is. */
function catalogueOf({ catalogue }: Up, isDemo: boolean, { config, places, cwd }: UpSession): string | null {
  if (typeof catalogue === 'string') return resolve(cwd, catalogue);
  return catalogue === true || isDemo || config.databaseUrl === null ? places.catalogue : null;
}

function wantedPorts({ port }: Up, { api, explorer, metrics, workerMetrics }: Config): WantedPort[] {
  return [
    { variable: 'PORT', ...api, isDefault: false, ...(port !== null && { port, option: '--port' }) },
    { variable: 'EXPLORER_PORT', ...explorer },
    { variable: 'METRICS_PORT', ...metrics },
    { variable: 'WORKER_METRICS_PORT', ...workerMetrics },
  ];
}

/** Loads the programs once the build that may have started this process has built them, unless the start is over by then. */
async function loadPrograms(
  deps: UpSession & { readonly cleanup: Cleanup; readonly isDemo: boolean; readonly isStarted: () => boolean },
): Promise<LoadedServices> {
  let isOver = false;
  deps.cleanup.push(() => void (isOver = true));
  await programsBuilt(deps);
  if (isOver) throw new StartInterrupted();
  return loadServices(deps.isDemo || deps.config.explorer.key !== null, deps);
}

/** Waits for the build. */
async function programsBuilt({ programsBuilt: built, interruption }: UpSession): Promise<void> {
  const failed = () => new CliError('build_failed', 'The programs of the service could not be built');
  await Promise.race([built, interruption.requested]).catch((): never => {
    throw failed();
  });
  assertWanted(interruption);
}

function assertWanted({ isRequested }: Interruption): void {
  if (isRequested) throw new StartInterrupted();
}

interface Started extends Pick<ServiceSettings, 'ports' | 'database' | 'webhooks'> {
  /** Null if no explorer was started. */
  readonly explorerUrl: string | null;
  readonly apiUrl: string;
  readonly services: readonly RunningService[];
}

async function describe(
  { ports, database, webhooks, explorerUrl, apiUrl, services }: Started,
  { config, uptimeMs }: UpSession,
): Promise<Announcement> {
  const { url, demoKeys: keys } = database;
  const metrics = describeMetrics(config, ports.numbers);
  const notice = nodeNotice();
  const node = notice === null ? [] : [['Node', notice] as const];
  const catalogue = ['Catalogue', await database.catalogue] as const;
  const facts = [...database.facts, catalogue, ...webhooks.facts, ...metrics.facts, ...node];
  const logFiles = services.flatMap(({ logFile }) => logFile ?? []);
  const content = keys === null ? null : await readDemoContent(url);
  const rest = {
    explorerUrl,
    apiUrl,
    metricsUrls: metrics.urls,
    webhooks,
    logFiles,
    startedAfterMs: uptimeMs(),
  };
  if (keys === null || content === null) return { ...rest, demo: null, facts };
  const sample = [
    'Sample',
    `${content.drops} sample drops in addition to the real ones, marked in their names`,
  ] as const;
  const discovery = ['Discovery', `${content.candidates} candidates to review: npx droptrack discover list`] as const;
  const demo = { keys, file: demoKeysFile(config.home), examples: content.examples };
  return { ...rest, demo, facts: [...facts, sample, discovery] };
}

/** Prints the announcement. In production standard output carries the log of the services, so it goes to standard error. */
function say(announcement: Announcement, { config, output }: UpSession): void {
  if (config.isProduction && !output.isJson) output.note(announce(announcement));
  else output.result(presentAnnouncement(announcement), announce(announcement));
}
