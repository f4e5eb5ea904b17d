import { createReadStream } from 'node:fs';
import { type Database, openDatabase } from '@droptrack/persistence';
import { createCatalogue } from '../data/catalogue';
import type { Postgres } from '../data/postgres';
import { interleave } from '../interleave';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import { runImport } from './import-command';
import { type Order, type WrittenReadings, writeReadings } from './written-readings';

const DROPS = 50;
const SIGNALS = 9;
const HOUR_MS = 3_600_000;

/** The yardstick: the same columns, the same checks, the same key. */
const PLAIN_TABLE = 'CREATE TABLE plain_readings (LIKE readings INCLUDING CONSTRAINTS INCLUDING INDEXES)';

/** `signals import` of a file, beside COPY of the same rows into a table of the same shape. */
export async function benchReadings(context: BenchContext, postgres: Postgres): Promise<Measurement[]> {
  const { rows, rounds } = context.plan.readings;
  const count = Math.floor(rows / (DROPS * SIGNALS)) * DROPS * SIGNALS;
  const { databaseUrl } = await createCatalogue(postgres, DROPS, 'readings');
  const db = openDatabase(databaseUrl, { poolSize: 1, applicationName: 'bench', statementTimeoutMs: 300_000 });
  try {
    await db.query(PLAIN_TABLE);
    const drops = (await db.query<{ id: string }>('SELECT id FROM drops ORDER BY id')).map(({ id }) => id);
    const untilMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    let peakMb = 0;
    const take = async ({ file }: WrittenReadings): Promise<number> => {
      await empty(db);
      const run = await runImport(context, databaseUrl, file, count);
      peakMb = Math.max(peakMb, run.peakMb);
      return run.seconds;
    };
    const lines: Measurement[] = [];
    for (const order of ['key', 'time'] as const) {
      context.progress(`Importing readings in the order of ${order === 'key' ? 'their key' : 'time'} …`);
      const written = await writeReadings(context, drops, count, untilMs, order);
      const { ours, plain } = await interleave(rounds, { ours: () => take(written), plain: () => copy(db, written) });
      lines.push({
        ...line(`signals import, ${formatFigure(count)} readings, ${WORDS[order]}`, 's', ours),
        beside: { what: 'plain COPY', rounds: plain },
        target: { below: 4 },
      });
    }
    return [...lines, line('signals import: peak memory', 'MB', [peakMb])];
  } finally {
    await db.close();
  }
}

const WORDS: Readonly<Record<Order, string>> = { key: 'CSV by key', time: 'NDJSON by time' };

/** As it was before the first round; what was written until now is on disk, so that nobody pays for another's. */
async function empty(db: Database): Promise<void> {
  await db.query('TRUNCATE readings, signal_days, plain_readings');
  await db.query('CHECKPOINT');
}

async function copy(db: Database, { copyFile }: WrittenReadings): Promise<number> {
  await empty(db);
  const began = performance.now();
  await db.transaction((sql) =>
    sql.copy('COPY plain_readings FROM STDIN', createReadStream(copyFile, 'utf8') as AsyncIterable<string>),
  );
  return (performance.now() - began) / 1_000;
}

function line(what: string, unit: string, rounds: readonly number[]): Measurement {
  return { bench: 'readings', what, unit, rounds };
}
