import type { WebhookTerms } from '../../../config/webhook-key';
import { type Config, type Environment, reachableUrl } from '../../../config/config';
import type { Output } from '../../../output/output';
import type { ReservedPorts } from './ports';
import type { ReadyDatabase } from './provide-database';
import { type LoadedService, loadService, type LoadServicesDeps, type RunningService } from './run-services';

/** Programs that load their code until they run. */
export interface LoadedServices {
  readonly worker: LoadedService;
  readonly api: LoadedService;
  /** Null: no explorer is started. */
  readonly explorer: LoadedService | null;
}

/** Starts worker, API and explorer, which load their code. They stop in the reverse order. */
export function loadServices(hasExplorer: boolean, deps: LoadServicesDeps): LoadedServices {
  const worker = loadService('worker', deps);
  const api = loadService('api', deps);
  return { worker, api, explorer: hasExplorer ? loadService('explorer', deps) : null };
}

/** Ports, database and settings of the programs. */
export interface ServiceSettings {
  readonly ports: ReservedPorts;
  readonly isDemo: boolean;
  readonly database: ReadyDatabase;
  readonly webhooks: WebhookTerms;
  /** Null without an explorer. */
  readonly explorerKey: string | null;
}

/** Configuration of the programs, and the output of their progress. */
interface RunServicesDeps {
  readonly config: Pick<Config, 'api' | 'explorer'>;
  readonly output: Output;
}

/**
 * Runs worker, API and explorer. The worker waits for the catalogue, as some of its jobs read the drops once. With a log that has no
 * reader yet, API and explorer wait for the worker: revisions of a new database are dated back only until the API has read the log.
 */
export async function runServices(
  { worker, api, explorer }: LoadedServices,
  settings: ServiceSettings,
  { config, output }: RunServicesDeps,
): Promise<RunningService[]> {
  const { ports, database } = settings;
  const env = variablesOf(settings, config);
  output.step(database.isUnread ? 'Starting the worker …' : 'Starting worker, API and explorer …');
  await (database.isUnread ? ports.release('WORKER_METRICS_PORT') : ports.release());
  const working = database.catalogue.then(() => worker.run(env.worker));
  if (database.isUnread) {
    await working;
    output.step('Starting API and explorer …');
    await ports.release();
  }
  return Promise.all([api.run(env.api), working, ...(explorer === null ? [] : [explorer.run(env.explorer)])]);
}

/** Variables of each program. */
function variablesOf(
  { ports, isDemo, database, webhooks, explorerKey }: ServiceSettings,
  config: RunServicesDeps['config'],
): Readonly<Record<keyof LoadedServices, Environment>> {
  const { PORT, EXPLORER_PORT, METRICS_PORT, WORKER_METRICS_PORT } = ports.numbers;
  // An empty variable counts as not set: the programs accept a secret in one variable only.
  const all = { DATABASE_URL: database.url, DATABASE_URL_FILE: '', SHUTDOWN_GRACE_SECONDS: '0', ...webhooks.env };
  return {
    worker: { ...all, WORKER_METRICS_PORT: String(WORKER_METRICS_PORT), DROPTRACK_DEMO: String(isDemo) },
    api: { ...all, PORT: String(PORT), METRICS_PORT: String(METRICS_PORT) },
    explorer: {
      EXPLORER_PORT: String(EXPLORER_PORT),
      EXPLORER_API_URL: reachableUrl({ ...config.api, port: PORT }),
      EXPLORER_API_KEY: explorerKey ?? '',
      EXPLORER_API_KEY_FILE: '',
      // The demo is for the one who runs it; with an own database, visitors may come.
      EXPLORER_DATA: config.explorer.data ?? (isDemo ? 'live' : ''),
    },
  };
}
