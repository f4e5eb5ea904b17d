import type { Config, Environment } from '../config/config';
import type { Places } from '../config/places';
import { CliError, EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import type { Interruption } from '../up/interruption';
import { type Cleanup, runCleanup, runService, StartInterrupted, untilOver } from '../up/run-services';

interface ExplorerDeps {
  readonly config: Config;
  readonly places: Places;
  /** Passed to the explorer. */
  readonly env: Environment;
  readonly output: Output;
  readonly interruption: Interruption;
}

/**
 * Runs the explorer alone until a stop signal, beside an API that runs elsewhere.
 *
 * @throws {CliError} `explorer_key_missing`; `explorer_failed` if it cannot start, or ends.
 */
export async function explorer({ config, ...deps }: ExplorerDeps): Promise<number> {
  if (config.explorer.key === null) {
    throw new CliError('explorer_key_missing', 'The explorer needs an API key, and EXPLORER_API_KEY is not set', {
      hint: 'Issue one with `droptrack keys issue --plan scale --label explorer`, and put it into .env',
    });
  }
  const cleanup: Cleanup = [];
  try {
    const service = await runService('explorer', {}, { ...deps, config, cleanup });
    const { url, logFile } = service;
    const log = logFile === null ? '' : `\nIts log: ${logFile}`;
    const text = `The explorer is up: ${url}${log}\n\nPress Ctrl-C to stop.`;
    // In production standard output carries the log of the explorer.
    if (config.isProduction && !deps.output.isJson) deps.output.note(text);
    else deps.output.result({ explorer_url: url }, text);
    await untilOver([service], null, deps.interruption);
  } catch (error) {
    if (!(error instanceof StartInterrupted)) throw error;
  } finally {
    await runCleanup(cleanup);
  }
  return EXIT.done;
}
