import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { loadInterleaved, LoadProcess, repeatedChanging } from '../load/load-process';
import { getRequest, LIVE_DROPS } from '../load/requests';
import type { ServerProcess } from '../process/server-process';
import { cpuMsOf, rssMbOf } from '../process/usage';
import { compareRates, known, line, type Measurement, quantile } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi, startBenchWorker } from '../servers';
import { SubscribedEndpoints } from '../webhooks/endpoints';
import { issueKeys, Streams } from './streams';

/** A server with open streams, and a way to send an event to all of them. */
interface Subject {
  readonly server: ServerProcess;
  readonly streams: Streams;
  /** Sends an event. @returns its id, and the instant right before, milliseconds since the epoch. */
  readonly send: () => Promise<{ readonly seq: number; readonly atMs: number }>;
}

/** The API and a worker with many open streams: commit to event, bytes beside a bare broadcast, and lists meanwhile. */
export async function benchStream(context: BenchContext): Promise<Measurement[]> {
  const { connections, rounds } = context.plan.stream;
  const endpoints = await SubscribedEndpoints.create(context, 'streams', []);
  const keys = await issueKeys(endpoints, connections);
  const worker = await startBenchWorker(context, endpoints.environment);
  const database = { drops: 100, databaseUrl: endpoints.environment['DATABASE_URL'] ?? '', key: '', delayedKey: '' };
  const [api, other] = [
    await startApi(context, database, { MAX_CONNECTIONS: '10000' }),
    await startApi(context, database),
  ];
  const idleMb = rssMbOf(api.pid) ?? Number.NaN;
  context.progress(`Opening ${formatFigure(connections)} streams …`);
  const streams = await Streams.open(context, api.port, keys, connections);
  const openMb = rssMbOf(api.pid) ?? Number.NaN;
  const ofApi: Subject = { server: api, streams, send: () => endpoints.change() };
  const lags = await lagsOf(context, ofApi);
  const bare = await startBare(context, await eventText(endpoints, ofApi));
  context.progress('Sending beside a bare broadcast …');
  const bytes = await interleave(rounds, {
    api: () => bytesPerCpuSecond(context, ofApi),
    bare: () => bytesPerCpuSecond(context, bare),
  });
  await bare.streams.close();
  await bare.server.stop();
  const lists = await listsBeside(context, { api, other, key: keys[0] ?? '', endpoints });
  await streams.close();
  for (const program of [api, other, worker]) await program.stop();
  await endpoints.close();
  const what = `${formatFigure(connections)} streams`;
  return known([
    line(`commit to event, ${what}`, 'ms', [quantile(lags, 0.5)]),
    line(`commit to event, ${what}, 99th percentile`, 'ms', [quantile(lags, 0.99)], { atMost: 300 }),
    {
      ...line(`events to ${what}`, 'MB/CPU s', bytes.api, { atLeast: 0.8 }),
      beside: { what: 'bare node:http broadcast', rounds: bytes.bare },
    },
    ...lists,
    line('memory of an open stream', 'KB', [((openMb - idleMb) * 1_000) / connections]),
  ]);
}

/** Commits changes at a rate; the lags of all streams. */
async function lagsOf(context: BenchContext, { streams, send }: Subject): Promise<number[]> {
  const { changes, perSecond } = context.plan.stream;
  context.progress(`Committing ${changes} changes …`);
  const lags: number[] = [];
  let seq = (await send()).seq;
  for (let n = 0; n < changes; n += 1) {
    const arrived = streams.until(seq + 1);
    await sleep(1_000 / perSecond);
    const sent = await send();
    lags.push(...(await arrived).arrivedMs.map((atMs) => atMs - sent.atMs));
    seq = sent.seq;
  }
  return lags;
}

/** Sends events one after the other, each as soon as all streams have the one before. */
async function bytesPerCpuSecond(context: BenchContext, { server, streams, send }: Subject): Promise<number> {
  let [{ seq }, begin] = [await send(), 0];
  await sleep(200);
  const beginCpuMs = cpuMsOf(server.pid) ?? Number.NaN;
  let bytes = 0;
  for (let n = 0; n < context.plan.stream.bytesChanges; n += 1) {
    const arrived = streams.until(seq + 1);
    ({ seq } = await send());
    ({ bytes } = await arrived);
    if (n === 0) begin = bytes;
  }
  return (bytes - begin) / 1_000 / ((cpuMsOf(server.pid) ?? Number.NaN) - beginCpuMs);
}

/** A block as the API sends it. */
async function eventText(endpoints: SubscribedEndpoints, { send, streams }: Subject): Promise<string> {
  const { seq } = await send();
  const arrived = streams.until(seq + 1);
  await send();
  await arrived;
  return `id: ${seq + 1}\nevent: drop.updated\ndata: ${await endpoints.lastBody()}\n\n`;
}

async function startBare(context: BenchContext, text: string): Promise<Subject> {
  const server = await context.startServer({ name: 'The bare broadcast', entry: context.program('bare-broadcast') });
  const streams = await Streams.open(context, server.port, [], context.plan.stream.connections);
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

interface Loaded {
  readonly api: ServerProcess;
  readonly other: ServerProcess;
  readonly key: string;
  readonly endpoints: SubscribedEndpoints;
}

/** Lists of the API with the streams beside those of one without, both over a log that grows by a change a second. */
async function listsBeside(context: BenchContext, { api, other, key, endpoints }: Loaded): Promise<Measurement[]> {
  const requests = repeatedChanging(getRequest(LIVE_DROPS, key));
  const load = await LoadProcess.start(context);
  let isOver = false;
  const changing = (async () => {
    for (; !isOver; await sleep(1_000)) await endpoints.change();
  })();
  const { rounds } = await loadInterleaved(context, {
    beside: load.of({ server: api, requests }),
    alone: load.of({ server: other, requests }),
  });
  isOver = true;
  await changing;
  await load.stop();
  const what = `GET /v1/drops, ${formatFigure(context.plan.stream.connections)} streams open, a change a second`;
  return compareRates(
    { what, rounds: rounds.beside },
    { what: 'without streams', rounds: rounds.alone },
    { atLeast: 0.9 },
  );
}
