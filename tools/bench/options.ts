import { parseArgs } from 'node:util';
import { UsageError } from './process/program';

/** What can be measured by itself. */
export const BENCHES = [
  'http',
  'queries',
  'limits',
  'latency',
  'writes',
  'start',
  'log',
  'fold',
  'score',
  'pass',
  'readings',
  'polls',
] as const;
export type BenchName = (typeof BENCHES)[number];

/** What was asked for on the command line. */
export interface Options {
  /** In the order of {@link BENCHES}. */
  readonly only: readonly BenchName[];
  /** Everything small and once: shows that it runs, says nothing about speed. */
  readonly isSmoke: boolean;
  readonly isJson: boolean;
}

export const USAGE = `Usage: npm run bench -- [--only ${BENCHES.join('|')}]… [--smoke] [--json]`;

/** @throws {UsageError} */
export function parseOptions(args: readonly string[]): Options {
  const { only = [...BENCHES], smoke = false, json = false } = parse(args);
  const unknown = only.find((name) => !BENCHES.some((bench) => bench === name));
  if (unknown !== undefined) throw new UsageError(`There is no bench "${unknown}"`);
  return { only: BENCHES.filter((name) => only.includes(name)), isSmoke: smoke, isJson: json };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { only: { type: 'string', multiple: true }, smoke: { type: 'boolean' }, json: { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
