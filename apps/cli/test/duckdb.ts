import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Not a dependency: it has 70 MB for each platform. */
const PACKAGE = '@duckdb/node-api@1.5.6-r.1';

/** Runs statements and prints the rows of each as JSON, in a process of its own because the package is native. */
const RUN = `
const { DuckDBInstance } = require(process.argv[1] + '/node_modules/@duckdb/node-api');
(async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("SET TimeZone = 'UTC'");
  const results = [];
  for (const sql of JSON.parse(process.argv[2])) results.push((await connection.runAndReadAll(sql)).getRowObjectsJson());
  process.stdout.write(JSON.stringify(results));
})();`;

type Row = Readonly<Record<string, unknown>>;

/** DuckDB, which reads Parquet independently of this repository. */
export interface DuckDb {
  /** Rows of each statement. @param directory - of relative file names. */
  query(directory: string, ...statements: readonly string[]): Promise<Row[][]>;
  /** Deletes it. */
  remove(): Promise<void>;
}

/** Installs DuckDB into a temporary folder, or states why it cannot run here. */
export async function installDuckDb(): Promise<DuckDb | { readonly skipped: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'droptrack-duckdb-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, PACKAGE], { cwd: folder });
  } catch (error) {
    await remove();
    // Machines of developers may have no registry; CI has one.
    if (process.env['CI'] === 'true') throw error;
    return { skipped: `DuckDB cannot be installed: ${String(error).slice(0, 200)}` };
  }
  return {
    remove,
    query: async (directory, ...statements) => {
      const args = ['-e', RUN, folder, JSON.stringify(statements)];
      const { stdout } = await run(process.execPath, args, { cwd: directory, maxBuffer: 64 * 1024 * 1024 });
      return JSON.parse(stdout) as Row[][];
    },
  };
}
