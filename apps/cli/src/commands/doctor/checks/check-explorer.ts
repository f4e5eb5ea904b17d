import { fail, type Finding, ok, warn } from './finding';

interface CheckExplorerOptions {
  readonly url: string;
  /** True if a running service has announced this URL. */
  readonly isExpected: boolean;
  readonly fetch: typeof globalThis.fetch;
}

const TIMEOUT_MS = 5_000;

/** Pages of the explorer, of which `/status` needs the API and an accepted key. A service can do without an explorer. */
export async function checkExplorer({ url, isExpected, fetch }: CheckExplorerOptions): Promise<Finding> {
  const get = (path: string) =>
    fetch(`${url}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' }).catch(() => null);
  const health = await get('/healthz');
  if (health === null) {
    return isExpected
      ? fail('explorer', `The explorer at ${url} does not respond`, 'Check its log, and restart the service.')
      : ok('explorer', `No explorer at ${url}; start one with npx droptrack explorer, or do without`);
  }
  const page = await get('/status');
  const text = await page?.text().catch(() => '');
  if (!text?.includes('· Droptrack</title>')) {
    return warn('explorer', `The server at ${url} is not the explorer`, 'Set EXPLORER_PORT to a free port.');
  }
  if (page?.status === 200) return ok('explorer', `The explorer at ${url} shows the data of the API`);
  return fail(
    'explorer',
    `The explorer at ${url} cannot show the data of the API (status ${page?.status})`,
    'Check the finding of the API, EXPLORER_API_KEY and EXPLORER_API_URL.',
  );
}
