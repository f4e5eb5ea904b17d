import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { BenchError } from '../process/bench-error';
import { type CommandRun, runCommand } from '../process/command';
import type { ServerProcess } from '../process/server-process';
import { known, line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';

const TIME_RATIO_MAX = 2.5;
const BYTES_RATIO_MAX = 0.4;
const PEAK_MB_MAX = 200;

/** A pull of a list and its file. */
interface Pull extends CommandRun {
  readonly megabytes: number;
}

/** `snapshots pull --parquet` beside the pull of the same rows as NDJSON, and its memory for a long list. */
export async function benchParquet(context: BenchContext): Promise<Measurement[]> {
  const { plan, progress } = context;
  const { rows, largeRows, rounds } = plan.parquet;
  const server = await context.startServer({
    name: 'The server of allocations',
    entry: context.program('allocations'),
    args: [],
  });
  progress('Pulling lists as Parquet …');
  const pulls = await interleave(rounds, {
    parquet: () => pull(context, server, rows, ['--parquet']),
    ndjson: () => pull(context, server, rows, []),
  });
  progress(`Pulling a list of ${largeRows} wallets …`);
  const large = await pull(context, server, largeRows, ['--parquet']);
  await server.stop();
  const what = `snapshots pull --parquet, ${formatFigure(rows)} wallets`;
  const compare = (unit: string, atMost: number, figure: (run: Pull) => number): Measurement => ({
    ...line(what, unit, pulls.parquet.map(figure), { atMost }),
    beside: { what: 'snapshots pull', rounds: pulls.ndjson.map(figure) },
  });
  const whatLarge = `snapshots pull --parquet, ${formatFigure(largeRows)} wallets`;
  return known([
    compare('s', TIME_RATIO_MAX, ({ seconds }) => seconds),
    compare('MB on disk', BYTES_RATIO_MAX, ({ megabytes }) => megabytes),
    line(whatLarge, 's', [large.seconds]),
    line(`${whatLarge}: peak memory`, 'MB', [large.peakMb], { atMost: PEAK_MB_MAX }),
  ]);
}

async function pull(
  context: BenchContext,
  { port }: ServerProcess,
  rows: number,
  format: readonly string[],
): Promise<Pull> {
  const [file, keyFile] = [join(context.scratch, 'pulled'), join(context.scratch, 'pull-key')];
  await writeFile(keyFile, 'dtk_bench');
  const access = ['--url', `http://127.0.0.1:${port}`, '--key-file', keyFile];
  const args = ['snapshots', 'pull', 'allocations', String(rows), '--out', file, ...format, ...access];
  const run = await runCommand(context, '', args);
  if ((run.result as { rows: number } | null)?.rows !== rows)
    throw new BenchError(`snapshots pull did not write ${rows} rows\n${run.printed}`);
  const { size } = await stat(file);
  await rm(file);
  return { ...run, megabytes: size / 1e6 };
}
