import type { ApiKeyRepository, Database } from '@droptrack/persistence';
import { type Config, type Environment, loadConfig } from './config/config';
import type { Places } from './config/places';
import type { CommandClock } from './database/command-clock';
import type { DatabaseDeps } from './database/with-database';
import type { Output, Stream } from './output/output';
import { onStopSignal, type SignalSource } from './up/interruption';

/** The process as the command line sees it; tests pass their own. */
export interface Runtime {
  readonly env: Environment;
  readonly places: Places;
  /** Directory that relative path arguments are resolved against. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly signals: SignalSource;
  readonly nodeVersion: string;
  /** Runs a built program within this process, until the program ends the process. */
  readonly runProgram: (entry: string) => void;
  readonly now: () => Date;
}

/** A runtime with the output and the clock of one command. */
export interface Session extends Runtime {
  readonly output: Output;
  /** Clock behind `now`. */
  readonly clock: CommandClock;
}

/** @throws {ConfigError} */
export const configOf = ({ env, places }: Runtime): Config => loadConfig(env, places.root);

/** Dependencies of `database/with-database.ts`. */
export function databaseDeps(session: Session): DatabaseDeps {
  const onInterrupt = (stop: () => void): (() => void) => onStopSignal(session.signals, stop);
  return { config: configOf(session), output: session.output, onInterrupt };
}

/** Runs `work` on the migrated database; from then on the session uses the database clock. */
export async function withDatabase<T>(session: Session, work: (db: Database) => Promise<T>): Promise<T> {
  const [{ withDatabaseUrl }, { followClock, withOpenDatabase }] = await Promise.all([
    import('./database/with-database'),
    import('./database/open'),
  ]);
  return withDatabaseUrl(databaseDeps(session), (address) =>
    withOpenDatabase(address, session.places.migrations, async (db) => {
      await followClock(session.clock, db, session.output);
      return work(db);
    }),
  );
}

/** Runs `work` on the API keys of the database. */
export async function withKeys<T>(session: Session, work: (keys: ApiKeyRepository) => Promise<T>): Promise<T> {
  const { keysOf } = await import('./database/open');
  return withDatabase(session, (db) => work(keysOf(db)));
}
