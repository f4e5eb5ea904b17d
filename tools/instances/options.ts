import { parseArgs } from 'node:util';
import { UsageError } from '../bench/process/program';

/** What was asked for on the command line. */
export interface Options {
  /** Short delays and small counts: half a minute in all. */
  readonly isSmoke: boolean;
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

export const USAGE = `Usage: npm run instances -- [--smoke] [--json] [--help]

Starts a PostgreSQL, a Redis where redis-server is installed, and instances of the API as built for production, all on
127.0.0.1, and confirms by the clock what several instances together promise: limits, the delay of the plan free,
changes of keys, a rolling restart under load, memory under a flood of keys that do not work.

  --smoke  short delays and small counts, half a minute in all
  --json   findings as JSON on standard output
  --help   this text

Ends with 0 when all is as promised, 1 when anything is not or a check could not run, 2 for an unknown argument.`;

/** @throws {UsageError} */
export function parseOptions(args: readonly string[]): Options {
  try {
    const {
      smoke = false,
      json = false,
      help = false,
    } = parseArgs({
      args: [...args],
      options: { smoke: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    }).values;
    return { isSmoke: smoke, isJson: json, isHelp: help };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
