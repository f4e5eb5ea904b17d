import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Drop, Page } from '@droptrack/contracts';
import { type BenchContext, programOf } from './context';
import type { Catalogue } from './data/catalogue';
import { fetchResponse } from '../load/client';
import { getRequest } from '../load/requests';
import { LIVE_DROPS } from './load/requests';
import { BenchError } from '../processes/bench-error';
import type { RunningProgram, ServerOptions } from '../processes/server-process';
import type { FixedResponse } from './yardsticks';

type Environment = Readonly<Record<string, string>>;

/** As `droptrack up` sets them. */
const HEAP_OPTIONS = '--max-old-space-size=1024 --max-semi-space-size=32';
const EXPLORER_HEAP_OPTIONS = '--max-old-space-size=128 --max-semi-space-size=4';

/**
 * Starts the API as it is built for production, with its request log, over a catalogue. The delayed view is one second
 * late, so that it is complete when it is requested.
 *
 * @param env - additional variables.
 * @param placement - where it may run; on the processor of the servers by default.
 */
export function startApi(
  context: BenchContext,
  { databaseUrl, drops }: Pick<Catalogue, 'databaseUrl' | 'drops'>,
  env: Environment = {},
  placement: Partial<Pick<ServerOptions, 'core'>> = {},
): Promise<RunningProgram> {
  return context.startServer({
    ...placement,
    name: `The API over ${drops} drops`,
    entry: programOf(context.root, 'api'),
    env: {
      DATABASE_URL: databaseUrl,
      REDIS_URL: '',
      FREE_PLAN_DELAY_SECONDS: '1',
      PORT: '0',
      METRICS_PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      NODE_ENV: 'production',
      NODE_OPTIONS: HEAP_OPTIONS,
      ...env,
    },
  });
}

/** Starts the explorer as it is built for production, before an API. Visitors of this machine have no limit. */
export function startExplorer(
  context: BenchContext,
  { port }: RunningProgram,
  { key }: Catalogue,
): Promise<RunningProgram> {
  return context.startServer({
    name: 'The explorer',
    entry: programOf(context.root, 'explorer'),
    env: {
      EXPLORER_API_URL: `http://127.0.0.1:${port}`,
      EXPLORER_API_KEY: key,
      EXPLORER_HOST: '127.0.0.1',
      EXPLORER_PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      NODE_ENV: 'production',
      NODE_OPTIONS: EXPLORER_HEAP_OPTIONS,
    },
  });
}

/** Starts the worker as it is built for production. */
export function startBenchWorker(context: BenchContext, env: Environment): Promise<RunningProgram> {
  const production = { NODE_ENV: 'production', WORKER_METRICS_PORT: '0', DROPTRACK_DEMO: 'false' };
  const entry = programOf(context.root, 'worker');
  return context.startServer({ name: 'The worker', entry, env: { ...production, NODE_OPTIONS: HEAP_OPTIONS, ...env } });
}

/** Starts Node's own server with one response. @throws {BenchError} when it sends anything else. */
export async function startBare(
  context: BenchContext,
  { status, headers, body }: FixedResponse,
): Promise<RunningProgram> {
  const server = await context.serve('yardsticks', 'bareHttp', { status, headers, body });
  const response = await fetchResponse(server.port, getRequest('/v1/drops', ''), status);
  assertSameResponse('Bare node:http', response, { status, headers, body });
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
export async function rssMbWithBothViews(server: RunningProgram, catalogue: Catalogue): Promise<number> {
  const { port } = server;
  await fetchResponse(port, getRequest(LIVE_DROPS, catalogue.key));
  const hasDrops = async (): Promise<boolean> => {
    const response = await fetchResponse(port, getRequest(LIVE_DROPS, catalogue.delayedKey));
    return response.json<Page<Drop>>().data.length > 0;
  };
  for (const began = performance.now(); !(await hasDrops()); await sleep(PAUSE_MS)) {
    if (performance.now() - began > DELAYED_MS_MAX) throw new BenchError('The delayed plan does not see the drops');
  }
  return server.rssMb;
}
