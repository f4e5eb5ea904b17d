import { openDatabase } from '@droptrack/persistence';
import { createDrafts } from '../data/drafts';
import type { Postgres } from '../data/postgres';
import { interleave } from '../interleave';
import type { Measurement } from '../report/measurement';
import { quantile } from '../report/spread';
import type { BenchContext } from '../bench-context';
import { visibleAfterMs } from './visibility';
import { preparedWrites, type Write, writesPerSecond } from './writes';

const DRAFTS = 1_000;

/** Writes to the log, one row a transaction, beside plain rows; then how soon a reader sees what was committed. */
export async function benchLog({ plan, progress }: BenchContext, postgres: Postgres): Promise<Measurement[]> {
  const { writers, roundMs, seen } = plan.log;
  const url = await postgres.createDatabase('bench_log');
  const db = openDatabase(url, { poolSize: writers, applicationName: 'droptrack bench' });
  try {
    const drafts = createDrafts(DRAFTS, Date.now());
    const { append, insert } = await preparedWrites(db);
    const measure = (write: Write, count: number) => () => writesPerSecond(write, drafts, count, roundMs);
    progress('Appending to the log …');
    await interleave(1, { append: measure(append, writers), insert: measure(insert, writers) });
    const rounds = await interleave(plan.rounds, {
      append: measure(append, 1),
      insert: measure(insert, 1),
      appendMany: measure(append, writers),
      insertMany: measure(insert, writers),
    });
    progress('Following the log …');
    const visibleMs = await visibleAfterMs(url, db, drafts, seen);
    return [
      { ...line('log: appends, 1 writer', 'rows/s', rounds.append), beside: inserts(rounds.insert) },
      { ...line(`log: appends, ${writers} writers`, 'rows/s', rounds.appendMany), beside: inserts(rounds.insertMany) },
      line('log: commit to visible', 'ms', visibleMs),
      line('log: commit to visible, 99 of 100', 'ms', [quantile(visibleMs, 0.99)]),
    ];
  } finally {
    await db.close();
  }
}

const inserts = (rounds: readonly number[]) => ({ what: 'plain INSERT', rounds });

function line(what: string, unit: string, rounds: readonly number[]): Measurement {
  return { bench: 'log', what, unit, rounds };
}
