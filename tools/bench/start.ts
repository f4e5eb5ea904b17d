import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './context';
import { fetchResponse } from './load/client';
import { getRequest, LIVE_DROPS } from './load/requests';
import { stopProcess, untilStarted } from './process/server-process';
import { line, type Measurement } from './report/measurement';

/** The whole service, started. */
interface Service {
  /** From the command to the first whole response to a request with a key. */
  readonly answeredAfterMs: number;
  /** Stops it as Ctrl-C does. */
  stop(): Promise<void>;
}

/** Output of `up --json`. */
interface Announcement {
  readonly api_url: string;
  readonly demo_keys: { readonly pro: string };
}

/** Variables that would choose a database, an address or a mode. */
const SETTINGS = new Set(['DATABASE_URL', 'NODE_ENV', 'HOST', 'PUBLIC_URL']);

/** The command of `npm start`, with an empty data directory and again over the same one, until the first response. */
export async function benchStart(context: BenchContext): Promise<Measurement[]> {
  const { plan, scratch, progress } = context;
  const seconds = { cold: [] as number[], warm: [] as number[], stop: [] as number[] };
  for (let round = 0; round < plan.starts; round += 1) {
    progress(`Starting the service, cold and warm, ${round + 1} of ${plan.starts} …`);
    const home = join(scratch, `home-${round}`);
    await mkdir(home);
    // Embedded PostgreSQL may run as another user.
    await chmod(home, 0o755);
    for (const kind of ['cold', 'warm'] as const) {
      const service = await startService(context, home);
      seconds[kind].push(service.answeredAfterMs / 1_000);
      const began = performance.now();
      await service.stop();
      seconds.stop.push((performance.now() - began) / 1_000);
    }
  }
  return [
    line('npm start, warm: first response', 's', seconds.warm, { below: 5 }),
    line('npm start, no data yet: first response', 's', seconds.cold, { below: 40 }),
    line('Ctrl-C: all stopped', 's', seconds.stop),
  ];
}

/** Starts the service on ports of its own. @param home - its data directory. @throws {BenchError} */
async function startService({ root, cleanup }: BenchContext, home: string): Promise<Service> {
  const began = performance.now();
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.has(name)));
  const ports = { PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' };
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/droptrack.cjs'), 'up', '--json'], {
    cwd: root,
    // Without requests to sources on the internet.
    env: { ...inherited, ...ports, DROPTRACK_HOME: home, SOURCES_OFF: 'all' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): Promise<void> => stopProcess(child, 'SIGINT');
  await cleanup.push(stop);
  const { api_url: url, demo_keys: keys } = await untilStarted<Announcement>(child, 'npm start', (resolve) =>
    onAnnouncement(child, resolve),
  );
  await fetchResponse(Number(new URL(url).port), getRequest(LIVE_DROPS, keys.pro));
  return { answeredAfterMs: performance.now() - began, stop };
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
