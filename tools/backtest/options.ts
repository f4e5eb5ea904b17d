import { parseArgs } from 'node:util';
import { UsageError } from '../processes/program';

/** Arguments of the command line. */
export interface Options {
  /** Folder that contains `signals`; null for the default. */
  readonly data: string | null;
  /** True to compare the page with the data only. */
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
