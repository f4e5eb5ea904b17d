import { setTimeout as sleep } from 'node:timers/promises';
import type { Drop } from '@droptrack/contracts';
import { BackgroundWriter, type DropDraft } from './background-writer';
import type { BenchContext } from './context';
import { createCatalogue } from './data/catalogue';
import { openBenchDatabase } from './data/postgres';
import { interleave } from './interleave';
import type { LoadResult } from './load/job';
import { LoadProcess, type LoadRun, repeatedChanging } from './load/load-process';
import { differentLists, getRequest, LIVE_DROPS } from './load/requests';
import { BenchError } from './process/bench-error';
import { rssMbOf } from './process/usage';
import { compareRates, known, line, type Measurement, quantile, type Target } from './report/measurement';
import { formatFigure } from './report/report';
import { rssMbWithBothViews, startApi } from './servers';

/** Loads while the log grows: one list, and many one after the other. */
type ByLoad<T> = Readonly<Record<'one' | 'many', T>>;

/** Between two reads: short beside the measured time, long beside what a read costs the API. */
const READ_EVERY_MS = 5;
const VISIBLE_MS_MAX = 60_000;

/** Loads an API while the log grows, interleaved with the same while it does not, over a catalogue of its own. */
export async function benchWrites(context: BenchContext): Promise<Measurement[]> {
  const { plan, progress } = context;
  const size = `${formatFigure(plan.http.drops.design)} drops`;
  const catalogue = await createCatalogue(context, plan.http.drops.design, 'written_drops');
  const { databaseUrl, key } = catalogue;
  const api = await startApi(context, catalogue);
  const load = await LoadProcess.start(context);
  const db = openBenchDatabase(databaseUrl, 2);
  const of = (...paths: readonly string[]): LoadRun =>
    load.of({ server: api, requests: repeatedChanging(...paths.map((path) => getRequest(path, key))) });
  const runs: ByLoad<LoadRun> = { one: of(LIVE_DROPS), many: of(...differentLists()) };
  const visibleMs: ByLoad<number[]> = { one: [], many: [] };
  try {
    await rssMbWithBothViews(api, catalogue);
    const writer = await BackgroundWriter.create(db, plan.writes);
    const watched = async (name: keyof typeof runs): Promise<LoadResult> => {
      const visible: Promise<number>[] = [];
      writer.onCommit = (draft) => void visible.push(rejectedLater(visibleAfterMs(api.port, key, draft)));
      const result = await runs[name](plan.http.roundMs);
      writer.onCommit = () => undefined;
      visibleMs[name].push(...(await Promise.all(visible)));
      return result;
    };
    progress('Loading while the log grows …');
    for (const run of Object.values(runs)) await run(plan.http.warmUpMs);
    const both = async (run: (name: keyof typeof runs) => Promise<LoadResult>): Promise<ByLoad<LoadResult>> => ({
      one: await run('one'),
      many: await run('many'),
    });
    const rounds = await interleave(plan.rounds, {
      quiet: () => both((name) => runs[name](plan.http.roundMs)),
      written: () => writer.during(() => both(watched)),
    });
    return [
      line('revisions written during the load', 'rows/s', writer.rates),
      ...reportRates(size, rounds),
      ...reportVisible(visibleMs),
      ...known([memoryLine(size, rssMbOf(api.pid) ?? Number.NaN)]),
    ];
  } finally {
    await db.close();
    await load.stop();
    await api.stop();
  }
}

function reportRates(
  size: string,
  rounds: Readonly<Record<'quiet' | 'written', readonly ByLoad<LoadResult>[]>>,
): Measurement[] {
  const compare = (what: string, name: keyof ByLoad<unknown>, target?: Target): Measurement[] =>
    compareRates(
      { what: `${what} while the log grows, ${size}`, rounds: rounds.written.map((results) => results[name]) },
      { what: 'the log at rest', rounds: rounds.quiet.map((results) => results[name]) },
      target,
    );
  return [...compare('GET /v1/drops', 'one', { atLeast: 0.85 }), ...compare('240 lists, one after the other', 'many')];
}

function reportVisible({ one, many }: ByLoad<readonly number[]>): Measurement[] {
  const visible = (what: string, ms: readonly number[], target?: Target): Measurement[] => [
    line(`commit to visible, ${what}`, 'ms', ms),
    line(`commit to visible, ${what}, 99th percentile`, 'ms', [quantile(ms, 0.99)], target),
  ];
  return [...visible('one list requested', one, { below: 300 }), ...visible('240 lists requested', many)];
}

const memoryLine = (size: string, rssMb: number): Measurement =>
  line(`API process, both views of ${size}: RSS after the writes`, 'MB', [rssMb], { below: 250 });

/** A promise whose failure is reported where it is awaited. */
function rejectedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Milliseconds from the commit of a draft until the API returns it. @throws {BenchError} when it never does. */
async function visibleAfterMs(port: number, key: string, { id, body }: DropDraft): Promise<number> {
  const committedMs = performance.now();
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/drops/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const drop = (await response.json()) as Drop;
    const elapsedMs = performance.now() - committedMs;
    if (drop.hype_score === body.hype_score) return elapsedMs;
    if (elapsedMs > VISIBLE_MS_MAX) throw new BenchError(`The revision of ${id} does not become visible`);
    await sleep(READ_EVERY_MS);
  }
}
