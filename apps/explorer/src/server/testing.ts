import { Departure } from '@droptrack/program';
import { createLogger } from '@droptrack/program/logging';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ResponseCache } from '../api/response-cache';
import type { Config } from '../config/config';
import { PAGES } from '../pages/routes';
import { Assets } from './assets';
import { createServer, type ServerDeps } from './create-server';
import { ExplorerMetrics } from './metrics';
import type { Page } from '../pages/page';

export const API_KEY = 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc';

export const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A page whose content is a value of the API. */
const valuePage: Page = async (_request, { client }) => ({ title: 'Value', content: (await client.me()).plan });

/** Response to {@link valuePage}. */
export const plan = (value: string): Response => data({ plan: value });

/** A server whose pages are all the same one, over a fake API. */
export function siteOf(page: Page = valuePage, api: FakeApi = () => plan('scale'), options?: FakeSiteOptions) {
  return fakeSite(api, { ...options, pages: Object.fromEntries(Object.keys(PAGES).map((route) => [route, page])) });
}

/** Response of the fake API to a request, or its failure. */
type FakeApi = (request: { readonly method: string; readonly target: string }) => Response | Error | Promise<Response>;

/** Settings and pages of {@link fakeSite}. */
interface FakeSiteOptions {
  readonly trustedProxies?: readonly string[];
  readonly limits?: Partial<Config['limits']>;
  readonly pages?: Readonly<Record<string, Page>>;
  readonly keyWatch?: ServerDeps['keyWatch'];
  readonly data?: Config['api']['data'];
}

/** The whole server over a fake API, with a clock and its log. */
export function fakeSite(api: FakeApi, options: FakeSiteOptions = {}) {
  const { trustedProxies = [], limits = {}, pages = PAGES, keyWatch = { fault: null }, data = 'delayed' } = options;
  const clock = { ms: 0 };
  const lines: string[] = [];
  const requests: string[] = [];
  const traces: (string | null)[] = [];
  const views: (string | null)[] = [];
  const timers = new Timers();
  const metrics = new ExplorerMetrics(() => clock.ms);
  const config: Config = {
    http: { host: '127.0.0.1', port: 0, trustedProxies, publicUrl: 'https://drops.example.com' },
    api: { url: 'http://api.test', publicUrl: 'https://api.example.com', key: API_KEY, data },
    limits: { pagesPerMinute: 300, checksPerMinute: 10, ...limits },
    graceMs: 0,
    metrics: null,
    logLevel: 'info',
  };
  const departure = new Departure();
  const cache = new ResponseCache(
    metrics.measured(async (url, init) => {
      const { pathname, search } = new URL(url);
      const method = init.method ?? 'GET';
      requests.push(`${method} ${pathname}${search}`);
      traces.push(new Headers(init.headers).get('traceparent'));
      views.push(new Headers(init.headers).get('x-data-view'));
      const response = await Promise.race([api({ method, target: `${pathname}${search}` }), aborted(init.signal)]);
      if (response instanceof Error) throw response;
      return response;
    }),
    { nowMs: () => clock.ms, timeout: timers.timeout },
  );
  const app = createServer({
    pages,
    config,
    keyWatch,
    departure,
    api: { ...config.api, fetch: cache.fetch },
    metrics,
    assets: builtAssets(),
    logger: createLogger('explorer', 'info', { write: (line) => void lines.push(line) }),
    now: () => Date.parse('2026-11-23T12:00:00.000Z') + clock.ms,
    uptimeMs: () => clock.ms,
    after: timers.after,
  });
  /** Lets time pass, with the timers that end in it. */
  const pass = async (ms: number): Promise<void> => {
    clock.ms += ms;
    timers.end(ms);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  return { app, pass, departure, clock, requests, traces, views, metrics, log: () => lines.join('') };
}

/** Timers that a test ends. */
class Timers {
  readonly #timers = new Set<{ leftMs: number; readonly run: () => void }>();

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { leftMs: ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  readonly timeout = (ms: number): AbortSignal => {
    const controller = new AbortController();
    this.after(ms, () => controller.abort(new DOMException('', 'TimeoutError')));
    return controller.signal;
  };

  end(ms: number): void {
    for (const timer of [...this.#timers]) {
      timer.leftMs -= ms;
      if (timer.leftMs > 0) continue;
      this.#timers.delete(timer);
      timer.run();
    }
  }
}

/** Rejects once the signal is aborted. */
const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

/** Stand-ins of the files that a build makes. */
function builtAssets(): Assets {
  const directory = mkdtempSync(join(tmpdir(), 'droptrack-assets-'));
  try {
    for (const name of ['site.css', 'copy.js', 'crosshair.js', 'verify-proof.js', 'hype-validity.svg']) {
      writeFileSync(join(directory, name), `/* ${name} */ ${'x'.repeat(200)}`);
    }
    return new Assets(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Problem document of the API. */
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  new Response(
    JSON.stringify({ type: 'about:blank', title: code, status, code, detail: `detail of ${code}`, errors: [] }),
    {
      status,
      headers: { 'content-type': 'application/problem+json', ...headers },
    },
  );

/** Successful response of the API. */
export const data = (body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    headers: {
      'content-type': 'application/json',
      'x-data-as-of': '2026-11-23T11:59:59.000Z',
      etag: '"1"',
      ...headers,
    },
  });
