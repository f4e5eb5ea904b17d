import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from './bench-error';
import { type Options, parseOptions, USAGE, UsageError } from './options';
import { FULL, SMOKE } from './plan';
import { chooseCores } from './process/cores';
import { Undo } from './process/undo';
import { describeEnvironment } from './report/environment';
import { formatReport, presentReport } from './report/present';
import { runBenches } from './run';

const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

async function bench({ only, isSmoke, isJson }: Options, undo: Undo): Promise<void> {
  const plan = isSmoke ? SMOKE : FULL;
  const root = join(__dirname, '../../..');
  const cores = chooseCores();
  const environment = describeEnvironment(root, cores, new Date());
  const scratch = await mkdtemp(join(tmpdir(), 'droptrack-bench-'));
  // Embedded PostgreSQL may run as another user than we do.
  await chmod(scratch, 0o755);
  await undo.push(() => rm(scratch, { recursive: true, force: true }));
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const patience = setTimeout(() => void end(undo, EXIT.failed, 'The benches take too long'), plan.patienceMs);
  const measurements = await runBenches(only, { plan, root, programs: __dirname, scratch, cores, undo, progress });
  clearTimeout(patience);
  const report = isJson
    ? JSON.stringify(presentReport(environment, measurements, isSmoke), null, 2)
    : formatReport(environment, measurements, isSmoke);
  process.stdout.write(`${report}\n`);
}

/** Stops all that was started, however it came to an end. */
async function end(undo: Undo, code: number, words?: string): Promise<never> {
  if (words !== undefined) process.stderr.write(`${words}\n`);
  await undo.run();
  process.exit(code);
}

async function main(): Promise<void> {
  const undo = new Undo();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end(undo, EXIT.interrupted, 'Stopping …'));
  }
  try {
    await bench(parseOptions(process.argv.slice(2)), undo);
    await end(undo, EXIT.done);
  } catch (error) {
    if (undo.isRunning) return;
    if (error instanceof UsageError) await end(undo, EXIT.usage, `${error.message}\n${USAGE}`);
    const isExpected = error instanceof BenchError;
    await end(undo, EXIT.failed, isExpected ? error.message : String((error as Error).stack ?? error));
  }
}

void main();
