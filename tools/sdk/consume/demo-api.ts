import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckFailure } from '../board/board';
import { stopProcess } from '../../bench/process/server-process';
import type { Cleanup } from '../../bench/process/cleanup';

/** The service as a newcomer has it: `droptrack up`, with its demo. */
export interface DemoApi {
  readonly baseUrl: string;
  /** Of the plan `scale`, whose limit no consumer reaches. */
  readonly apiKey: string;
  /** A drop that has a list, and a wallet that is on it. */
  readonly drop: string;
  readonly wallet: string;
}

/** What `up --json` prints once it is up. */
interface Announcement {
  readonly api_url: string;
  readonly demo_keys: { readonly scale: string };
  readonly demo_example: { readonly drop: string; readonly wallet: string };
}

const START_MS_MAX = 180_000;

/**
 * Starts the service on ports of its own, with a home of its own.
 *
 * @param corsOrigin - origin of the page that the browser will open.
 * @throws {CheckFailure} when it ends, or is not up after three minutes.
 */
export async function startDemoApi(
  { root, scratch, undo }: { root: string; scratch: string; undo: Cleanup },
  corsOrigin: string,
): Promise<DemoApi> {
  const home = await mkdtemp(join(scratch, 'home-'));
  // Embedded PostgreSQL may run as another user than we do.
  await chmod(home, 0o755);
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/droptrack.cjs'), 'up', '--json'], {
    cwd: root,
    env: {
      ...process.env,
      // Empty counts as not set, and keeps a .env of the clone from deciding.
      ...{ DATABASE_URL: '', NODE_ENV: '', HOST: '', PUBLIC_URL: '', REDIS_URL: '' },
      ...{ DROPTRACK_HOME: home, PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' },
      ...{ SOURCES_OFF: 'all', CORS_ORIGINS: corsOrigin },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await undo.push(() => stopProcess(child, 'SIGINT'));
  const { api_url: baseUrl, demo_keys: keys, demo_example: example } = await announced(child);
  return { baseUrl, apiKey: keys.scale, ...example };
}

function announced(child: ChildProcess): Promise<Announcement> {
  let [printed, words] = ['', ''];
  child.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-4_096)));
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new CheckFailure(`droptrack up ${reason}\n${printed}\n${words}`.trim()));
    const timer = setTimeout(() => fail('did not come up in time'), START_MS_MAX);
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

/** How a consumer learns where the service is: names as in the README. */
export const consumerEnvironment = ({ baseUrl, apiKey, drop, wallet }: DemoApi): NodeJS.ProcessEnv => ({
  ...process.env,
  DROPTRACK_URL: baseUrl,
  DROPTRACK_API_KEY: apiKey,
  DROPTRACK_DROP: drop,
  DROPTRACK_WALLET: wallet,
});
