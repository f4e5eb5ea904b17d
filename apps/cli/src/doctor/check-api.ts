import { fail, type Finding, ok, warn } from './finding';

export interface CheckApiOptions {
  readonly url: string;
  /** True if a running service has announced this URL. */
  readonly isExpected: boolean;
  readonly fetch: typeof globalThis.fetch;
}

const TIMEOUT_MS = 3_000;

/** Readiness of the API. */
export async function checkApi({ url, isExpected, fetch }: CheckApiOptions): Promise<Finding> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (response === null) {
    return isExpected
      ? fail('api', `The API at ${url} does not respond`, 'Check its log, and restart the service.')
      : warn(
          'api',
          `No response from ${url}`,
          'Start the service: npm start. Ignore this if the API runs on another host.',
        );
  }
  const body: unknown = await response.json().catch(() => null);
  const { status, code, detail } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (status === 'ready') return ok('api', `The API at ${url} is ready`);
  if (typeof code === 'string') {
    return fail(
      'api',
      `The API at ${url} is not ready: ${String(detail)}`,
      'Check the findings above and the log of the API.',
    );
  }
  return warn('api', `The server at ${url} is not Droptrack`, 'Stop that program, or set PORT to a free port.');
}
