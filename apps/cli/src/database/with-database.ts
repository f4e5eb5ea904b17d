import { type EmbeddedPostgres, hasEmbeddedPostgres, startEmbeddedPostgres } from '@droptrack/persistence';
import type { Config } from '../config/config';
import { CliError } from '../output/cli-error';
import type { Output } from '../output/output';
import { readService } from './service-file';

/** Origin of the database that a command uses: DATABASE_URL, the running service, or an embedded server of its own. */
type DatabaseKind = 'configured' | 'service' | 'embedded';

/** A database that is available while the work runs. */
export interface DatabaseAddress {
  readonly url: string;
  readonly kind: DatabaseKind;
}

export interface DatabaseDeps {
  readonly config: Config;
  readonly output: Output;
  /** Calls `stop` on the first stop signal; returns a function that removes the listener. */
  readonly onInterrupt: (stop: () => void) => () => void;
}

/**
 * Runs `work` on the database of a command: DATABASE_URL, else the database of the running service, else the embedded
 * server, started for the duration of `work`.
 *
 * @throws {EmbeddedPostgresError}, and any error of `work`.
 */
export async function withDatabaseUrl<T>(
  deps: DatabaseDeps,
  work: (address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  const { config, output } = deps;
  // For commands without progress of their own: the database can be remote, locked or busy.
  output.progress('Querying the database …');
  if (config.databaseUrl !== null) return work({ url: config.databaseUrl, kind: 'configured' });
  const running = (await readService(config.home))?.databaseUrl ?? null;
  if (running !== null) return work({ url: running, kind: 'service' });
  return withEmbedded(deps, work);
}

/** True if commands have a database: that of DATABASE_URL, or an embedded one that was created before. */
export async function hasDatabase({ databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>): Promise<boolean> {
  return databaseUrl !== null || (await hasEmbeddedPostgres(home));
}

/**
 * Rejects a command that needs a database where there is none: it must not create one.
 *
 * @throws {CliError} `no_database`.
 */
export async function assertDatabaseExists(config: Pick<Config, 'databaseUrl' | 'home'>): Promise<void> {
  if (await hasDatabase(config)) return;
  throw new CliError('no_database', 'There is no database yet: DATABASE_URL is not set, and nothing was started here', {
    hint: 'Set DATABASE_URL, or create the embedded database with: droptrack migrate',
  });
}

/** Runs `work` on the embedded server. One that another command has started is used and not stopped. */
async function withEmbedded<T>(
  { config, output, onInterrupt }: DatabaseDeps,
  work: (address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  output.note(`The service is not running; using its PostgreSQL (${config.home}) for this command.`);
  let server: EmbeddedPostgres | null = null;
  let giveUp: (error: CliError) => void = () => undefined;
  const givenUp = new Promise<never>((_, reject) => (giveUp = reject));
  // The rejection can precede the race that handles it.
  givenUp.catch(() => undefined);
  const stopListening = onInterrupt(() => giveUp(new CliError('interrupted', 'Interrupted')));
  try {
    output.progress('Starting PostgreSQL …');
    server = await startEmbeddedPostgres({ home: config.home, log: output.note });
    output.progress('Applying migrations …');
    return await Promise.race([work({ url: server.url, kind: 'embedded' }), givenUp]);
  } finally {
    output.progress('Stopping PostgreSQL …');
    await server?.stop();
    output.progress(null);
    stopListening();
  }
}
