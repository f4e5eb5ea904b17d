import { setTimeout as sleep } from 'node:timers/promises';
import { appendRevisions, type Database, LogFollower, readPosition, type RevisionDraft } from '@droptrack/persistence';
import type { BenchContext } from './context';
import { createDrafts } from './data/drops';
import { openBenchDatabase } from './data/postgres';
import { interleave } from './interleave';
import { BenchError } from './process/bench-error';
import { line, type Measurement, quantile } from './report/measurement';

const DRAFTS = 1_000;
/** The yardstick: the same row with the same indexes, numbered by a sequence, without a lock between writers. */
const PLAIN_TABLE = [
  `CREATE TABLE plain_rows (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     recorded_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
     entity text NOT NULL, id text NOT NULL, body jsonb, cause text NOT NULL
   )`,
  'CREATE INDEX ON plain_rows (recorded_at)',
  'CREATE INDEX ON plain_rows (entity, id, seq DESC)',
];
const PLAIN_INSERT = 'INSERT INTO plain_rows (entity, id, body, cause) VALUES ($1, $2, $3, $4)';
/** Pauses between two followed appends: shorter and longer than the follower's own of 100 ms. */
const PAUSE_MS = { from: 20, step: 37, to: 250 } as const;
const FOLLOWED_MS_MAX = 60_000;

/** Writes one row in a transaction of its own. */
type Write = (draft: RevisionDraft) => Promise<unknown>;

/** Appends to the log, one row a transaction, beside plain rows; then the time from commit to a follower. */
export async function benchLog(context: BenchContext): Promise<Measurement[]> {
  const { writers, roundMs, followed } = context.plan.log;
  const url = await (await context.postgres()).createDatabase('bench_log');
  const db = openBenchDatabase(url, Math.max(...writers));
  try {
    const drafts = createDrafts(DRAFTS, Date.now());
    for (const statement of PLAIN_TABLE) await db.query(statement);
    const append: Write = (draft) => appendRevisions(db, [draft]);
    const insert: Write = ({ entity, id, body, cause }) =>
      db.query(PLAIN_INSERT, [entity, id, JSON.stringify(body), cause]);
    const measure = (write: Write, count: number) => () => writesPerSecond(write, drafts, count, roundMs);
    context.progress('Appending to the log …');
    const variants = writers.flatMap((count) => [
      [`${count} append`, measure(append, count)] as const,
      [`${count} insert`, measure(insert, count)] as const,
    ]);
    await interleave(1, Object.fromEntries(variants));
    const rounds = await interleave(context.plan.rounds, Object.fromEntries(variants));
    context.progress('Following the log …');
    const visibleMs = await visibleAfterMs(url, db, drafts, followed);
    return [
      ...writers.map((count) => ({
        ...line(
          `log: appends, ${count} ${count === 1 ? 'writer' : 'writers'}`,
          'rows/s',
          rounds[`${count} append`] ?? [],
        ),
        beside: { what: 'plain INSERT', rounds: rounds[`${count} insert`] ?? [] },
      })),
      line('log: commit to visible', 'ms', visibleMs),
      line('log: commit to visible, 99th percentile', 'ms', [quantile(visibleMs, 0.99)]),
    ];
  } finally {
    await db.close();
  }
}

/** Rows written per second by several writers, each row by row. */
async function writesPerSecond(
  write: Write,
  drafts: readonly RevisionDraft[],
  writers: number,
  durationMs: number,
): Promise<number> {
  const began = performance.now();
  let written = 0;
  const writer = async (first: number): Promise<void> => {
    for (let index = first; performance.now() - began < durationMs; index += writers) {
      const draft = drafts[index % drafts.length];
      if (draft !== undefined) await write(draft);
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index)));
  return (1_000 * written) / (performance.now() - began);
}

/**
 * Milliseconds from the commit of a row until a follower returned it, row by row.
 *
 * @throws {BenchError} when the follower misses one.
 */
async function visibleAfterMs(
  url: string,
  db: Database,
  drafts: readonly RevisionDraft[],
  count: number,
): Promise<number[]> {
  const seenAtMs = new Map<number, number>();
  const follower = new LogFollower({
    url,
    after: await readPosition(db),
    onRevisions: (revisions) => revisions.forEach(({ seq }) => seenAtMs.set(seq, performance.now())),
    onConfirmed: () => undefined,
    onKeysChanged: () => undefined,
  });
  follower.start();
  try {
    const committedAtMs = new Map<number, number>();
    for (let index = 0; index < count; index += 1) {
      await sleep(PAUSE_MS.from + ((index * PAUSE_MS.step) % (PAUSE_MS.to - PAUSE_MS.from)));
      const numbers = await appendRevisions(db, drafts.slice(index % drafts.length).slice(0, 1));
      if (numbers !== null) committedAtMs.set(numbers.lastSeq, performance.now());
    }
    const began = performance.now();
    while (seenAtMs.size < count && performance.now() - began < FOLLOWED_MS_MAX) await sleep(10);
    if (seenAtMs.size < count) throw new BenchError(`The follower returned ${seenAtMs.size} rows of ${count}`);
    // The reader may get the row before the writer gets its commit.
    return [...committedAtMs].map(([seq, at]) => Math.max(0, (seenAtMs.get(seq) ?? Number.NaN) - at));
  } finally {
    await follower.stop();
  }
}
