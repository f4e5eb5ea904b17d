import { migrate, type PendingMigration, planMigrations } from '@droptrack/persistence';
import { PROGRAM_VERSION } from '@droptrack/program';
import { assertDatabaseExists, withDatabaseUrl } from '../../database/with-database';
import { EXIT } from '../../output/cli-error';
import { count } from '../../output/format';
import type { Output } from '../../output/output';
import { configOf, databaseDeps, type Session } from '../../session/session';

/** Applies the migrations of this version, or lists those that are pending. */
export async function applyOrCheck({ check }: { readonly check: boolean }, session: Session): Promise<number> {
  if (check) await assertDatabaseExists(configOf(session));
  const run = check ? checkMigrations : migrateDatabase;
  return withDatabaseUrl(databaseDeps(session), ({ url }) => run(url, session.places.migrations, session.output));
}

/** Applies pending migrations, and prints each with its duration. */
export async function migrateDatabase(url: string, directory: string, output: Output): Promise<number> {
  output.progress('Reading the migrations of the database …');
  const applied: { name: string; duration_ms: number }[] = [];
  const { newer } = await migrate(url, directory, {
    version: PROGRAM_VERSION,
    onBegin: (migration) => {
      if (migration.longLocks !== null) output.note(describe(migration));
      output.progress(`Applying ${migration.name} …`);
    },
    onEnd: (name, durationMs) => {
      applied.push({ name, duration_ms: Math.round(durationMs) });
      if (!output.isJson) output.note(`${name}  ${Math.round(durationMs)} ms`);
    },
  });
  const text = applied.length === 0 ? 'The database is up to date' : `Applied ${count(applied.length, 'migration')}`;
  output.result({ applied, newer }, `${text}${ofLater(newer)}.`);
  return EXIT.done;
}

/** Lists pending migrations. Read-only. */
export async function checkMigrations(url: string, directory: string, output: Output): Promise<number> {
  const { pending, newer } = await planMigrations(url, directory, PROGRAM_VERSION);
  const document = { pending: pending.map(({ name, longLocks }) => ({ name, long_locks: longLocks })), newer };
  if (pending.length === 0) {
    output.result(document, `The database is up to date${ofLater(newer)}.`);
    return EXIT.done;
  }
  const lines = pending.map((migration) => `  ${describe(migration)}`);
  const title = `${count(pending.length, 'pending migration')}; apply with: droptrack migrate`;
  output.result(document, [title, ...lines].join('\n'));
  return EXIT.failed;
}

const describe = ({ name, longLocks }: PendingMigration): string =>
  longLocks === null ? name : `${name}\n    Locks: ${longLocks}`;

const ofLater = (newer: readonly string[]): string =>
  newer.length === 0 ? '' : `, and has ${count(newer.length, 'migration')} of a later version`;
