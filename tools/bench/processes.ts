import type { BenchContext } from './context';
import { loadInterleaved, LoadProcess, type LoadRun, repeated } from './load/load-process';
import type { LoadResult, Requests } from './load/job';
import { getRequest } from '../load/requests';
import { LIVE_DROPS } from './load/requests';
import { apiQueries } from './queries/queries';
import { compareRates, type Measurement } from './report/measurement';
import { formatFigure } from './report/report';
import { startApi } from './servers';

type Name = 'one' | 'group' | 'both';

/**
 * One API process, a group of two on one port, and two instances, with cheap and with costly lists. The load and the
 * servers share the processors, so responses per CPU second are what more of them would give.
 */
export async function benchProcesses(context: BenchContext): Promise<Measurement[]> {
  const catalogue = await context.catalogues.of(context.plan.drops.design);
  // Each on all processors: the group hands connections to its processes in turn.
  const start = (processes: number) =>
    startApi(context, catalogue, { API_PROCESSES: String(processes) }, { core: null });
  const [one, group, first, second] = [await start(1), await start(2), await start(1), await start(1)];
  const [load, other] = [await LoadProcess.start(context), await LoadProcess.start(context)];
  const runs = (requests: Requests): Record<Name, LoadRun> => ({
    one: load.of({ server: one, requests }),
    group: load.of({ server: group, requests }),
    both: together(load.of({ server: first, requests }), other.of({ server: second, requests })),
  });
  const queries = await apiQueries(context, one, catalogue);
  const seen = await loadInterleaved(context, runs(repeated(getRequest(LIVE_DROPS, catalogue.key))));
  const unseen = await loadInterleaved(context, runs({ kind: 'unseen', queries }));
  const size = `${formatFigure(catalogue.drops)} drops`;
  for (const each of [one, group, first, second, load, other]) await each.stop();
  return [...report(`one list, ${size}`, seen.rounds), ...report(`never-seen queries, ${size}`, unseen.rounds)];
}

/** Two loads at the same time, as one result. */
function together(...runs: readonly [LoadRun, LoadRun]): LoadRun {
  return async (durationMs) => {
    const [one, other] = await Promise.all([runs[0](durationMs), runs[1](durationMs)]);
    const sum = (figure: 'answers' | 'loadCpuMs' | 'serverCpuMs'): number => one[figure] + other[figure];
    return { ...one, answers: sum('answers'), loadCpuMs: sum('loadCpuMs'), serverCpuMs: sum('serverCpuMs') };
  };
}

function report(what: string, rounds: Readonly<Record<Name, readonly LoadResult[]>>): Measurement[] {
  const beside = { what: 'one process', rounds: rounds.one };
  return [
    ...compareRates({ what: `${what}, 2 processes on one port`, rounds: rounds.group }, beside),
    ...compareRates({ what: `${what}, 2 instances`, rounds: rounds.both }, beside),
  ];
}
