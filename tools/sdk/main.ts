import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeScratch, runProgram, UsageError, type Work } from '../processes/program';
import { checkAll, checkSizes, installTarball, pack } from './check';
import { CheckFailure, CheckRunner } from './check-runner';

/** Limit of all work together, for one that hangs: builds and checks take a few minutes, and far longer on a busy machine. */
const TIMEOUT_MS = 60 * 60_000;
const COMMANDS = ['pack', 'sizes', 'check'] as const;
type Command = (typeof COMMANDS)[number];

const USAGE = `Usage: npm run sdk:pack | npm run sdk:sizes | npm run sdk:check [-- --help]

  sdk:pack   builds @droptrack/sdk and writes the tarball that would be published to dist/sdk/
  sdk:sizes  packs, and measures programs that use the package; fails above the limits
  sdk:check  packs, lints the tarball, measures it, and installs and runs it with each supported compiler, bundler and
             runtime, against a \`droptrack up\` of its own on 127.0.0.1

Exit codes: 0 success, 1 a check failed, 2 wrong usage.`;

/** The command, or null for help. */
function parseCommand(args: string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({ args, options: { help: { type: 'boolean' } }, allowPositionals: true });
    if (values.help === true) return null;
    const command = COMMANDS.find((name) => name === positionals[0]);
    if (command !== undefined && positionals.length === 1) return command;
    throw new UsageError(`Unknown: ${positionals.join(' ')}`);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(String((error as Error).message));
  }
}

/** Runs the command; true when no check failed. */
const work: Work = async (undo, giveUp) => {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const command = parseCommand(process.argv.slice(2));
  if (command === null) {
    print(USAGE);
    return true;
  }
  const timeout = setTimeout(() => giveUp(`The work did not end within ${TIMEOUT_MS / 60_000} minutes`), TIMEOUT_MS);
  const context = { root: join(__dirname, '../../..'), scratch: await makeScratch('sdk', undo), undo, print };
  const runner = new CheckRunner(print);
  const startedMs = performance.now();
  try {
    if (command === 'pack') await pack(context);
    if (command === 'sizes') await checkSizes(runner, await installTarball(context, await pack(context)), print);
    if (command === 'check') await checkAll(context, runner);
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    print(`The package could not be built or installed:\n${error.message}`);
    return false;
  } finally {
    clearTimeout(timeout);
  }
  if (command === 'pack') return true;
  print(`\n${runner.summary()}, in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  return runner.isPassed;
};

void runProgram(USAGE, work);
