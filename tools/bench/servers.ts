import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Drop, Page } from '@droptrack/contracts';
import type { BenchContext } from './context';
import { createConventionalTable } from './conventional/create-table';
import type { Catalogue } from './data/catalogue';
import { fetchResponse } from './load/client';
import { getRequest, LIVE_DROPS } from './load/requests';
import { BenchError } from './process/bench-error';
import { type ServerOptions, type ServerProcess, startWorker, type WorkerProcess } from './process/server-process';
import { rssMbOf } from './process/usage';
import type { FixedResponse } from './yardsticks/fixed-response';

type Environment = Readonly<Record<string, string>>;

/** As `droptrack up` sets them. */
const HEAP_OPTIONS = ['--max-old-space-size=1024', '--max-semi-space-size=32'] as const;

const EXPLORER_HEAP_OPTIONS = ['--max-old-space-size=128', '--max-semi-space-size=4'] as const;

/**
 * Starts the API as it is built for production, with its request log, over a catalogue. The delayed view is one second
 * late, so that it is complete when it is requested.
 *
 * @param env - additional variables.
 * @param placement - where it may run; on the processor of the servers by default.
 */
export function startApi(
  context: BenchContext,
  { databaseUrl, drops }: Catalogue,
  env: Environment = {},
  placement: Partial<Pick<ServerOptions, 'core'>> = {},
): Promise<ServerProcess> {
  return context.startServer({
    ...placement,
    name: `The API over ${drops} drops`,
    entry: join(context.root, 'dist', 'apps', 'api', 'main.js'),
    env: {
      DATABASE_URL: databaseUrl,
      REDIS_URL: '',
      FREE_PLAN_DELAY_SECONDS: '1',
      PORT: '0',
      METRICS_PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      NODE_ENV: 'production',
      NODE_OPTIONS: HEAP_OPTIONS.join(' '),
      ...env,
    },
  });
}

/** Starts the explorer as it is built for production, before an API. Visitors of this machine have no limit. */
export function startExplorer(
  context: BenchContext,
  { port }: ServerProcess,
  { key }: Catalogue,
): Promise<ServerProcess> {
  return context.startServer({
    name: 'The explorer',
    entry: join(context.root, 'dist', 'apps', 'explorer', 'main.js'),
    env: {
      EXPLORER_API_URL: `http://127.0.0.1:${port}`,
      EXPLORER_API_KEY: key,
      EXPLORER_HOST: '127.0.0.1',
      EXPLORER_PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      NODE_ENV: 'production',
      NODE_OPTIONS: EXPLORER_HEAP_OPTIONS.join(' '),
    },
  });
}

/** Starts the worker as it is built for production. */
export function startBenchWorker({ root, cores, cleanup }: BenchContext, env: Environment): Promise<WorkerProcess> {
  const production = { NODE_ENV: 'production', WORKER_METRICS_PORT: '0', DROPTRACK_DEMO: 'false' };
  const options = {
    name: 'The worker',
    entry: join(root, 'dist', 'apps', 'worker', 'main.js'),
    env: { ...production, NODE_OPTIONS: HEAP_OPTIONS.join(' '), ...env },
    core: cores?.servers ?? null,
  };
  return startWorker(options, cleanup);
}

/** Starts the conventional service over the rows of a catalogue. */
export async function startConventional(context: BenchContext, { databaseUrl }: Catalogue): Promise<ServerProcess> {
  await createConventionalTable(databaseUrl);
  return context.startServer({
    name: 'The conventional service',
    entry: context.program('conventional'),
    env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
  });
}

/**
 * Starts a yardstick that sends one response.
 *
 * @param args - of the program, after the file of the response.
 * @throws {BenchError} when it sends anything else.
 */
export async function startYardstick(
  context: BenchContext,
  program: 'bare-server' | 'redis-route',
  { status, headers, body }: FixedResponse,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const file = join(context.scratch, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ status, headers, body }));
  const server = await context.startServer({
    name: `The yardstick ${program}`,
    entry: context.program(program),
    args: [file, ...args],
  });
  assertSameResponse(program, await fetchResponse(server.port, getRequest('/v1/drops', ''), status), {
    status,
    headers,
    body,
  });
  return server;
}

/** @throws {BenchError} for another status, header or body; `Date`, and case and order of headers, may differ. */
export function assertSameResponse(name: string, response: FixedResponse, expected: FixedResponse): void {
  if (isDeepStrictEqual(comparable(response), comparable(expected))) return;
  throw new BenchError(`${name} sends ${shown(response)}\ninstead of ${shown(expected)}`);
}

function comparable({ status, headers, body }: FixedResponse) {
  const lowerCase = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status, headers: new Map(lowerCase.filter(([name]) => name !== 'date').sort()), body };
}

function shown({ status, headers, body }: FixedResponse): string {
  return `${status}, ${body.length} characters\n${headers.map((header) => header.join(': ')).join('\n')}`;
}

/** The delayed plan sees the drops a second after they were created. */
const DELAYED_MS_MAX = 60_000;
const PAUSE_MS = 500;

/**
 * Memory of an API process that has served both the live and the delayed view, in MB; NaN where it cannot be read.
 *
 * @throws {BenchError} when the delayed plan does not see the drops.
 */
export async function rssMbWithBothViews({ port, pid }: ServerProcess, catalogue: Catalogue): Promise<number> {
  await fetchResponse(port, getRequest(LIVE_DROPS, catalogue.key));
  const hasDrops = async (): Promise<boolean> => {
    const response = await fetchResponse(port, getRequest(LIVE_DROPS, catalogue.delayedKey));
    return response.json<Page<Drop>>().data.length > 0;
  };
  for (const began = performance.now(); !(await hasDrops()); await sleep(PAUSE_MS)) {
    if (performance.now() - began > DELAYED_MS_MAX) throw new BenchError('The delayed plan does not see the drops');
  }
  return rssMbOf(pid) ?? Number.NaN;
}
