import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installPackages } from '../../../tools/test/install-packages';

const run = promisify(execFile);

/** Not a dependency: it has 70 MB for each platform. */
const PACKAGE = '@duckdb/node-api@1.5.6-r.1';
const QUERY_MS_MAX = 100_000;

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
interface DuckDb {
  /** Rows of each statement. @param directory - of relative file names. */
  query(directory: string, ...statements: readonly string[]): Promise<Row[][]>;
  /** Deletes it. */
  remove(): void;
}

/** Installs DuckDB; null, with the printed reason, where it cannot be installed. */
export function installDuckDb(): DuckDb | null {
  const installed = installPackages(PACKAGE);
  if (installed === null) return null;
  const { folder, remove } = installed;
  return {
    remove,
    query: async (directory, ...statements) => {
      const args = ['-e', RUN, folder, JSON.stringify(statements)];
      const { stdout } = await run(process.execPath, args, {
        cwd: directory,
        timeout: QUERY_MS_MAX,
        maxBuffer: 64 * 1024 * 1024,
      });
      return JSON.parse(stdout) as Row[][];
    },
  };
}
