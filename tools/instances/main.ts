import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from '../bench/bench-error';
import { Undo } from '../bench/process/undo';
import { Findings } from './findings';
import { type Options, parseOptions, USAGE, UsageError } from './options';
import { FULL, SMOKE } from './plan';
import { runChecks } from './run';

const EXIT = { kept: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** @returns whether all was found as promised. */
async function check({ isSmoke, isJson }: Options, undo: Undo): Promise<boolean> {
  const plan = isSmoke ? SMOKE : FULL;
  const patience = setTimeout(() => void end(undo, EXIT.failed, 'The checks take too long'), plan.patienceMs);
  const scratch = await mkdtemp(join(tmpdir(), 'droptrack-instances-'));
  // Embedded PostgreSQL may run as another user than we do.
  await chmod(scratch, 0o755);
  await undo.push(() => rm(scratch, { recursive: true, force: true }));
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const findings = new Findings(isJson ? progress : (line) => void process.stdout.write(`${line}\n`));
  await runChecks({ plan, root: join(__dirname, '../../..'), scratch, undo, findings, progress });
  clearTimeout(patience);
  const { all, skipped, failed } = findings;
  const json = { smoke: isSmoke, ok: failed.length === 0, findings: all, left_out: skipped };
  process.stdout.write(`${isJson ? JSON.stringify(json, null, 2) : findings.verdict()}\n`);
  return failed.length === 0;
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
    const options = parseOptions(process.argv.slice(2));
    if (options.isHelp) process.stdout.write(`${USAGE}\n`);
    const areKept = options.isHelp || (await check(options, undo));
    await end(undo, areKept ? EXIT.kept : EXIT.failed);
  } catch (error) {
    if (undo.isRunning) return;
    if (error instanceof UsageError) await end(undo, EXIT.usage, `${error.message}\n${USAGE}`);
    const isExpected = error instanceof BenchError;
    await end(undo, EXIT.failed, isExpected ? error.message : String((error as Error).stack ?? error));
  }
}

void main();
