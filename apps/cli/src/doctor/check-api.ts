import { fail, type Finding, ok, warn } from './finding';

export interface CheckApiOptions {
  readonly url: string;
  /** Whether a service said that it runs there. */
  readonly isExpected: boolean;
  readonly fetch: typeof globalThis.fetch;
}

const PATIENCE_MS = 3_000;

/** Asks the API whether it is ready to answer. */
export async function checkApi({ url, isExpected, fetch }: CheckApiOptions): Promise<Finding> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  if (response === null) {
    return isExpected
      ? fail('api', `The API at ${url} does not answer`, 'Look at its log, and start the service again.')
      : warn(
          'api',
          `Nothing answers at ${url}`,
          'Start the service: npm start. Or ignore this where it runs elsewhere.',
        );
  }
  const body: unknown = await response.json().catch(() => null);
  const { status, code, detail } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (status === 'ready') return ok('api', `The API at ${url} is ready`);
  if (typeof code === 'string') {
    return fail('api', `The API at ${url} is not ready: ${String(detail)}`, 'Look at the findings above and its log.');
  }
  return warn('api', `What answers at ${url} is not Droptrack`, 'Stop that program, or set PORT to a free port.');
}
