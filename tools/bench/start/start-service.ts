import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BenchError } from '../process/bench-error';
import { fetchAnswer } from '../load/fetch-answer';
import { LIVE_DROPS, wireRequest } from '../http/requests';
import { stopProcess } from '../process/server-process';
import type { BenchContext } from '../bench-context';

/** The whole service, up. */
export interface Service {
  /** From the command to the first whole answer to a request with a key. */
  readonly answeredAfterMs: number;
  /** As Ctrl-C does. */
  stop(): Promise<void>;
}

const START_MS_MAX = 120_000;

/** What `up --json` prints once it is up. */
interface Announcement {
  readonly api_url: string;
  readonly demo_keys: { readonly pro: string };
}

/**
 * Runs the command of `npm start` on ports of its own.
 *
 * @param home - its data directory.
 * @throws {BenchError} when it ends, or is not up after two minutes.
 */
export async function startService({ root, cleanup }: BenchContext, home: string): Promise<Service> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/droptrack.cjs'), 'up', '--json'], {
    cwd: root,
    env: {
      ...withoutSettings(),
      DROPTRACK_HOME: home,
      PORT: '0',
      METRICS_PORT: '0',
      WORKER_METRICS_PORT: '0',
      // A bench asks nobody on the internet.
      SOURCES_OFF: 'all',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): Promise<void> => stopProcess(child, 'SIGINT');
  await cleanup.push(stop);
  const { api_url: url, demo_keys: keys } = await announced(child);
  await fetchAnswer(Number(new URL(url).port), wireRequest(LIVE_DROPS, keys.pro));
  return { answeredAfterMs: performance.now() - began, stop };
}

/** What would choose a database, a place or a mode. */
const SETTINGS = new Set(['DATABASE_URL', 'NODE_ENV', 'HOST', 'PUBLIC_URL']);

function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.has(name)));
}

function announced(child: ChildProcess): Promise<Announcement> {
  let printed = '';
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-4_096)));
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new BenchError(`npm start ${reason}\n${printed}\n${words}`.trim()));
    const timer = setTimeout(() => fail('did not come up in time'), START_MS_MAX);
    timer.unref();
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => fail(`ended with code ${code}`));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const announcement = parse(printed);
      if (announcement === null) return;
      clearTimeout(timer);
      resolve(announcement);
    });
  });
}

/** Null while the document is not whole. */
function parse(text: string): Announcement | null {
  try {
    return JSON.parse(text) as Announcement;
  } catch {
    return null;
  }
}
