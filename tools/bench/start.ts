import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './context';
import { interleave } from './interleave';
import { fetchResponse } from '../load/client';
import { getRequest } from '../load/requests';
import { LIVE_DROPS } from './load/requests';
import { stopProcess, untilStarted } from '../processes/server-process';
import { line, type Measurement } from './report/measurement';

/** Output of `up --json`. */
interface Announcement {
  readonly api_url: string;
  readonly demo_keys: { readonly pro: string };
}

/** Variables that would choose a database, an address or a mode. */
const SETTINGS = new Set(['DATABASE_URL', 'NODE_ENV', 'HOST', 'PUBLIC_URL']);
const ROUNDS = 5;

/** The command of `npm start`, with an empty data directory and again over the same one, until the first response. */
export async function benchStart(context: BenchContext): Promise<Measurement[]> {
  context.progress('Starting the service, cold and warm …');
  let homes = 0;
  const home = (): string => join(context.scratch, `home-${homes}`);
  const rounds = await interleave(context.rounds(ROUNDS), {
    cold: async () => {
      homes += 1;
      await mkdir(home());
      // Embedded PostgreSQL may run as another user.
      await chmod(home(), 0o755);
      return startOnce(context, home());
    },
    warm: () => startOnce(context, home()),
  });
  return [
    line('npm start, warm: first response', 's', rounds.warm, { below: 5 }),
    line('npm start, no data yet: first response', 's', rounds.cold, { below: 40 }),
  ];
}

/**
 * Starts the whole service on ports of its own, and stops it as Ctrl-C does.
 *
 * @param home - its data directory.
 * @returns seconds from the command to the first whole response to a request with a key.
 * @throws {BenchError}
 */
async function startOnce({ root, cleanup }: BenchContext, home: string): Promise<number> {
  const began = performance.now();
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.has(name)));
  const ports = { PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' };
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/droptrack.cjs'), 'up', '--json'], {
    cwd: root,
    // Without requests to sources on the internet.
    env: { ...inherited, ...ports, DROPTRACK_HOME: home, SOURCES_OFF: 'all' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await cleanup.push(() => stopProcess(child, 'SIGINT'));
  const announced = await untilStarted<Announcement>(child, 'npm start', (resolve) => onAnnouncement(child, resolve));
  await fetchResponse(Number(new URL(announced.api_url).port), getRequest(LIVE_DROPS, announced.demo_keys.pro));
  const seconds = (performance.now() - began) / 1_000;
  await stopProcess(child, 'SIGINT');
  return seconds;
}

function onAnnouncement(child: ChildProcess, resolve: (announcement: Announcement) => void): void {
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    try {
      resolve(JSON.parse(printed) as Announcement);
    } catch {
      // The document is not complete yet.
    }
  });
}
