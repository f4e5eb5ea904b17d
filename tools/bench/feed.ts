import { ApiKeyRepository, CalendarFeedRepository } from '@droptrack/persistence';
import type { BenchContext } from './context';
import { type Catalogue, createCatalogue } from './data/catalogue';
import { openBenchDatabase } from './data/postgres';
import { mapValues } from './interleave';
import { fetchResponse } from './load/client';
import { loadInterleaved, LoadProcess, repeated, repeatedChanging, type Subject } from './load/load-process';
import { getRequest } from './load/requests';
import { BenchError } from './process/bench-error';
import { cpuMsOf } from './process/usage';
import { compareRates, known, line, type Measurement } from './report/measurement';
import { startApi, startYardstick } from './servers';

/** Drops of the catalogue; the window of each is two events. */
const DROPS = 150;
const EVENTS = 300;
/** Feeds with equal filters: one can be read 60 times an hour. */
const FEEDS = 3_000;
/** Processes whose first read is measured. */
const COLD_READS = 3;

/** A feed of 300 events, read again and again, unchanged, and for the first time, beside the same bytes. */
export async function benchFeed(context: BenchContext): Promise<Measurement[]> {
  const catalogue = await createCatalogue(context, DROPS, 'feed');
  const paths = await createFeeds(context, catalogue);
  const [first = ''] = paths;
  const cold = await readCold(context, catalogue, first);
  const [warm, unchanged] = [await startApi(context, catalogue), await startApi(context, catalogue)];
  const response = await fetchResponse(warm.port, getRequest(first, ''));
  const events = response.body.match(/^BEGIN:VEVENT/gm)?.length ?? 0;
  if (events < EVENTS) throw new BenchError(`The feed has ${events} events instead of ${EVENTS} or more`);
  const condition = [`If-None-Match: ${response.header('etag')}`];
  const notModified = await fetchResponse(unchanged.port, getRequest(first, '', condition), 304);
  const subjects: Record<'bare' | 'warm' | 'bareUnchanged' | 'unchanged', Subject> = {
    bare: { server: await startYardstick(context, 'bare-server', response), requests: repeated(getRequest(first, '')) },
    warm: { server: warm, requests: repeatedChanging(...paths.map((path) => getRequest(path, ''))) },
    bareUnchanged: {
      server: await startYardstick(context, 'bare-server', notModified),
      requests: repeated(getRequest(first, '', condition)),
      status: 304,
    },
    unchanged: {
      server: unchanged,
      requests: repeatedChanging(...paths.map((path) => getRequest(path, '', condition))),
      status: 304,
    },
  };
  const load = await LoadProcess.start(context);
  const { rounds } = await loadInterleaved(
    context,
    mapValues(subjects, (subject) => load.of(subject)),
  );
  for (const { server } of Object.values(subjects)) await server.stop();
  await load.stop();
  const what = `calendar feed of ${events} events`;
  return [
    ...compareRates({ what, rounds: rounds.warm }, { what: 'bare node:http', rounds: rounds.bare }, { atLeast: 0.4 }),
    ...compareRates(
      { what: `${what}, 304`, rounds: rounds.unchanged },
      { what: 'bare node:http, 304', rounds: rounds.bareUnchanged },
    ),
    line(`${what}, first read of a process`, 'ms', cold.readsMs, { atMost: 50 }),
    ...known([line(`${what}, first read of a process`, 'CPU ms', cold.cpuMs)]),
  ];
}

/** @returns the paths of feeds with equal filters. */
async function createFeeds({ progress }: BenchContext, { databaseUrl }: Catalogue): Promise<string[]> {
  progress(`Creating ${FEEDS} feeds …`);
  const db = openBenchDatabase(databaseUrl, 2);
  try {
    const keys = await new ApiKeyRepository(db).list();
    const { account = '' } = keys.find(({ plan }) => plan === 'scale') ?? {};
    const feeds = new CalendarFeedRepository(db);
    const terms = { name: 'bench', types: null, chains: null, drops: null, form: 'points', remind: null } as const;
    const paths: string[] = [];
    while (paths.length < FEEDS) {
      const { token } = await feeds.create(account, terms, Number.MAX_SAFE_INTEGER, Date.now());
      paths.push(`/v1/calendars/${token}.ics`);
    }
    return paths;
  } finally {
    await db.close();
  }
}

/** Milliseconds of the first read of processes, and processor time of the API in them: each writes all events. */
async function readCold(context: BenchContext, catalogue: Catalogue, path: string) {
  const readsMs: number[] = [];
  const cpuMs: number[] = [];
  while (readsMs.length < COLD_READS) {
    const server = await startApi(context, catalogue);
    const [began, cpuBefore] = [performance.now(), cpuMsOf(server.pid)];
    await fetchResponse(server.port, getRequest(path, ''));
    readsMs.push(performance.now() - began);
    cpuMs.push((cpuMsOf(server.pid) ?? Number.NaN) - (cpuBefore ?? Number.NaN));
    await server.stop();
  }
  return { readsMs, cpuMs };
}
