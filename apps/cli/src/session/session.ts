import type { Database } from '@droptrack/persistence';
import type { Droptrack } from '@droptrack/sdk';
import { findMisspelt, type Misspelt, readSettingNames } from '@droptrack/program';
import { type Config, type Environment, loadConfig } from '../config/config';
import type { Places } from '../config/places';
import type { DatabaseDeps } from '../database/with-database';
import type { Output, Stream } from '../output/output';
import { CommandClock } from './command-clock';
import { onStopSignal, type SignalSource } from './interruption';

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
  /** Milliseconds since the process was started, by a monotonic clock. */
  readonly uptimeMs: () => number;
  /** Resolves once the programs of the service are built; rejects if they cannot be, which is reported already. */
  readonly programsBuilt: Promise<void>;
}

/** A runtime with the output, the clock and the database of one command. A command uses the part that it names. */
export interface Session extends Runtime {
  readonly output: Output;
  /** Clock behind `now`. */
  readonly clock: CommandClock;
  /** Runs `work` on the migrated database; from then on the session uses the database clock. */
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
}

/** Part of a session that a command on the database uses. */
export type DatabaseSession = Pick<Session, 'withDatabase' | 'output'>;

/** Session of a command that does all its work on the open database. */
export type OpenSession = Pick<Session, 'output' | 'now'> & { readonly db: Database };

/** Session of a command that an operator can interrupt. */
export type InterruptibleSession = Pick<Session, 'output'> & {
  /** Aborts at the first Ctrl-C, so that the command can end in order. */
  readonly signal: AbortSignal;
};

/** Session of a command that calls the API. */
export type ApiSession = InterruptibleSession & { readonly client: Droptrack };

export function createSession(runtime: Runtime, output: Output): Session {
  const clock = new CommandClock(runtime.now);
  const withDatabase: Session['withDatabase'] = (work) => runOnDatabase(session, work);
  const session: Session = { ...runtime, output, clock, now: clock.now, withDatabase };
  return session;
}

/** @throws {ConfigError} */
export const configOf = ({ env, places }: Pick<Runtime, 'env' | 'places'>): Config => loadConfig(env, places.root);

/** Variables of the environment that are settings except for typos. */
export const misspeltOf = ({ env, places }: Runtime): Misspelt[] => findMisspelt(env, readSettingNames(places.root));

/** Dependencies of `database/with-database.ts`. */
export function databaseDeps(session: Session): DatabaseDeps {
  const onInterrupt = (stop: () => void): (() => void) => onStopSignal(session.signals, stop);
  return { config: configOf(session), output: session.output, onInterrupt };
}

async function runOnDatabase<T>(session: Session, work: (db: Database) => Promise<T>): Promise<T> {
  const [{ withDatabaseUrl }, { followClock, withOpenDatabase }] = await Promise.all([
    import('../database/with-database'),
    import('../database/open'),
  ]);
  return withDatabaseUrl(databaseDeps(session), (address) =>
    withOpenDatabase(address, session.places.migrations, async (db) => {
      await followClock(session.clock, db, session.output);
      return work(db);
    }),
  );
}

/** Opens the database before a command runs. */
export const onDatabase =
  <I>(run: (input: I, session: Session & OpenSession) => Promise<number>) =>
  (input: I, session: Session): Promise<number> =>
    session.withDatabase((db) => run(input, { ...session, db }));

/** Runs `work` with a signal that aborts at the first Ctrl-C, so that it can save its progress. */
export async function untilInterrupted<T>(
  signals: SignalSource,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const stopListening = onStopSignal(signals, () => stop.abort());
  try {
    return await work(stop.signal);
  } finally {
    stopListening();
  }
}

/** Runs a command until it ends, or until an operator interrupts it. */
export const interruptible =
  <I, S extends InterruptibleSession>(run: (input: I, session: S) => Promise<number>) =>
  (input: I, session: Omit<S, 'signal'> & Pick<Session, 'signals'>): Promise<number> =>
    // The compiler does not see that S is the rest of S with its signal.
    untilInterrupted(session.signals, (signal) => run(input, { ...session, signal } as unknown as S));
