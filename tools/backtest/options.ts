import { parseArgs } from 'node:util';
import { UsageError } from '../bench/process/program';

/** What was asked for on the command line. */
export interface Options {
  /** Folder that has `signals` in it, as it was written; null for the usual one. */
  readonly data: string | null;
  /** Only compare: whether the page says what the data says. */
  readonly isCheck: boolean;
}

export const USAGE = 'Usage: npm run backtest -- [--data <folder>] [--check]';

/** @throws {UsageError} */
export function parseOptions(args: readonly string[]): Options {
  try {
    const options = { data: { type: 'string' }, check: { type: 'boolean' } } as const;
    const { data = null, check = false } = parseArgs({ args: [...args], options }).values;
    return { data, isCheck: check };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
