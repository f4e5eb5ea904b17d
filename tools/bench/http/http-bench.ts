import { interleave } from '../interleave';
import { fetchAnswer } from '../load/fetch-answer';
import { LoadProcess } from '../load/load-process';
import type { LoadResult } from '../load/job';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { Workshop } from '../workshop';
import { type HttpRounds, type MeasuredServers, reportHttp } from './report-http';
import { differentLists, LIVE_DROPS, wireRequest } from './requests';
import { assertSamePage } from './same-drops';
import { startApi, startBareServer, startConventional } from './servers';
import type { Postgres } from '../data/postgres';
import { type Catalogue, createCatalogue } from '../data/catalogue';
import type { ServerProcess } from '../process/server-process';
import { rssMbOf } from '../process/usage';

/** What is asked of whom. */
interface Subject {
  readonly server: ServerProcess;
  readonly requests: readonly string[];
}
type Subjects = Readonly<Record<keyof HttpRounds, Subject>>;

/**
 * Asks the API for a list over HTTP, in turn with a server that does nothing, with a
 * conventional service, and with itself over larger catalogues.
 *
 * @throws {BenchError} when anybody answers something else than expected.
 */
export async function benchHttp(workshop: Workshop, postgres: Postgres): Promise<Measurement[]> {
  const { plan, cores, programs, undo, progress } = workshop;
  const { small, design, large } = plan.http.drops;
  const catalogues: Catalogue[] = [];
  for (const drops of [small, design, large]) {
    progress(`Making a catalogue of ${formatFigure(drops)} drops …`);
    catalogues.push(await createCatalogue(postgres, drops));
  }
  const servers = await startServers(workshop, catalogues);
  const fresh = await rssMbAfterOneAnswer(servers, catalogues);
  const subjects = subjectsOf(servers, catalogues);
  const load = await LoadProcess.start(programs, cores?.load ?? null, undo);
  const ask = ({ server, requests }: Subject, durationMs: number): Promise<LoadResult> =>
    load.run({ port: server.port, serverPid: server.pid, requests, connections: plan.http.connections, durationMs });

  progress('Warming up …');
  const bodies = await interleave(
    1,
    measuresOf(subjects, (subject) => ask(subject, plan.http.warmUpMs)),
  );
  for (const name of ['api', 'conventional', 'bare'] as const) {
    assertSamePage(name, bodies[name][0]?.body ?? '', bodies.api[0]?.body ?? '');
  }
  progress(`Asking ${Object.keys(subjects).length} servers in turn, ${plan.rounds} times …`);
  const rounds = await interleave(
    plan.rounds,
    measuresOf(subjects, (subject) => ask(subject, plan.http.roundMs)),
  );
  const loaded = apisOf(servers).map(({ pid }) => rssMbOf(pid));
  for (const { stop } of Object.values(servers)) await stop();
  return reportHttp(plan.http.drops, rounds, servers, { fresh, loaded });
}

/** Of a process that has looked a key up once, which loads more than the start does. */
async function rssMbAfterOneAnswer(
  servers: MeasuredServers,
  catalogues: readonly Catalogue[],
): Promise<(number | null)[]> {
  for (const [index, { port }] of apisOf(servers).entries()) {
    await fetchAnswer(port, wireRequest(LIVE_DROPS, catalogues[index]?.key ?? ''));
  }
  return apisOf(servers).map(({ pid }) => rssMbOf(pid));
}

/** Over each catalogue, in their order. */
const apisOf = ({ api, design, large }: MeasuredServers): ServerProcess[] => [api, design, large];

async function startServers(workshop: Workshop, catalogues: readonly Catalogue[]): Promise<MeasuredServers> {
  workshop.progress('Starting the servers …');
  const [small, design, large] = catalogues;
  if (small === undefined || design === undefined || large === undefined) throw new Error('three catalogues');
  const api = await startApi(workshop, small);
  return {
    api,
    // Of its own: what a process was asked before decides how fast it answers, and how much memory it holds.
    varied: await startApi(workshop, small),
    design: await startApi(workshop, design),
    large: await startApi(workshop, large),
    bare: await startBareServer(workshop, api, small.key),
    conventional: await startConventional(workshop, small),
  };
}

function subjectsOf(servers: MeasuredServers, catalogues: readonly Catalogue[]): Subjects {
  const [small = '', design = '', large = ''] = catalogues.map(({ key }) => key);
  const live = (server: ServerProcess, key: string): Subject => ({ server, requests: [wireRequest(LIVE_DROPS, key)] });
  return {
    bare: live(servers.bare, small),
    api: live(servers.api, small),
    different: { server: servers.varied, requests: differentLists().map((path) => wireRequest(path, small)) },
    design: live(servers.design, design),
    large: live(servers.large, large),
    conventional: live(servers.conventional, small),
  };
}

function measuresOf<Name extends string>(
  subjects: Readonly<Record<Name, Subject>>,
  measure: (subject: Subject) => Promise<LoadResult>,
): Record<Name, () => Promise<LoadResult>> {
  const entries = (Object.entries(subjects) as [Name, Subject][]).map(([name, subject]) => [
    name,
    () => measure(subject),
  ]);
  return Object.fromEntries(entries) as Record<Name, () => Promise<LoadResult>>;
}
