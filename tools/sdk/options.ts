import { parseArgs } from 'node:util';
import { UsageError } from '../bench/process/program';

/** What can be asked for. */
export const COMMANDS = ['pack', 'sizes', 'check'] as const;
export type Command = (typeof COMMANDS)[number];

export const USAGE = `Usage: npm run sdk:pack | npm run sdk:sizes | npm run sdk:check [-- --help]

  sdk:pack   builds @droptrack/sdk and writes what would be published to dist/sdk/
  sdk:sizes  packs, and measures what programs that use the package weigh; fails above the limits
  sdk:check  packs, reads the tarball as resolvers and compilers do, measures it, and installs and runs it in every
             kind of project that there is, against a \`droptrack up\` of its own on 127.0.0.1

Ends with 0 when all is well, 1 when anything failed, 2 for an unknown argument.`;

/**
 * Null when help is asked for.
 *
 * @throws {UsageError}
 */
export function parseCommand(args: readonly string[]): Command | null {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  const command = COMMANDS.find((name) => name === positionals[0]);
  if (command === undefined || positionals.length > 1) throw new UsageError(`Unknown: ${positionals.join(' ')}`);
  return command;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { help: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
