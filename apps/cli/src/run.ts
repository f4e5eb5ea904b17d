import { CommanderError } from 'commander';
import { CommandClock } from './database/command-clock';
import { EXIT } from './output/cli-error';
import { createOutput } from './output/output';
import { reportError } from './output/report-error';
import { createProgram } from './program';
import type { Runtime } from './runtime';
import { endUsage } from './usage';

/**
 * Runs one command.
 *
 * @param args - arguments without the program name.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage.
 */
export async function run(args: readonly string[], runtime: Runtime): Promise<number> {
  // Read before Commander parses, because usage errors are reported in the same form.
  const output = createOutput(runtime.stdout, runtime.stderr, args.includes('--json'));
  let exitCode: number = EXIT.done;
  try {
    const clock = new CommandClock(runtime.now);
    await createProgram({ ...runtime, output, clock, now: clock.now }, (code) => (exitCode = code)).parseAsync(args, {
      from: 'user',
    });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return endUsage(error, output);
    return reportError(error, output);
  } finally {
    output.progress(null);
  }
}
