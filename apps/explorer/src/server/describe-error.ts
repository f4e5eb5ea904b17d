import { ApiError, DroptrackError } from '@droptrack/sdk';

/**
 * Facts of an error for the log. Its message is left out: it can repeat what a visitor typed, such as a wallet.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof ApiError) {
    const { name, code, status, requestId } = error;
    return { error: name, code, status, requestId };
  }
  if (error instanceof DroptrackError) return { error: error.name, code: error.code };
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, stack: frames.map((line) => line.trim()) };
}
