import { ConfigError } from '../config/config';
import { EXIT, INVALID_ARGUMENT } from './cli-error';
import { explainError } from './explain-error';
import type { Output, Stream } from './output';
import { redact } from './redact';

/**
 * Says why a command failed: to people on standard error, to programs as the one
 * document on standard output. Only what nobody expected comes with its stack.
 *
 * @returns the exit code.
 */
export function reportError(error: unknown, output: Output, stdout: Stream): number {
  const known = explainError(error);
  const exitCode = known?.code === INVALID_ARGUMENT ? EXIT.usage : EXIT.failed;
  const message = redact(known?.message ?? (error instanceof Error ? error.message : String(error)));
  if (output.isJson) {
    const details = { ...known?.details, ...(error instanceof ConfigError && { faults: error.faults }) };
    const document = { error: { code: known?.code ?? 'unexpected', message, hint: known?.hint ?? null, ...details } };
    stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return exitCode;
  }
  output.note(known === null ? redact(`Unexpected: ${stackOf(error)}`) : message);
  if (known?.hint) output.note(known.hint);
  return exitCode;
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
