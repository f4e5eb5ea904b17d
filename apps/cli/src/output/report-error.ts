import { ConfigError } from '../config/config';
import { EXIT, INVALID_ARGUMENT } from './cli-error';
import { explainError } from './explain-error';
import type { Output } from './output';
import { redact } from './redact';

/**
 * Reports why a command failed. Only an unexpected error is printed with its stack.
 *
 * @returns the exit code.
 */
export function reportError(error: unknown, output: Output): number {
  const known = explainError(error);
  const message = redact(known?.message ?? (error instanceof Error ? error.message : String(error)));
  const hint = known?.hint ?? null;
  const details = { ...known?.details, ...(error instanceof ConfigError && { faults: error.violations }) };
  const document = { error: { code: known?.code ?? 'unexpected', message, hint, ...details } };
  const text = known === null ? redact(`Unexpected error: ${stackOf(error)}`) : message;
  output.failure(document, hint === null ? text : `${text}\n${hint}`);
  return known?.code === INVALID_ARGUMENT ? EXIT.usage : EXIT.failed;
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
