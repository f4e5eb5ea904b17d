import { access } from 'node:fs/promises';
import { migrate, type PendingMigration, planMigrations } from '@droptrack/persistence';
import { PROGRAM_VERSION } from '@droptrack/program';
import type { Config } from '../config/config';
import { CliError, EXIT } from '../output/cli-error';
import { count } from '../output/format';
import type { Output } from '../output/output';

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

/**
 * Rejects a check without a database: it must not create one.
 *
 * @throws {CliError} `no_database`.
 */
export async function assertDatabaseExists({ databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>): Promise<void> {
  if (databaseUrl !== null) return;
  await access(home).catch(() => {
    throw new CliError(
      'no_database',
      'There is no database yet: DATABASE_URL is not set, and nothing was started here',
      {
        hint: 'Set DATABASE_URL, or create the embedded database with: droptrack migrate',
      },
    );
  });
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
