import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { elapsedMs, interleave } from '../interleave';
import { BenchError } from '../../processes/bench-error';
import { type CommandRun, runCommand } from '../command';
import { beside, known, line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi } from '../servers';
import type { ListedDrops } from './lists';

const ROUNDS = 3;
const READ_MEMORY_EVERY_MS = 20;
const SILENCE_MS = 120_000;

/** A command and the size of its file. */
interface FileRun extends CommandRun {
  readonly megabytes: number;
}

/** `snapshots pull` of a list as NDJSON and as Parquet, beside COPY of the same rows in the same order. */
export async function benchExports(context: BenchContext, drops: ListedDrops): Promise<Measurement[]> {
  const { catalogue, db, plain, rows } = drops;
  context.progress('Exporting …');
  const api = await startApi(context, catalogue);
  const keyFile = join(context.scratch, 'pull-key');
  await writeFile(keyFile, catalogue.key);
  const pull = async (...format: readonly string[]): Promise<FileRun> => {
    const file = join(context.scratch, `pulled${format.join('')}`);
    const access = ['--url', `http://127.0.0.1:${api.port}`, '--key-file', keyFile];
    const args = ['snapshots', 'pull', 'allocations', plain.id, '--out', file, ...format, ...access];
    await rm(file, { force: true });
    const run = await runCommand(context, '', args);
    if ((run.result as { rows: number } | null)?.rows !== rows)
      throw new BenchError(`snapshots pull did not write ${rows} rows\n${run.printed}`);
    return { ...run, megabytes: (await stat(file)).size / 1e6 };
  };
  // The first includes compilation, and allocates the buffers.
  await pull();
  const startMb = api.rssMb;
  let peakMb = startMb;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, api.rssMb)), READ_MEMORY_EVERY_MS);
  const rounds = await interleave(context.rounds(ROUNDS), {
    ndjson: () => pull(),
    parquet: () => pull('--parquet'),
    copy: () => secondsOfCopy(db, plain.listId),
  });
  clearInterval(timer);
  await api.stop();
  const size = `${formatFigure(rows)} wallets`;
  const compare = (unit: string, atMost: number, figure: (run: FileRun) => number): Measurement =>
    beside(
      line(`snapshots pull --parquet, ${size}`, unit, rounds.parquet.map(figure), { atMost }),
      'snapshots pull',
      rounds.ndjson.map(figure),
    );
  const ndjson = rounds.ndjson.map(({ seconds }) => seconds);
  const peaks = rounds.parquet.map((run) => run.peakMb);
  return known([
    beside(line(`snapshots pull, ${size}`, 's', ndjson), 'COPY … TO STDOUT', rounds.copy),
    compare('s', 2.5, ({ seconds }) => seconds),
    compare('MB on disk', 0.4, ({ megabytes }) => megabytes),
    line(`snapshots pull --parquet, ${size}: peak memory`, 'MB', peaks, { atMost: 200 }),
    line(`growth of the API by exports of ${size}`, 'MB', [peakMb - startMb], { below: 64 }),
  ]);
}

/** Seconds in which the rows of a list are read in the order of the export. */
async function secondsOfCopy(db: Database, listId: string): Promise<number> {
  const select = `SELECT wallet, amount, index, breakdown FROM list_rows WHERE list_id = ${listId} ORDER BY wallet`;
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const read = { signal: new AbortController().signal, silenceMs: SILENCE_MS };
  const ms = await elapsedMs(() =>
    db.transaction((sql) => pipeline(sql.copyOut(`COPY (${select}) TO STDOUT`, read), nowhere)),
  );
  return ms / 1_000;
}
