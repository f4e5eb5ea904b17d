import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@droptrack/program/testing';
import { describeWithDebian } from '../test/debian-programs';

/** Folders of installed versions. Debian 12 has 15, which is older than the embedded one; Ubuntu 24.04 has 16. */
const VERSIONS = '/usr/lib/postgresql';
const programs = (): string => {
  const [oldest = ''] = readdirSync(VERSIONS).sort((a, b) => Number(a) - Number(b));
  return join(VERSIONS, oldest, 'bin');
};

/** A server in a temporary folder, with a role `droptrack` that needs no password. */
export interface DebianPostgres {
  /** Of an existing database. */
  readonly url: string;
  readonly data: string;
  readonly folder: string;
  /** Runs one of its programs as the user of the server. @returns its output. */
  run(program: string, ...args: readonly string[]): string;
  remove(): void;
}

/** `describe` for tests that need it. */
export const describeWithDebianPostgres = (): jest.Describe =>
  describeWithDebian({ packages: ['postgresql'], probes: [['sh', '-c', `ls ${VERSIONS}/*/bin/postgres`]] });

/** Creates and starts a server. Its settings are in its data, and so in base backups. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'droptrack-postgres-'));
  chmodSync(folder, 0o755);
  const ids = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null;
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (ids !== null) for (const path of [folder, data]) chownSync(path, ids.uid, ids.gid);
  const run = (program: string, ...args: readonly string[]): string =>
    execFileSync(join(programs(), program), args, {
      ...ids,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  run('initdb', '-D', data, '-U', 'droptrack', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
  const port = await freePort();
  const settings = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nfsync = off\n`;
  appendFileSync(join(data, 'postgresql.conf'), settings);
  run('pg_ctl', '-D', data, '-l', join(folder, 'server.log'), '-w', 'start');
  const remove = (): void => {
    try {
      run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return { url: `postgres://droptrack@127.0.0.1:${port}/postgres`, data, folder, run, remove };
}

const idOf = (option: string): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
