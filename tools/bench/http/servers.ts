import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConventionalTable } from '../conventional/create-table';
import type { Catalogue } from '../data/catalogue';
import { fetchAnswer, type WireAnswer } from '../load/fetch-answer';
import { type ServerProcess, startServer } from '../process/server-process';
import type { BenchContext } from '../bench-context';
import { wireRequest } from './requests';
import { assertSameAnswer } from './same-answer';

/**
 * The API as it is built for production, with its request log on, over a catalogue. Delayed
 * plans see the catalogue a second later, so that theirs is whole by the time it is asked for.
 *
 * @param redisUrl - where its buckets are; in its own memory when not given.
 * @param settings - variables beside those that every bench sets.
 */
export function startApi(
  { cores, root, cleanup }: BenchContext,
  { databaseUrl, drops }: Catalogue,
  redisUrl = '',
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return startServer(
    {
      name: `The API over ${drops} drops`,
      entry: join(root, 'dist', 'apps', 'api', 'main.js'),
      env: {
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        FREE_PLAN_DELAY_SECONDS: '1',
        PORT: '0',
        METRICS_PORT: '0',
        PUBLIC_URL: 'http://localhost:3000',
        NODE_ENV: 'production',
        // As `droptrack up` starts it.
        NODE_OPTIONS: '--max-old-space-size=1024 --max-semi-space-size=32',
        ...settings,
      },
      core: cores?.servers ?? null,
    },
    cleanup,
  );
}

/** A bare server that sends one answer: status, headers, body. */
export function startBareServer(context: BenchContext, answer: WireAnswer): Promise<ServerProcess> {
  return startYardstick(context, { name: 'The bare server', program: 'bare-server.cjs', answer });
}

/** A program of our own that answers everything alike. */
export interface Yardstick {
  /** What messages call it. */
  readonly name: string;
  /** Among those that were built; its arguments are a file with the answer, and what is given here. */
  readonly program: string;
  readonly args?: readonly string[];
  readonly answer: WireAnswer;
}

/** @throws {BenchError} when it does not start, or sends anything else than the answer. */
export async function startYardstick(context: BenchContext, yardstick: Yardstick): Promise<ServerProcess> {
  const { name, program, args = [], answer } = yardstick;
  const file = join(context.scratch, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(answer));
  const entry = join(context.programs, program);
  const core = context.cores?.servers ?? null;
  const server = await startServer({ name, entry, args: [file, ...args], core }, context.cleanup);
  assertSameAnswer(name, await fetchAnswer(server.port, wireRequest('/v1/drops', ''), answer.status), answer);
  return server;
}

/** The conventional service over the same rows. */
export async function startConventional(context: BenchContext, { databaseUrl }: Catalogue): Promise<ServerProcess> {
  await createConventionalTable(databaseUrl);
  return startServer(
    {
      name: 'The conventional service',
      entry: join(context.programs, 'conventional.cjs'),
      env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
      core: context.cores?.servers ?? null,
    },
    context.cleanup,
  );
}
