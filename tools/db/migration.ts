import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer } from '@droptrack/persistence/testing';
import { migrationFile, migrationName } from './migration-file';
import { diffSchemas } from './schema-engine';

const MIGRATIONS = join('prisma', 'migrations');
const SCHEMA = join('prisma', 'schema.prisma');

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/**
 * Writes a migration for the changes of `schema.prisma` since the last one.
 *
 * The older schema is that of the last commit that touched the migrations: it is
 * in the history anyway, and needs no second copy that could disagree. So a
 * migration and its schema are committed together, and one at a time.
 *
 * @returns the exit code: 0 written, 1 not now, 2 wrong usage.
 */
async function writeMigration(words: readonly string[], now: Date): Promise<number> {
  const name = migrationName(words, now);
  if (name === null) return fail('usage: npm run db:migration -- <verb_noun>, such as add_hype_points', 2);
  if (git('status', '--porcelain', '--', MIGRATIONS) !== '')
    return fail(`Commit what is new in ${MIGRATIONS} first`, 1);

  const commit = git('log', '-1', '--format=%H', '--', MIGRATIONS);
  const older = commit === '' ? null : git('show', `${commit}:prisma/schema.prisma`);
  const server = await startTestServer(MIGRATIONS, process.env['TEST_DATABASE_URL'] || undefined);
  try {
    const sql = await diffSchemas(server.templateUrl, older, await readFile(SCHEMA, 'utf8'));
    if (sql === '') console.warn(`${SCHEMA} has not changed since the last migration; writing an empty one`);
    await mkdir(join(MIGRATIONS, name));
    await writeFile(join(MIGRATIONS, name, 'migration.sql'), migrationFile(sql));
    console.log(`${join(MIGRATIONS, name, 'migration.sql')}: complete its header, read every statement`);
    return 0;
  } finally {
    await server.stop();
  }
}

function fail(reason: string, code: number): number {
  console.error(reason);
  return code;
}

writeMigration(process.argv.slice(2), new Date()).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
