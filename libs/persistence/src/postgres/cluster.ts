import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account';
import type { Binaries } from './binaries';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { findData, makePassword, type Places, STATE } from './places';
import { reasonIn, runProgram, runsWell } from './run-program';

/** Role (a superuser) and database of the service. */
export const ROLE = 'droptrack';

/** Facts about one server, determined once per start. */
export interface Cluster {
  readonly places: Places;
  readonly account: Account | null;
  readonly binaries: Binaries;
  readonly dataDirectory: string;
  readonly password: string;
}

/** A test run connects some thousand times; 4 096 iterations take 3 ms of processor time per connection. */
const FOR_TESTS = ['--no-sync', '--set=scram_iterations=1'];

/**
 * Returns the data directory, after `initdb` when there was none, which takes about a second. UTF-8, locale C (the same order on every machine), data
 * checksums, and passwords (SCRAM) even for connections from this machine.
 *
 * @throws {EmbeddedPostgresError} when no directory is writable, or initdb fails.
 */
export async function prepareData(
  places: Places,
  binaries: Binaries,
  account: Account | null,
  options: { readonly durable: boolean; readonly output: number; readonly log: (line: string) => void },
): Promise<string> {
  const existing = await findData(places);
  if (existing !== null) return existing;
  const base = await makeBase(places, account, options.log);
  const password = await makePassword(places);
  const attempt = randomBytes(4).toString('hex');
  const partial = join(base, `new-${attempt}`);
  const secret = join(base, `secret-${attempt}`);
  try {
    await writeFile(secret, password, { mode: 0o600 });
    if (account !== null) await chown(secret, account.uid, account.gid);
    const args = [`--pgdata=${partial}`, `--username=${ROLE}`, `--pwfile=${secret}`, '--auth=scram-sha-256'];
    args.push('--encoding=UTF8', '--locale=C', '--data-checksums', ...(options.durable ? [] : FOR_TESTS));
    const logStart = (await stat(places.logFile)).size;
    const code = await runProgram(binaries.initdb, args, account, options.output);
    if (code !== 0) {
      const words = (await readFile(places.logFile, 'utf8')).slice(logStart);
      throw new EmbeddedPostgresError(`initdb failed: ${reasonIn(words)} (see ${places.logFile})`);
    }
    // A concurrent start of the same home was faster: its data is used.
    await rename(partial, join(base, 'data')).catch(() => undefined);
    return join(base, 'data');
  } finally {
    await rm(secret, { force: true });
    await rm(partial, { recursive: true, force: true });
  }
}

/** Creates the first directory that the user of the server can enter; logs it when it is not the default. */
async function makeBase(places: Places, account: Account | null, log: (line: string) => void): Promise<string> {
  for (const [index, data] of places.dataDirectories.entries()) {
    const base = join(data, '..');
    await mkdir(base, { recursive: true });
    if (account === null) return base;
    if (index > 0) await chmod(STATE, 0o755);
    await chown(base, account.uid, account.gid);
    if (index > 0) log(`PostgreSQL does not run as root and cannot reach ${places.home}; its data is in ${base}`);
    if (await runsWell('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', base], account)) return base;
    await rmdir(base);
  }
  throw new EmbeddedPostgresError(`no directory for its data can be made in ${places.home}`);
}
