import { type EmbeddedPostgres, startEmbeddedPostgres } from '@droptrack/persistence';
import type { Config } from '../config/config';
import { CliError } from '../output/cli-error';
import type { Output } from '../output/output';
import { readService } from '../up/service-file';

/** Whose the database is that a command works on. */
export type DatabaseKind = 'configured' | 'service' | 'embedded';

/** A database that answers for as long as the work goes on. */
export interface DatabaseAddress {
  readonly url: string;
  readonly kind: DatabaseKind;
}

export interface DatabaseDeps {
  readonly config: Config;
  readonly output: Output;
  /** Calls back when the person gives up; returns what takes the wish back. */
  readonly onInterrupt: (stop: () => void) => () => void;
}

/**
 * Finds the database of a command and runs `work` on it: that of DATABASE_URL,
 * else the running service's, else the embedded one, started for the time of `work`.
 *
 * @throws {EmbeddedPostgresError}, and whatever `work` throws.
 */
export async function withDatabaseUrl<T>(
  deps: DatabaseDeps,
  work: (address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  const { config, output } = deps;
  // For commands that report nothing themselves, as the database can be far away, locked or busy.
  output.progress('Asking the database …');
  if (config.databaseUrl !== null) return work({ url: config.databaseUrl, kind: 'configured' });
  const running = (await readService(config.home))?.databaseUrl ?? null;
  if (running !== null) return work({ url: running, kind: 'service' });
  return withEmbedded(deps, work);
}

/** A server that is there without a service (another command's, say) is used, and left to who started it. */
async function withEmbedded<T>(
  { config, output, onInterrupt }: DatabaseDeps,
  work: (address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  output.note(`The service is not running: using its PostgreSQL (${config.home}) for this command.`);
  let server: EmbeddedPostgres | null = null;
  let giveUp: (error: CliError) => void = () => undefined;
  const givenUp = new Promise<never>((_, reject) => (giveUp = reject));
  // It may come before the race that waits for it.
  givenUp.catch(() => undefined);
  const stopListening = onInterrupt(() => giveUp(new CliError('interrupted', 'Interrupted')));
  try {
    output.progress('Starting PostgreSQL …');
    server = await startEmbeddedPostgres({ home: config.home, log: output.note });
    output.progress('Bringing the database up to date …');
    return await Promise.race([work({ url: server.url, kind: 'embedded' }), givenUp]);
  } finally {
    output.progress('Stopping PostgreSQL …');
    await server?.stop();
    output.progress(null);
    stopListening();
  }
}
