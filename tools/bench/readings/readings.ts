import { createReadStream } from 'node:fs';
import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { createCatalogue } from '../data/catalogue';
import { openBenchDatabase } from '../data/postgres';
import { interleave } from '../interleave';
import { BenchError } from '../process/bench-error';
import { runCommand } from '../process/command';
import { line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { type Order, SIGNALS, writeReadings } from './reading-files';

const DROPS = 50;
const HOUR_MS = 3_600_000;
const FORMATS: Readonly<Record<Order, string>> = { key: 'CSV by key', time: 'NDJSON by time' };

/** The yardstick: the same columns, checks and key. */
const PLAIN_TABLE = 'CREATE TABLE plain_readings (LIKE readings INCLUDING CONSTRAINTS INCLUDING INDEXES)';

/** `signals import` of a file, beside COPY of the same rows into a table of the same shape. */
export async function benchReadings(context: BenchContext): Promise<Measurement[]> {
  const { rows, rounds } = context.plan.readings;
  const hours = Math.floor(rows / (DROPS * SIGNALS.length));
  const count = hours * DROPS * SIGNALS.length;
  const { databaseUrl } = await createCatalogue(context, DROPS, 'readings');
  const db = openBenchDatabase(databaseUrl);
  try {
    await db.query(PLAIN_TABLE);
    const drops = (await db.query<{ id: string }>('SELECT id FROM drops ORDER BY id')).map(({ id }) => id);
    const untilMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    let peakMb = 0;
    /** The command without the points that the worker computes after it. */
    const runImport = async (file: string): Promise<number> => {
      await empty(db);
      const run = await runCommand(context, databaseUrl, ['signals', 'import', file, '--no-backfill']);
      const added = (run.result as { added: number } | null)?.added ?? 0;
      if (added !== count) throw new BenchError(`signals import added ${added} of ${count}\n${run.printed}`);
      peakMb = Math.max(peakMb, run.peakMb);
      return run.seconds;
    };
    const lines: Measurement[] = [];
    for (const order of ['key', 'time'] as const) {
      context.progress(`Importing readings, ${FORMATS[order]} …`);
      const { file, copyFile } = await writeReadings(context.scratch, drops, hours, untilMs, order);
      const { ours, plain } = await interleave(rounds, {
        ours: () => runImport(file),
        plain: () => copy(db, copyFile),
      });
      lines.push({
        ...line(`signals import, ${formatFigure(count)} readings, ${FORMATS[order]}`, 's', ours, { below: 4 }),
        beside: { what: 'plain COPY', rounds: plain },
      });
    }
    return [...lines, line('signals import: peak memory', 'MB', [peakMb])];
  } finally {
    await db.close();
  }
}

/** The state before the first round, on disk, so that no round pays for the writes of another. */
async function empty(db: Database): Promise<void> {
  await db.query('TRUNCATE readings, signal_days, plain_readings');
  await db.query('CHECKPOINT');
}

async function copy(db: Database, copyFile: string): Promise<number> {
  await empty(db);
  const began = performance.now();
  await db.transaction((sql) =>
    sql.copy('COPY plain_readings FROM STDIN', createReadStream(copyFile, 'utf8') as AsyncIterable<string>),
  );
  return (performance.now() - began) / 1_000;
}
