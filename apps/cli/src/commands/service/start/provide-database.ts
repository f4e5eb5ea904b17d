import {
  ApiKeyRepository,
  applyDefinitions,
  type ApplyReport,
  type Database,
  hasEmbeddedPostgres,
  isLogUnread,
  migrate,
  openDatabase,
  retryTimeouts,
  startEmbeddedPostgres,
} from '@droptrack/persistence';
import { PROGRAM_VERSION } from '@droptrack/program';
import type { CatalogueReading } from '../../catalogue/files/read-catalogue';
import { formatFault } from '../../catalogue/files/fault';
import type { Config } from '../../../config/config';
import type { Places } from '../../../config/places';
import { CommandClock } from '../../../session/command-clock';
import { followClock } from '../../../database/open';
import { count } from '../../../output/format';
import type { Output } from '../../../output/output';
import { showDatabase } from '../../../output/redact';
import type { Cleanup } from './run-services';
import { type DemoKeys, provideDemoKeys, provideExplorerKey } from './demo';

/** A migrated database with keys. */
export interface ReadyDatabase {
  readonly url: string;
  /** Data directory of the embedded server; null for an external database. */
  readonly dataDirectory: string | null;
  /** True if no follower has read the log yet, so that revisions are still dated back. */
  readonly isUnread: boolean;
  readonly demoKeys: DemoKeys | null;
  /** Key that the demo issued for the explorer; null outside the demo. */
  readonly explorerKey: string | null;
  /**
   * Result of loading the catalogue as text: `81 drops, 81 created`. API and explorer may run before: they follow the log. Into a log
   * without a reader, the catalogue is loaded before.
   */
  readonly catalogue: Promise<string>;
  /** See Announcement. */
  readonly facts: readonly (readonly [string, string])[];
}

interface ProvideDatabaseDeps {
  readonly config: Config;
  readonly places: Places;
  readonly output: Output;
  readonly now: () => Date;
  readonly cleanup: Cleanup;
  /** Throws after a stop request; called between steps. */
  readonly checkpoint: () => void;
}

/** Contents that {@link provideDatabase} creates. */
interface DatabaseContents {
  /** True for demo keys. */
  readonly isDemo: boolean;
  /** Folder of the catalogue to load; null for none. */
  readonly catalogue: string | null;
}

/** Starts the embedded PostgreSQL if needed, applies the migrations, issues the demo keys, and loads the catalogue. */
export async function provideDatabase(contents: DatabaseContents, deps: ProvideDatabaseDeps): Promise<ReadyDatabase> {
  const { places, output, checkpoint } = deps;
  const starting = provideServer(deps);
  // Files are parsed while PostgreSQL starts, in processes of its own.
  const reading = contents.catalogue === null ? null : readFolder(contents.catalogue);
  reading?.catch(() => undefined);
  const server = await starting;
  checkpoint();
  output.step('Applying the migrations …');
  const { applied } = await migrate(server.url, places.migrations, { version: PROGRAM_VERSION });
  checkpoint();
  const migrations = applied.length === 0 ? '' : `, ${count(applied.length, 'migration')} applied`;
  const facts = [['Database', `${server.where}${migrations}`] as const];
  // All of it can be repeated: what is there already stays as it is.
  const repeated = <T>(step: (work: DatabaseWork) => Promise<T>): Promise<T> =>
    retryTimeouts(
      () => workOn(server.url, deps, step),
      (reason) => output.note(`The start timed out and is repeated: ${reason}.`),
    );
  const keys = await repeated((work) => provideKeys(contents.isDemo, work, deps));
  checkpoint();
  const catalogue =
    reading === null ? Promise.resolve(NOT_LOADED) : repeated((work) => loadCatalogue({ ...work, reading, output }));
  // A start that ends before has loaded all of it or nothing.
  const ended = Promise.allSettled([catalogue]);
  deps.cleanup.push(async () => void (await ended));
  if (keys.isUnread) await catalogue;
  checkpoint();
  return { ...server, ...keys, catalogue, facts };
}

/** Reads the files of a catalogue. What checks them loads longer than everything else here. */
const readFolder = async (folder: string): Promise<CatalogueReading> =>
  (await import('../../catalogue/files/read-catalogue')).readCatalogue(folder);

/** Connections and clock of a step. */
interface DatabaseWork {
  readonly db: Database;
  readonly now: () => Date;
}

/** Carries out a step with connections of its own. */
async function workOn<T>(
  url: string,
  { now, output }: ProvideDatabaseDeps,
  step: (work: DatabaseWork) => Promise<T>,
): Promise<T> {
  const db = openDatabase(url, { poolSize: 2, applicationName: 'droptrack up' });
  try {
    const clock = new CommandClock(now);
    await followClock(clock, db, output);
    return await step({ db, now: clock.now });
  } finally {
    await db.close();
  }
}

/** Keys of the demo, and whether the log has a reader. */
async function provideKeys(isDemo: boolean, { db, now }: DatabaseWork, { config }: ProvideDatabaseDeps) {
  const keys = new ApiKeyRepository(db);
  const demoKeys = isDemo ? await provideDemoKeys({ keys, home: config.home, now }) : null;
  const explorerKey = isDemo ? await provideExplorerKey({ keys, home: config.home, now }) : null;
  return { isUnread: await isLogUnread(db), demoKeys, explorerKey };
}

/** A catalogue that others maintain must not be changed by a start. */
const NOT_LOADED = 'as it is in the database; to load files, add --catalogue, or run: droptrack catalogue apply <dir>';

async function provideServer({ config, output, cleanup }: ProvideDatabaseDeps) {
  if (config.databaseUrl !== null) {
    return { url: config.databaseUrl, dataDirectory: null, where: showDatabase(config.databaseUrl) };
  }
  output.step((await hasEmbeddedPostgres(config.home)) ? 'Starting PostgreSQL …' : 'Creating a database …');
  const { url, dataDirectory, stop } = await startEmbeddedPostgres({ home: config.home, log: output.note });
  cleanup.push(stop);
  return { url, dataDirectory, where: `embedded PostgreSQL, data in ${dataDirectory}` };
}

interface LoadCatalogueDeps {
  readonly db: Database;
  readonly reading: Promise<CatalogueReading>;
  readonly output: Output;
  readonly now: () => Date;
}

const FAULTS_SHOWN = 10;

/**
 * Loads the catalogue's folder. If a file has errors they are reported and nothing is loaded: the service then keeps its
 * former catalogue. Drops without a file stay; `catalogue apply --prune` archives them.
 *
 * @returns the result as text: `81 drops, 81 created`.
 */
export async function loadCatalogue({ db, reading, output, now }: LoadCatalogueDeps): Promise<string> {
  output.step('Loading the catalogue …');
  const { definitions, faults } = await reading;
  if (faults.length > 0) {
    output.note(`The catalogue was not loaded: ${count(faults.length, 'error')}.`);
    for (const fault of faults.slice(0, FAULTS_SHOWN)) output.note(`  ${formatFault(fault)}`);
    return `not loaded: ${count(faults.length, 'error')}`;
  }
  const report = await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: now().getTime() });
  return `${count(definitions.length, 'drop')}, ${describe(report)}`;
}

/** `2 created, 1 updated`. */
function describe({ created, updated, archived }: ApplyReport): string {
  const parts = [`${created} created`, `${updated} updated`, `${archived} archived`].filter(
    (part) => !/^0 /.test(part),
  );
  return parts.length === 0 ? 'none changed' : parts.join(', ');
}
