import { parseArgs } from 'node:util';
import { UsageError } from './process/program';

/** What can be measured by itself. */
export const BENCHES = [
  'http',
  'queries',
  'limits',
  'cost',
  'latency',
  'writes',
  'start',
  'log',
  'fold',
  'score',
  'pass',
  'readings',
  'polls',
  'webhooks',
  'lists',
  'sdk',
] as const;
export type BenchName = (typeof BENCHES)[number];

/** What was asked for on the command line. */
export interface Options {
  /** In the order of {@link BENCHES}. */
  readonly only: readonly BenchName[];
  /** Everything small and once: shows that it runs, says nothing about speed. */
  readonly isSmoke: boolean;
  readonly isJson: boolean;
  /** Wallets of the lists of `lists`; null: as many as the plan says. */
  readonly rows: number | null;
}

export const USAGE = `Usage: npm run bench -- [--only ${BENCHES.join('|')}]… [--smoke] [--json] [--rows n]`;

const ROWS = /^[1-9][0-9]{0,7}$/;

/** @throws {UsageError} */
export function parseOptions(args: readonly string[]): Options {
  const { only = [...BENCHES], smoke = false, json = false, rows = null } = parse(args);
  const unknown = only.find((name) => !BENCHES.some((bench) => bench === name));
  if (unknown !== undefined) throw new UsageError(`There is no bench "${unknown}"`);
  if (rows !== null && !ROWS.test(rows)) throw new UsageError('--rows must be a number of wallets');
  return {
    only: BENCHES.filter((name) => only.includes(name)),
    isSmoke: smoke,
    isJson: json,
    rows: rows === null ? null : Number(rows),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true },
        smoke: { type: 'boolean' },
        json: { type: 'boolean' },
        rows: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
