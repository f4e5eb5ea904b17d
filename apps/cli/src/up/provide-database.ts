import { ApiKeyRepository, migrate, openDatabase, startEmbeddedPostgres } from '@droptrack/persistence';
import type { Config } from '../config/config';
import type { Places } from '../config/places';
import { CommandClock } from '../database/command-clock';
import { followClock } from '../database/open';
import { count } from '../output/count';
import { showDatabase } from '../output/redact';
import type { Output } from '../output/output';
import { type DemoKeys, provideDemoKeys } from './demo-keys';
import { loadCatalogue } from './load-catalogue';
import type { Undo } from './undo';

/** A database that is ready for the programs of the service. */
export interface ReadyDatabase {
  readonly url: string;
  /** Of the embedded server; null when the database is somebody else's. */
  readonly dataDirectory: string | null;
  /** Nobody has read its log yet, so that what is written now is dated back. */
  readonly isUnread: boolean;
  readonly demoKeys: DemoKeys | null;
  /** See Announcement. */
  readonly facts: readonly (readonly [string, string])[];
}

export interface ProvideDatabaseDeps {
  readonly config: Config;
  readonly places: Places;
  readonly output: Output;
  readonly now: () => Date;
  readonly undo: Undo;
  /** Throws once somebody wants to stop; called between steps. */
  readonly checkpoint: () => void;
}

/** Starts PostgreSQL where there is none, brings it up to date, loads the catalogue, and issues the demo's keys. */
export async function provideDatabase(isDemo: boolean, deps: ProvideDatabaseDeps): Promise<ReadyDatabase> {
  const { config, places, output, checkpoint } = deps;
  const { url, dataDirectory, where } = await reachServer(deps);
  checkpoint();
  output.progress('Bringing the database up to date …');
  const { applied } = await migrate(url, places.migrations);
  checkpoint();
  const db = openDatabase(url, { poolSize: 2, applicationName: 'droptrack up' });
  try {
    const clock = new CommandClock(deps.now);
    await followClock(clock, db, output);
    const { now } = clock;
    const catalogue = await loadCatalogue({ db, directory: places.catalogue, output, now });
    checkpoint();
    const keys = new ApiKeyRepository(db);
    const demoKeys = isDemo ? await provideDemoKeys({ keys, home: config.home, now }) : null;
    const migrations = applied.length === 0 ? '' : `, ${count(applied.length, 'migration')} applied`;
    const facts = [['Database', `${where}${migrations}`] as const, ['Catalogue', catalogue] as const];
    const [head] = await db.query<{ unread: boolean }>("SELECT complete_until = 'epoch' AS unread FROM log_head");
    return { url, dataDirectory, isUnread: head?.unread ?? true, demoKeys, facts };
  } finally {
    await db.close();
  }
}

async function reachServer({ config, output, undo }: ProvideDatabaseDeps) {
  if (config.databaseUrl !== null) {
    return { url: config.databaseUrl, dataDirectory: null, where: showDatabase(config.databaseUrl) };
  }
  output.progress('Starting PostgreSQL …');
  const { url, dataDirectory, stop } = await startEmbeddedPostgres({ home: config.home, log: output.note });
  undo.push(stop);
  return { url, dataDirectory, where: `embedded PostgreSQL, data in ${dataDirectory}` };
}
