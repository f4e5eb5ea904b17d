import { setTimeout as sleep } from 'node:timers/promises';
import { PLAN_TERMS } from '@droptrack/contracts';
import { ApiKeyRepository } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { loadSubjects, repeatedChanging } from '../load/load-process';
import { getRequest } from '../../load/requests';
import { LIVE_DROPS } from '../load/requests';
import type { ChildProgram } from '../child-program';
import type { RunningProgram } from '../../processes/server-process';
import type { Programs } from '../programs';
import { beside, compareRates, known, line, type Measurement, quantile } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi, startBenchWorker } from '../servers';
import { type CommittedChange, SubscribedEndpoints } from '../webhooks/endpoints';

/** A server with open streams, and a way to send an event to all of them. */
interface Subject {
  readonly server: RunningProgram;
  readonly streams: ChildProgram<Programs['streams']>;
  /** Sends an event. */
  readonly send: () => Promise<CommittedChange>;
}

const CHANGES_PER_SECOND = 4;
const ROUNDS = 5;

/** The API and a worker with many open streams: commit to event, bytes beside a bare broadcast, and lists meanwhile. */
export async function benchStream(context: BenchContext): Promise<Measurement[]> {
  const { connections, changes, bytesChanges } = context.sizes(
    { connections: 5_000, changes: 50, bytesChanges: 30 },
    { connections: 50, changes: 3, bytesChanges: 3 },
  );
  const endpoints = await SubscribedEndpoints.create(context, 'streams', []);
  const keys = await issueKeys(endpoints, connections);
  const worker = await startBenchWorker(context, endpoints.environment);
  const database = { drops: 100, databaseUrl: endpoints.environment['DATABASE_URL'] ?? '' };
  const api = await startApi(context, database, { MAX_CONNECTIONS: '10000' });
  const idleMb = api.rssMb;
  context.progress(`Opening ${formatFigure(connections)} streams …`);
  const streams = await openStreams(context, api.port, keys, connections);
  const openMb = api.rssMb;
  const ofApi: Subject = { server: api, streams, send: () => endpoints.change() };
  const lags = await lagsOf(ofApi, changes);
  const bare = await startBare(context, await eventText(endpoints, ofApi), connections);
  context.progress('Sending beside a bare broadcast …');
  const bytes = await interleave(context.rounds(ROUNDS), {
    api: () => bytesPerCpuSecond(ofApi, bytesChanges),
    bare: () => bytesPerCpuSecond(bare, bytesChanges),
  });
  const other = await startApi(context, database);
  const lists = await listsBeside(context, { beside: api, alone: other }, keys[0] ?? '', endpoints);
  for (const each of [bare.streams, bare.server, streams, api, other, worker]) await each.stop();
  await endpoints.close();
  const what = `${formatFigure(connections)} streams`;
  const listed = `GET /v1/drops, ${what} open, a change a second`;
  return known([
    line(`commit to event, ${what}`, 'ms', [quantile(lags, 0.5)]),
    line(`commit to event, ${what}, 99th percentile`, 'ms', [quantile(lags, 0.99)], { atMost: 300 }),
    beside(line(`events to ${what}`, 'MB/CPU s', bytes.api, { atLeast: 0.8 }), 'bare node:http broadcast', bytes.bare),
    ...compareRates(
      { what: listed, rounds: lists.beside },
      { what: 'without streams', rounds: lists.alone },
      { atLeast: 0.9 },
    ),
    line('memory of an open stream', 'KB', [((openMb - idleMb) * 1_000) / connections]),
  ]);
}

/** As many keys as a number of streams needs. */
async function issueKeys({ db }: SubscribedEndpoints, streams: number): Promise<string[]> {
  const keys = new ApiKeyRepository(db);
  const secrets: string[] = [];
  while (secrets.length * PLAN_TERMS.scale.streams < streams) {
    const terms = { plan: 'scale', label: 'bench', requestsPerMinute: 10_000_000 } as const;
    secrets.push((await keys.issue(terms)).secret);
  }
  return secrets;
}

async function openStreams(
  context: BenchContext,
  port: number,
  keys: readonly string[],
  count: number,
): Promise<Subject['streams']> {
  const streams = await context.startChild('streams', 'load');
  await streams.call('open', port, keys, count);
  return streams;
}

/** Commits changes at a rate; the lags of all streams. */
async function lagsOf({ streams, send }: Subject, changes: number): Promise<number[]> {
  const lags: number[] = [];
  let { seq } = await send();
  for (let n = 0; n < changes; n += 1) {
    const arrived = streams.call('until', seq + 1);
    await sleep(1_000 / CHANGES_PER_SECOND);
    const sent = await send();
    lags.push(...(await arrived).arrivedMs.map((atMs) => atMs - sent.atMs));
    seq = sent.seq;
  }
  return lags;
}

/** Sends events one after the other, each as soon as all streams have the one before. */
async function bytesPerCpuSecond({ server, streams, send }: Subject, changes: number): Promise<number> {
  let [{ seq }, begin] = [await send(), 0];
  await sleep(200);
  const beginCpuMs = server.cpuMs;
  let bytes = 0;
  for (let n = 0; n < changes; n += 1) {
    const arrived = streams.call('until', seq + 1);
    ({ seq } = await send());
    ({ bytes } = await arrived);
    if (n === 0) begin = bytes;
  }
  return (bytes - begin) / 1_000 / (server.cpuMs - beginCpuMs);
}

/** A block as the API sends it. */
async function eventText(endpoints: SubscribedEndpoints, { send, streams }: Subject): Promise<string> {
  const { seq } = await send();
  const arrived = streams.call('until', seq + 1);
  await send();
  await arrived;
  return `id: ${seq + 1}\nevent: drop.updated\ndata: ${await endpoints.lastBody()}\n\n`;
}

async function startBare(context: BenchContext, text: string, connections: number): Promise<Subject> {
  const server = await context.serve('yardsticks', 'broadcast');
  const streams = await openStreams(context, server.port, [], connections);
  let seq = Number(/"sequence":(\d+)/.exec(text)?.[1]);
  const send = async () => {
    seq += 1;
    const atMs = Date.now();
    const body = text.replace(/"sequence":\d+/, `"sequence":${seq}`);
    await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body });
    return { seq, atMs };
  };
  return { server, streams, send };
}

/** Lists of the API with the streams beside those of one without, both over a log that grows by a change a second. */
async function listsBeside(
  context: BenchContext,
  servers: Readonly<Record<'beside' | 'alone', RunningProgram>>,
  key: string,
  endpoints: SubscribedEndpoints,
) {
  const requests = repeatedChanging(getRequest(LIVE_DROPS, key));
  const over = new AbortController();
  const changing = (async () => {
    for (; !over.signal.aborted; await sleep(1_000)) await endpoints.change();
  })();
  const { rounds } = await loadSubjects(context, {
    beside: { server: servers.beside, requests },
    alone: { server: servers.alone, requests },
  });
  over.abort();
  await changing;
  return rounds;
}
