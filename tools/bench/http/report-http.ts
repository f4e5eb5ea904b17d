import type { LoadResult } from '../load/job';
import type { ServerProcess } from '../process/server-process';
import type { Plan } from '../plan';
import type { Measurement, Target } from '../report/measurement';
import { formatFigure } from '../report/table';

/** What each server answered, round by round. */
export type HttpRounds = Readonly<
  Record<'api' | 'bare' | 'different' | 'design' | 'large' | 'conventional', readonly LoadResult[]>
>;

export type MeasuredServers = Readonly<
  Record<'api' | 'varied' | 'bare' | 'design' | 'large' | 'conventional', ServerProcess>
>;

type Figure = (result: LoadResult) => number;
const requestsPerSecond: Figure = ({ answers, elapsedMs }) => (1_000 * answers) / elapsedMs;
/** Requests answered with one second of the server's own CPU time: other programs on the machine disturb it less. */
const requestsPerCpuSecond: Figure = ({ answers, serverCpuMs }) => (1_000 * answers) / (serverCpuMs ?? Number.NaN);
const loadShare: Figure = ({ loadCpuMs, elapsedMs }) => (100 * loadCpuMs) / elapsedMs;

/** What the API processes over the three catalogues hold in memory; null where it cannot be read. */
export interface ApiMemory {
  /** After one answer. */
  readonly fresh: readonly (number | null)[];
  /** After all rounds. */
  readonly loaded: readonly (number | null)[];
}

/** The lines of the table. */
export function reportHttp(
  drops: Plan['http']['drops'],
  rounds: HttpRounds,
  servers: MeasuredServers,
  rssMb: ApiMemory,
): Measurement[] {
  const [small = '', design = '', large = ''] = [drops.small, drops.design, drops.large].map(
    (n) => `${formatFigure(n)} drops`,
  );
  const list = `GET /v1/drops, ${small}`;
  const rows = [
    ...compare(rounds, 'api', list, 'bare', 'bare node:http', { atLeast: 0.4 }),
    ...compare(rounds, 'api', list, 'conventional', 'conventional service', { atLeast: 10 }),
    ...compare(rounds, 'design', `GET /v1/drops, ${design}`, 'api', small, { atLeast: 0.9 }),
    ...compare(rounds, 'large', `GET /v1/drops, ${large}`, 'api', small),
    ...compare(rounds, 'different', `240 lists in turn, ${small}`, 'api', 'one list'),
    line('load process beside bare node:http', '% of a core', rounds.bare.map(loadShare)),
  ];
  const sizes = [small, design, large].map((size) => `API process, ${size}`);
  const starts = [servers.api, servers.design, servers.large].map(({ startedAfterMs }) => startedAfterMs);
  return [
    ...rows.filter(({ rounds: figures }) => figures.every((figure) => Number.isFinite(figure))),
    ...sizes.map((size, index) => line(`${size}: start`, 's', [(starts[index] ?? 0) / 1_000])),
    ...memoryLines(sizes, 'RSS after one answer', rssMb.fresh),
    ...memoryLines(sizes, 'RSS after the load', rssMb.loaded, { below: 250 }),
  ];
}

/** @param target - at the design point. */
function memoryLines(
  sizes: readonly string[],
  what: string,
  rssMb: readonly (number | null)[],
  target?: Target,
): Measurement[] {
  return sizes.flatMap((size, index) => {
    const mb = rssMb[index] ?? null;
    return mb === null ? [] : [line(`${size}: ${what}`, 'MB', [mb], index === 1 ? target : undefined)];
  });
}

/** By throughput, and by CPU time. */
function compare(
  rounds: HttpRounds,
  name: keyof HttpRounds,
  what: string,
  besideName: keyof HttpRounds,
  besideWhat: string,
  target?: Target,
): Measurement[] {
  const by = (unit: string, figure: Figure): Measurement => ({
    ...line(what, unit, rounds[name].map(figure), target),
    beside: { what: besideWhat, rounds: rounds[besideName].map(figure) },
  });
  return [by('req/s', requestsPerSecond), by('req/CPU s', requestsPerCpuSecond)];
}

function line(what: string, unit: string, rounds: readonly number[], target?: Target): Measurement {
  return { bench: 'http', what, unit, rounds, ...(target !== undefined && { target }) };
}
