import { CommanderError } from 'commander';
import { EXIT } from './output/cli-error';
import { createOutput, type Output } from './output/output';
import { reportError } from './output/report-error';
import { createProgram } from './program';
import { createSession, type Runtime } from './session/session';

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
    const session = createSession(runtime, output);
    await createProgram(session, (code) => (exitCode = code)).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return endUsage(error, output);
    return reportError(error, output);
  } finally {
    output.progress(null);
  }
}

/** Exit code of a call that Commander rejected with a message, or served itself (help, version). */
function endUsage({ code, exitCode, message }: CommanderError, output: Output): number {
  if (exitCode === 0) return EXIT.done;
  if (output.isJson) {
    const text = code === 'commander.help' ? 'command missing' : message.replace(/^error: /, '');
    output.failure({ error: { code: 'usage', message: text, hint: 'droptrack --help' } }, text);
  }
  return EXIT.usage;
}
