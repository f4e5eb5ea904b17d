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
import type { Workshop } from '../workshop';
import { visibleAfterMs } from './visible';
import { WriteWhile } from './write-while';
import { WrittenDrops } from './written-drops';

/**
 * Asks an API while the log grows, in turn with the same while it does not. Of its own catalogue:
 * the other benches' must stay as they are.
 */
export async function benchWrites(workshop: Workshop, postgres: Postgres): Promise<Measurement[]> {
  const { plan, progress } = workshop;
  const size = `${formatFigure(plan.http.drops.design)} drops`;
  progress(`Making a catalogue of ${size} to write into …`);
  const catalogue = await createCatalogue(postgres, plan.http.drops.design, 'written_drops');
  const api = await startApi(workshop, catalogue);
  const load = await LoadProcess.start(workshop);
  const db = openDatabase(catalogue.databaseUrl, { poolSize: 2, applicationName: 'droptrack bench' });
  try {
    await rssMbHoldingBothViews(api, catalogue);
    const ask = (...paths: readonly string[]): Ask => {
      const requests = againChanging(...paths.map((path) => wireRequest(path, catalogue.key)));
      return askOf(workshop, load, { server: api, requests });
    };
    const asks = { one: ask(LIVE_DROPS), many: ask(...differentLists()) };
    const writing = new WriteWhile(db, await WrittenDrops.read(db), plan.writes, (draft) =>
      visibleAfterMs(api.port, catalogue.key, draft),
    );
    const rounds = await askQuietAndWritten(workshop, asks, writing);
    return [...reportWrites(size, rounds, writing), ...memoryLine(size, rssMbOf(api.pid))];
  } finally {
    await db.close();
    await load.stop();
    await api.stop();
  }
}

/** What is asked: one list, and many in turn. */
type Both<T> = Readonly<Record<'one' | 'many', T>>;
type Rounds = Readonly<Record<'quiet' | 'written', readonly Both<LoadResult>[]>>;

async function askQuietAndWritten({ plan, progress }: Workshop, asks: Both<Ask>, writing: WriteWhile): Promise<Rounds> {
  const both = async (durationMs: number): Promise<Both<LoadResult>> => ({
    one: await asks.one(durationMs),
    many: await asks.many(durationMs),
  });
  progress('Asking while the log grows …');
  await both(plan.http.warmUpMs);
  return interleave(plan.rounds, {
    quiet: () => both(plan.http.roundMs),
    written: () => writing.during(() => both(plan.http.roundMs)),
  });
}

function reportWrites(size: string, { quiet, written }: Rounds, { rates, visibleMs }: WriteWhile): Measurement[] {
  const compare = (what: string, key: keyof Both<unknown>, target?: Target): Measurement[] =>
    compareRates(
      'writes',
      { what: `${what} while the log grows, ${size}`, rounds: written.map((results) => results[key]) },
      { what: 'the log at rest', rounds: quiet.map((results) => results[key]) },
      target,
    );
  return [
    ...compare('GET /v1/drops', 'one', { atLeast: 0.85 }),
    ...compare('240 lists in turn', 'many'),
    line('revisions written meanwhile', 'rows/s', rates),
    line('commit to visible over HTTP', 'ms', visibleMs),
    line('commit to visible over HTTP, 99 of 100', 'ms', [quantile(visibleMs, 0.99)], { below: 300 }),
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
