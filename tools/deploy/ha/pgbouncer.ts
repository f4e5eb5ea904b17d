import { freePort } from '@droptrack/program/testing';
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopProcess } from '../../processes/server-process';
import type { Cleanup } from '../../test/cleanup';
import type { HaCluster } from './cluster';

const FILE = join(__dirname, '../../../deploy/ha/pgbouncer.ini');

/** Starts PgBouncer with its file in front of the cluster. @returns the URL of the database behind it. */
export async function startPgbouncer(cluster: HaCluster, cleanup: Cleanup): Promise<string> {
  const folder = join(cluster.folder, 'pgbouncer');
  mkdirSync(folder, { mode: 0o755 });
  const port = await freePort();
  const text = readFileSync(FILE, 'utf8')
    .replace('port=5000', `port=${new URL(cluster.url).port}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'));
  writeFileSync(join(folder, 'pgbouncer.ini'), `${text}unix_socket_dir =\n`);
  writeFileSync(join(folder, 'userlist.txt'), '"droptrack" "droptrack"\n');
  const log = openSync(join(folder, 'log'), 'a');
  const user = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
  const child = spawn('setpriv', [...user, 'pgbouncer', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', log, log],
  });
  await cleanup.push(() => stopProcess(child));
  return `postgres://droptrack:droptrack@127.0.0.1:${port}/droptrack`;
}
