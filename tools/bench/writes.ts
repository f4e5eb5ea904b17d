import { setTimeout as sleep } from 'node:timers/promises';
import type { DropBody } from '@droptrack/catalogue';
import type { Drop } from '@droptrack/contracts';
import { appendRevisions, type Database } from '@droptrack/persistence';
import type { BenchContext } from './context';
import { createCatalogue } from './data/catalogue';
import { openBenchDatabase } from './data/postgres';
import { interleave } from './interleave';
import { LoadProcess, type LoadRun, repeatedChanging } from './load/load-process';
import { getRequest } from '../load/requests';
import { differentLists, LIVE_DROPS } from './load/requests';
import { BenchError } from '../processes/bench-error';
import { compareRates, known, line, type Measurement, quantile } from './report/measurement';
import { formatFigure } from './report/report';
import { rssMbWithBothViews, startApi } from './servers';

const PER_SECOND = 100;
/** Revisions of one append. */
const BATCH = 10;
const SCORES = 101;
/** Between two reads: short beside the measured time, long beside what a read costs the API. */
const READ_EVERY_MS = 5;
const VISIBLE_MS_MAX = 60_000;

/** The API while the log grows, interleaved with the same at rest: one list, and many one after the other. */
export async function benchWrites(context: BenchContext): Promise<Measurement[]> {
  const { plan, progress } = context;
  const catalogue = await createCatalogue(context, plan.drops.design, 'written_drops');
  const api = await startApi(context, catalogue);
  const load = await LoadProcess.start(context);
  const db = openBenchDatabase(catalogue.databaseUrl, 2);
  const of = (...paths: readonly string[]): LoadRun =>
    load.of({ server: api, requests: repeatedChanging(...paths.map((path) => getRequest(path, catalogue.key))) });
  const [one, many] = [of(LIVE_DROPS), of(...differentLists())];
  await rssMbWithBothViews(api, catalogue);
  const visibleMs: number[] = [];
  const bodies = await latestBodies(db);
  const written = (run: LoadRun) => () =>
    whileWriting(db, bodies, {
      // A little longer than the delay of the delayed view, which still reads what was written.
      pauseMs: context.sizes(1_500, 150),
      work: () => run(plan.roundMs),
      onCommit: async (body) => void visibleMs.push(await visibleAfterMs(api.port, catalogue.key, body)),
    });
  progress('Loading while the log grows …');
  for (const run of [one, many]) await run(plan.warmUpMs);
  const rounds = await interleave(plan.rounds, {
    one: () => one(plan.roundMs),
    many: () => many(plan.roundMs),
    oneWritten: written(one),
    manyWritten: written(many),
  });
  const rssMb = api.rssMb;
  for (const each of [db, load, api]) await ('close' in each ? each.close() : each.stop());
  const size = `${formatFigure(plan.drops.design)} drops`;
  const atRest = (name: 'one' | 'many') => ({ what: 'the log at rest', rounds: rounds[name] });
  const what = `while the log grows, ${size}`;
  return [
    ...compareRates({ what: `GET /v1/drops ${what}`, rounds: rounds.oneWritten }, atRest('one'), { atLeast: 0.85 }),
    ...compareRates({ what: `240 lists ${what}`, rounds: rounds.manyWritten }, atRest('many')),
    line('commit to visible', 'ms', visibleMs),
    line('commit to visible, 99th percentile', 'ms', [quantile(visibleMs, 0.99)], { below: 300 }),
    ...known([line(`API process, both views of ${size}: RSS after the writes`, 'MB', [rssMb], { below: 250 })]),
  ];
}

async function latestBodies(db: Database): Promise<DropBody[]> {
  const text = `SELECT DISTINCT ON (id) id, body FROM revisions WHERE entity = 'drop' ORDER BY id, seq DESC`;
  return (await db.query<{ body: DropBody }>(text)).map(({ body }) => body);
}

interface Writing<T> {
  /** Time of writes before the work, and of rest after it, milliseconds. */
  readonly pauseMs: number;
  readonly work: () => Promise<T>;
  /** Called with the last drop of each append during the work, as soon as it is committed. */
  readonly onCommit: (body: DropBody) => Promise<void>;
}

/** Does some work while revisions of drops are appended at a fixed rate, each with another score than before, which counts as measured. */
async function whileWriting<T>(db: Database, bodies: DropBody[], { pauseMs, work, onCommit }: Writing<T>): Promise<T> {
  const [beganMs, over] = [performance.now(), new AbortController()];
  const commits: Promise<void>[] = [];
  let isWorking = false;
  const writing = (async () => {
    for (let written = BATCH; !over.signal.aborted; written += BATCH) {
      const changed = bodies
        .splice(0, BATCH)
        .map((old) => ({ ...old, hype_score: ((old.hype_score ?? 0) + 1) % SCORES, hype_confidence: 1 }));
      bodies.push(...changed);
      await appendRevisions(
        db,
        changed.map((body) => ({ entity: 'drop', id: body.id, body, cause: 'score' })),
      );
      const last = changed.at(-1);
      if (isWorking && last !== undefined) commits.push(onCommit(last));
      commits.at(-1)?.catch(() => undefined);
      await sleep(Math.max(0, beganMs + (1_000 * written) / PER_SECOND - performance.now()));
    }
  })();
  await sleep(pauseMs);
  isWorking = true;
  const result = await work();
  isWorking = false;
  over.abort();
  await writing;
  await Promise.all(commits);
  await sleep(pauseMs);
  return result;
}

/** True for the awaited score or one of a later append: on a busy machine a drop is written again before it is read. */
const hasReached = (score: number, awaited: number): boolean => (score - awaited + SCORES) % SCORES < SCORES / 2;

/** Milliseconds from the commit of a drop until the API returns it. @throws {BenchError} when it never does. */
async function visibleAfterMs(port: number, key: string, { id, hype_score }: DropBody): Promise<number> {
  const committedMs = performance.now();
  for (;;) {
    const headers = { authorization: `Bearer ${key}` };
    const drop = (await (await fetch(`http://127.0.0.1:${port}/v1/drops/${id}`, { headers })).json()) as Drop;
    const elapsedMs = performance.now() - committedMs;
    if (hasReached(drop.hype_score ?? 0, hype_score ?? 0)) return elapsedMs;
    if (elapsedMs > VISIBLE_MS_MAX) throw new BenchError(`The revision of ${id} does not become visible`);
    await sleep(READ_EVERY_MS);
  }
}
