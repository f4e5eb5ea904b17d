import type { Command } from 'commander';
import { configOf, databaseDeps, type Session } from './runtime';
import { withExamples } from './usage';

/** Registers `droptrack migrate`. @param end - called with the exit code of the command. */
export function registerMigrate(program: Command, session: Session, end: (code: number) => void): void {
  const command = program
    .command('migrate')
    .summary('apply the migrations of this version')
    .description(
      'Applies all pending migrations to the database, each in a transaction of its own, and prints its duration. Safe to run ' +
        'from several processes at once: one applies them, the others wait. The order of an upgrade is: migrate, workers, API.',
    )
    .option('--check', 'list pending migrations without applying them; exits with code 1 if there are any')
    .action(async ({ check }: { check?: boolean }) => {
      const [{ checkMigrations, migrateDatabase }, { assertDatabaseExists, withDatabaseUrl }] = await Promise.all([
        import('./commands/migrate'),
        import('./database/with-database'),
      ]);
      const { output, places } = session;
      if (check === true) await assertDatabaseExists(configOf(session));
      const run = check === true ? checkMigrations : migrateDatabase;
      end(await withDatabaseUrl(databaseDeps(session), ({ url }) => run(url, places.migrations, output)));
    });
  withExamples(
    command,
    ['migrate'],
    [
      'DATABASE_URL=postgres://droptrack@db.example.com/droptrack droptrack migrate',
      'droptrack migrate --check',
      'droptrack migrate --check --json',
    ],
  );
}
