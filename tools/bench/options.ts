import { parseArgs } from 'node:util';
import { BENCH_NAMES, type BenchName, BENCHES } from './benches';
import { UsageError } from '../processes/program';

/** Arguments of the command line. */
export interface Options {
  /** In the order of {@link BENCHES}. */
  readonly only: readonly BenchName[];
  /** Everything small and once: shows that it runs, and nothing about speed. */
  readonly isSmoke: boolean;
  readonly isJson: boolean;
  /** Writes the figures into the guides. */
  readonly isPublished: boolean;
  readonly isHelp: boolean;
  /** Wallets of each list of `lists` and `wallets`; null: those of the bench. */
  readonly rows: number | null;
  /** Maximum rounds; null: those of the plan. */
  readonly rounds: number | null;
}

const WIDTH = Math.max(...BENCH_NAMES.map((name) => name.length));

export const USAGE = `Usage: npm run bench -- [--only name,…]… [--smoke] [--json] [--publish] [--rounds n] [--rows n] [--help]

Measures the service beside yardsticks on this machine and prints a table (docs/performance.md).

  --only     benches to run, separated by commas; all by default:
${BENCH_NAMES.map((name) => `               ${name.padEnd(WIDTH)}  ${BENCHES[name][1]}`).join('\n')}
  --smoke    small and short: shows that everything runs, and nothing about speed
  --json     the report as JSON with the figure of every round
  --publish  also writes the figures of these benches to docs/studies/figures.md
  --rounds   at most as many rounds
  --rows     wallets of each list of the benches "lists" and "wallets"
  --help     this text`;

const COUNT = /^[1-9][0-9]{0,7}$/;

/** @throws {UsageError} */
export function parseOptions(args: readonly string[]): Options {
  const { only, smoke = false, json = false, publish = false, help = false, rows, rounds } = parse(args);
  if (publish && smoke) throw new UsageError('--publish needs figures, which --smoke has not');
  return {
    only: only === undefined ? BENCH_NAMES : namesOf(only),
    isSmoke: smoke,
    isJson: json,
    isPublished: publish,
    isHelp: help,
    rows: countOf('--rows', rows),
    rounds: countOf('--rounds', rounds),
  };
}

function countOf(name: string, text: string | undefined): number | null {
  if (text !== undefined && !COUNT.test(text)) throw new UsageError(`${name} must be a positive number`);
  return text === undefined ? null : Number(text);
}

function namesOf(only: readonly string[]): BenchName[] {
  const names = only.flatMap((value) => value.split(',')).map((name) => name.trim());
  const unknown = names.find((name) => !BENCH_NAMES.some((bench) => bench === name));
  if (unknown !== undefined)
    throw new UsageError(`There is no bench "${unknown}"; there are ${BENCH_NAMES.join(', ')}`);
  return BENCH_NAMES.filter((name) => names.includes(name));
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true },
        smoke: { type: 'boolean' },
        json: { type: 'boolean' },
        publish: { type: 'boolean' },
        rows: { type: 'string' },
        rounds: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
