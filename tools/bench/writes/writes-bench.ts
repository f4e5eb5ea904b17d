import { openDatabase } from '@droptrack/persistence';
import { createCatalogue } from '../data/catalogue';
import type { Postgres } from '../data/postgres';
import { rssMbHoldingBothViews } from '../http/memory';
import { differentLists, LIVE_DROPS, wireRequest } from '../http/requests';
import { startApi } from '../http/servers';
import { interleave } from '../interleave';
import type { LoadResult } from '../load/job';
import { LoadProcess } from '../load/load-process';
import { againChanging, type Ask, askOf } from '../load/subject';
import { rssMbOf } from '../process/usage';
import type { Measurement, Target } from '../report/measurement';
import { compareRates } from '../report/rates';
import { quantile } from '../report/spread';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import { visibleAfterMs } from './visible';
import { WriteWhile } from './write-while';
import { WrittenDrops } from './written-drops';

/** What is asked meanwhile: one list, and many in turn. */
const LOADS = ['one', 'many'] as const;
type Load = (typeof LOADS)[number];
type ByLoad<T> = Readonly<Record<Load, T>>;
type Rounds = Readonly<Record<'quiet' | 'written', readonly ByLoad<LoadResult>[]>>;

/**
 * Asks an API while the log grows, in turn with the same while it does not. Of its own catalogue:
 * the other benches' must stay as they are.
 */
export async function benchWrites(context: BenchContext, postgres: Postgres): Promise<Measurement[]> {
  const { plan, progress } = context;
  const size = `${formatFigure(plan.http.drops.design)} drops`;
  progress(`Making a catalogue of ${size} to write into …`);
  const catalogue = await createCatalogue(postgres, plan.http.drops.design, 'written_drops');
  const api = await startApi(context, catalogue);
  const load = await LoadProcess.start(context);
  const db = openDatabase(catalogue.databaseUrl, { poolSize: 2, applicationName: 'droptrack bench' });
  try {
    await rssMbHoldingBothViews(api, catalogue);
    const ask = (...paths: readonly string[]): Ask => {
      const requests = againChanging(...paths.map((path) => wireRequest(path, catalogue.key)));
      return askOf(context, load, { server: api, requests });
    };
    const asks = { one: ask(LIVE_DROPS), many: ask(...differentLists()) };
    const drops = await WrittenDrops.read(db);
    const writing = new WriteWhile(LOADS, db, drops, plan.writes, (draft) =>
      visibleAfterMs(api.port, catalogue.key, draft),
    );
    const rounds = await askQuietAndWritten(context, asks, writing);
    return [...reportWrites(size, rounds, writing), ...memoryLine(size, rssMbOf(api.pid))];
  } finally {
    await db.close();
    await load.stop();
    await api.stop();
  }
}

async function askQuietAndWritten(
  { plan, progress }: BenchContext,
  asks: ByLoad<Ask>,
  writing: WriteWhile<Load>,
): Promise<Rounds> {
  progress('Asking while the log grows …');
  for (const name of LOADS) await asks[name](plan.http.warmUpMs);
  const during = (name: Load): Promise<LoadResult> => asks[name](plan.http.roundMs);
  return interleave(plan.rounds, {
    quiet: async () => ({ one: await during('one'), many: await during('many') }),
    written: () => writing.during(during),
  });
}

function reportWrites(size: string, rounds: Rounds, { rates, visibleMs }: WriteWhile<Load>): Measurement[] {
  const compare = (what: string, name: Load, target?: Target): Measurement[] =>
    compareRates(
      'writes',
      { what: `${what} while the log grows, ${size}`, rounds: rounds.written.map((results) => results[name]) },
      { what: 'the log at rest', rounds: rounds.quiet.map((results) => results[name]) },
      target,
    );
  const visible = (what: string, name: Load, target?: Target): Measurement[] => [
    line(`commit to visible, ${what}`, 'ms', visibleMs[name]),
    line(`commit to visible, ${what}, 99 of 100`, 'ms', [quantile(visibleMs[name], 0.99)], target),
  ];
  return [
    line('revisions written meanwhile', 'rows/s', rates),
    ...compare('GET /v1/drops', 'one', { atLeast: 0.85 }),
    ...compare('240 lists in turn', 'many'),
    ...visible('one list asked for', 'one', { below: 300 }),
    ...visible('240 lists asked for', 'many'),
  ];
}

/** Where the system tells it. */
function memoryLine(size: string, rssMb: number | null): Measurement[] {
  const what = `API process, both views of ${size}: RSS after the writes`;
  return rssMb === null ? [] : [line(what, 'MB', [rssMb], { below: 250 })];
}

function line(what: string, unit: string, rounds: readonly number[], target?: Target): Measurement {
  return { bench: 'writes', what, unit, rounds, ...(target !== undefined && { target }) };
}
