import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { stopProcess } from '../../processes/server-process';
import type { Cleanup } from '../../test/cleanup';
import { CheckFailure } from '../check-runner';

/** A running `droptrack up` with its demo data, as a new user has it. */
export interface DemoApi {
  readonly baseUrl: string;
  /** Key of the plan `scale`, whose rate limit no consumer reaches. */
  readonly apiKey: string;
  /** A drop with a list, and an eligible wallet of that list. */
  readonly drop: string;
  readonly wallet: string;
}

/** A consumer's surroundings: the project that has the package installed, and the service. */
export interface Consumer {
  /** Root of the repository. */
  readonly root: string;
  readonly project: string;
  readonly api: Promise<DemoApi>;
}

/** Output of `up --json` once the service is ready. */
interface Announcement {
  readonly api_url: string;
  readonly demo_keys: { readonly scale: string };
  readonly demo_example: { readonly drop: string; readonly wallet: string };
}

const START_TIMEOUT_MS = 180_000;

/**
 * Starts the service on free ports, with a data directory of its own.
 *
 * @param corsOrigin - origin of the page that the browser opens.
 * @throws {CheckFailure} when the service exits, or is not ready after three minutes.
 */
export async function startDemoApi(
  { root, scratch, undo }: { root: string; scratch: string; undo: Cleanup },
  corsOrigin: string,
): Promise<DemoApi> {
  const home = await mkdtemp(join(scratch, 'home-'));
  // Embedded PostgreSQL may run as another user.
  await chmod(home, 0o755);
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/droptrack.cjs'), 'up', '--json'], {
    cwd: root,
    env: {
      ...process.env,
      // Empty values count as unset and override a local .env file.
      ...{ DATABASE_URL: '', NODE_ENV: '', HOST: '', PUBLIC_URL: '', REDIS_URL: '' },
      ...{ DROPTRACK_HOME: home, PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' },
      ...{ SOURCES_OFF: 'all', CORS_ORIGINS: corsOrigin },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await undo.push(() => stopProcess(child, 'SIGINT'));
  const { api_url: baseUrl, demo_keys: keys, demo_example: example } = await announcementOf(child);
  return { baseUrl, apiKey: keys.scale, ...example };
}

function announcementOf(child: ChildProcess): Promise<Announcement> {
  let [stdout, stderr] = ['', ''];
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4_096)));
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new CheckFailure(`droptrack up ${reason}\n${stdout}\n${stderr}`.trim()));
    const timeout = setTimeout(() => fail('was not ready in time'), START_TIMEOUT_MS);
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => fail(`exited with code ${code}`));
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      try {
        resolve(JSON.parse(stdout) as Announcement);
        clearTimeout(timeout);
      } catch {
        // The document is not complete yet.
      }
    });
  });
}

/** Environment of a consumer: address, key and example under the names of the README. */
export const consumerEnvironment = ({ baseUrl, apiKey, drop, wallet }: DemoApi): NodeJS.ProcessEnv => ({
  ...process.env,
  DROPTRACK_BASE_URL: baseUrl,
  DROPTRACK_API_KEY: apiKey,
  DROPTRACK_DROP: drop,
  DROPTRACK_WALLET: wallet,
});
