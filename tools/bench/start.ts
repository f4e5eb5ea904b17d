import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, symlink } from 'node:fs/promises';
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
const SETTINGS = new Set(['DATABASE_URL', 'DROPTRACK_HOME', 'NODE_ENV', 'HOST', 'PUBLIC_URL']);
const ROUNDS = 5;

/** `npm start` in a fresh clone with installed packages, and again in the same one, until the first response. */
export async function benchStart(context: BenchContext): Promise<Measurement[]> {
  context.progress('Starting the service, in a fresh clone and again …');
  let clones = 0;
  const clone = (): string => join(context.scratch, `clone-${clones}`);
  const rounds = await interleave(context.rounds(ROUNDS), {
    cold: async () => {
      clones += 1;
      execFileSync('git', ['clone', '--quiet', context.root, clone()]);
      await symlink(join(context.root, 'node_modules'), join(clone(), 'node_modules'));
      // Embedded PostgreSQL may run as another user.
      await chmod(clone(), 0o755);
      return startOnce(context, clone());
    },
    warm: () => startOnce(context, clone()),
  });
  return [
    line('npm start, warm: first response', 's', rounds.warm, { below: 3 }),
    line('npm start, fresh clone: first response', 's', rounds.cold, { below: 12 }),
  ];
}

/**
 * Starts the whole service on ports of its own, and stops it as Ctrl-C does.
 *
 * @returns seconds from the command to the first whole response to a request with a key.
 * @throws {BenchError}
 */
async function startOnce({ cleanup }: BenchContext, clone: string): Promise<number> {
  const began = performance.now();
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.has(name)));
  const ports = { PORT: '0', EXPLORER_PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' };
  const child = spawn('npm', ['start', '--silent', '--', '--json'], {
    cwd: clone,
    // Without requests to sources on the internet.
    env: { ...inherited, ...ports, SOURCES_OFF: 'all' },
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
