import { ApiSession } from './api/api-session';
import type { Page, PageView } from './pages/page';
import { renderDocument } from './server/render-document';

/** Request for a page, and the responses of the API. */
export interface RenderOptions {
  /** Path and query. */
  readonly url: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /**
   * Bodies by method and path, with or without the query: `GET /v1/drops`. A `Response` is sent as it is. Other requests
   * receive 404 `drop_not_found`.
   */
  readonly responses?: Readonly<Record<string, object>>;
  readonly nowMs?: number;
}

/** A rendered page. */
export interface RenderedPage {
  readonly view: PageView;
  readonly html: string;
  /** Text of the content, with single spaces. */
  readonly text: string;
  /** Requests to the API: `GET /v1/drops?limit=25`. */
  readonly requests: readonly string[];
}

/** Renders a page over a fake API. */
export async function renderPage(page: Page, options: RenderOptions): Promise<RenderedPage> {
  const { url, params = {}, form, responses = {}, nowMs = Date.parse('2026-11-23T12:00:00.000Z') } = options;
  const requests: string[] = [];
  const session = new ApiSession({
    url: 'http://api.test',
    key: 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc',
    fetch: async (target, init) => {
      const { pathname, search } = new URL(target);
      const name = `${init.method ?? 'GET'} ${pathname}`;
      requests.push(`${name}${search}`);
      const body = responses[`${name}${search}`] ?? responses[name];
      if (body instanceof Response) return body.clone();
      if (body === undefined) return Promise.resolve(notFound());
      return new Response(JSON.stringify(body), {
        headers: { 'content-type': 'application/json', 'x-data-as-of': '2026-11-23T11:59:59.000Z' },
      });
    },
  });
  const query = new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '');
  const apiUrl = 'https://api.example.com';
  const siteUrl = 'https://drops.example.com';
  const path = url.split('?', 1)[0] ?? '/';
  const assetPath = (name: string): string => `/assets/${name}`;
  const posted = form === undefined ? null : new URLSearchParams(form);
  const limits = { pagesPerMinute: 300, checksPerMinute: 10 };
  const request = { path, params, query, form: posted, apiUrl, siteUrl, limits, nowMs, assetPath };
  const view = await page(request, session);
  const { calls, asOf, shortfall } = session;
  const html = renderDocument({ view, path, calls, asOf, shortfall, apiUrl, siteUrl, assetPath }).toString();
  const content = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const text = content
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { view, html, text, requests };
}

const notFound = (): Response =>
  new Response(
    JSON.stringify({ type: 'about:blank', title: 'Not found', status: 404, code: 'drop_not_found', detail: '' }),
    {
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    },
  );
