import type { BenchContext } from './context';
import type { Catalogue } from './data/catalogue';
import { loadInterleaved, LoadProcess, type LoadRun, repeated, type Subject } from './load/load-process';
import type { LoadResult } from './load/job';
import { getRequest, LIVE_DROPS } from './load/requests';
import { mapValues } from './interleave';
import type { ServerProcess } from './process/server-process';
import { groupRssMbOf } from './process/usage';
import { apiQueries } from './queries/queries';
import { compareRates, known, line, type Measurement } from './report/measurement';
import { formatFigure } from './report/report';
import { startApi } from './servers';

/** A group of two processes on one port, two instances on two ports, and one, each on any processor. */
const SERVERS = ['one', 'group', 'first', 'second'] as const;
type Servers = Readonly<Record<(typeof SERVERS)[number], ServerProcess>>;

/**
 * Loads one API process, a group of two, and two instances, with cheap and with costly lists. The load and the servers
 * share the processors, so responses per CPU second are what more of them would give.
 */
export async function benchProcesses(context: BenchContext): Promise<Measurement[]> {
  const catalogue = await context.catalogues.of(context.plan.http.drops.design);
  const servers = await startServers(context, catalogue);
  const load = await LoadProcess.start(context);
  const second = await LoadProcess.start(context);
  const list = (server: ServerProcess): Subject => ({
    server,
    requests: repeated(getRequest(LIVE_DROPS, catalogue.key)),
  });
  const queries = await apiQueries(context, servers.one, catalogue);
  const unseen = (server: ServerProcess): Subject => ({ server, requests: { kind: 'unseen', queries } });
  const runs = (subject: (server: ServerProcess) => Subject): Record<'one' | 'group' | 'both', LoadRun> => ({
    one: load.of(subject(servers.one)),
    group: load.of(subject(servers.group)),
    both: together(load.of(subject(servers.first)), second.of(subject(servers.second))),
  });
  const seen = await loadInterleaved(context, runs(list));
  const neverSeen = await loadInterleaved(context, runs(unseen));
  const memory = mapValues(servers, ({ pid }) => groupRssMbOf(pid) ?? Number.NaN);
  for (const name of SERVERS) await servers[name].stop();
  for (const program of [load, second]) await program.stop();
  const size = `${formatFigure(catalogue.drops)} drops`;
  return [
    ...report(`one list, ${size}`, seen.rounds),
    ...report(`never-seen queries, ${size}`, neverSeen.rounds),
    ...known([
      line(`API process, ${size}: RSS`, 'MB', [memory.one]),
      line(`API, 2 processes on one port, ${size}: RSS of all`, 'MB', [memory.group]),
    ]),
  ];
}

/** Each on all processors: the group hands connections to its processes in turn. */
async function startServers(context: BenchContext, catalogue: Catalogue): Promise<Servers> {
  const start = (processes: number): Promise<ServerProcess> =>
    startApi(context, catalogue, { API_PROCESSES: String(processes) }, { core: null });
  return { one: await start(1), group: await start(2), first: await start(1), second: await start(1) };
}

/** Two loads at the same time, as one result. */
function together(...runs: readonly [LoadRun, LoadRun]): LoadRun {
  return async (durationMs) => {
    const [one, other] = await Promise.all([runs[0](durationMs), runs[1](durationMs)]);
    const sum = (figure: 'answers' | 'loadCpuMs' | 'serverCpuMs'): number => one[figure] + other[figure];
    return { ...one, answers: sum('answers'), loadCpuMs: sum('loadCpuMs'), serverCpuMs: sum('serverCpuMs') };
  };
}

function report(
  what: string,
  { one, group, both }: Readonly<Record<'one' | 'group' | 'both', readonly LoadResult[]>>,
): Measurement[] {
  const beside = { what: 'one process', rounds: one };
  return [
    ...compareRates({ what: `${what}, 2 processes on one port`, rounds: group }, beside),
    ...compareRates({ what: `${what}, 2 instances`, rounds: both }, beside),
  ];
}
