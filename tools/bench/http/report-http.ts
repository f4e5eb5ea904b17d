import type { LoadResult } from '../load/job';
import type { Plan } from '../plan';
import type { ServerProcess } from '../process/server-process';
import type { Measurement, Target } from '../report/measurement';
import { compareRates, loadShare, type Named, requestsPerSecond } from '../report/rates';
import { formatFigure } from '../report/table';

/** The servers that are there before anything was asked. */
export type MeasuredServers = Readonly<
  Record<'api' | 'different' | 'unchanged' | 'design' | 'large' | 'conventional', ServerProcess>
>;

/** What is asked in turn. */
export type HttpName = keyof MeasuredServers | 'bare' | 'bareUnchanged';

/** What the API processes over the three catalogues hold in memory; null where it cannot be read. */
export interface ApiMemory {
  /** After one answer of either view. */
  readonly fresh: readonly (number | null)[];
  /** After all rounds. */
  readonly loaded: readonly (number | null)[];
}

/** The lines of the table. */
export function reportHttp(
  drops: Plan['http']['drops'],
  rounds: Readonly<Record<HttpName, readonly LoadResult[]>>,
  servers: MeasuredServers,
  rssMb: ApiMemory,
): Measurement[] {
  const sizes = [drops.small, drops.design, drops.large].map((count) => `${formatFigure(count)} drops`);
  const [small = '', design = '', large = ''] = sizes;
  const list = `GET /v1/drops, ${small}`;
  const row = (name: HttpName, what: string, beside: HttpName, besideWhat: string, target?: Target): Measurement[] => {
    const named = (key: HttpName, words: string): Named => ({ what: words, rounds: rounds[key] });
    return compareRates('http', named(name, what), named(beside, besideWhat), target);
  };
  const starts = [servers.api, servers.design, servers.large].map(({ startedAfterMs }) => startedAfterMs / 1_000);
  return [
    ...row('api', list, 'bare', 'bare node:http', { atLeast: 0.5 }),
    ...row('unchanged', `${list}, 304`, 'bareUnchanged', 'bare node:http, 304', { atLeast: 0.5 }),
    ...row('api', list, 'conventional', 'conventional service', { atLeast: 10 }),
    ...row('design', `GET /v1/drops, ${design}`, 'api', small, { atLeast: 0.9 }),
    ...row('large', `GET /v1/drops, ${large}`, 'api', small),
    ...row('different', `240 lists in turn, ${small}`, 'api', 'one list'),
    // The machine's own speed: a slow machine lowers this rate, a slow commit lowers the ratios above.
    line('bare node:http, absolute rate', 'req/s', rounds.bare.map(requestsPerSecond)),
    line('load process beside bare node:http', '% of a core', rounds.bare.map(loadShare)),
    ...sizes.map((size, index) => line(`API process, ${size}: start`, 's', [starts[index] ?? Number.NaN])),
    ...memoryLines(sizes, 'RSS after one answer each', rssMb.fresh),
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
    const words = `API process, both views of ${size}: ${what}`;
    return mb === null ? [] : [line(words, 'MB', [mb], index === 1 ? target : undefined)];
  });
}

function line(what: string, unit: string, rounds: readonly number[], target?: Target): Measurement {
  return { bench: 'http', what, unit, rounds, ...(target !== undefined && { target }) };
}
