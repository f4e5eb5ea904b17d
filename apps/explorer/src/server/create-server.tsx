import { clientNetwork } from '@droptrack/resilience';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type ApiAccess, ApiSession } from '../api/api-session';
import type { Config } from '../config/config';
import { errorPage, notFoundPage } from '../pages/error-page';
import { PAGES, POSTED } from '../pages/routes';
import type { Assets } from './assets';
import type { Page, PageRequest, PageView } from './page';
import { renderDocument } from './render-document';
import { VisitorLimits } from './visitor-limits';

/** Parts of the server. */
export interface ServerDeps {
  readonly config: Config;
  readonly api: ApiAccess;
  readonly assets: Assets;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Maximum size of a posted form, in bytes: a wallet and a drop. */
const FORM_BYTES_MAX = 4_096;

/** Headers of every page: nothing of another site, no address of this page to other sites. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'interest-cohort=(), browsing-topics=()',
} as const;

/** The HTTP server of the site. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const { config, assets, logger } = deps;
  const { trustedProxies } = config.http;
  const app = Fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: FORM_BYTES_MAX,
    routerOptions: { maxParamLength: 256 },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  const limits = new VisitorLimits(config.limits, () => performance.now() * 1_000);
  const site = new Site(deps, limits);
  for (const [route, page] of Object.entries(PAGES)) {
    app.get(route, (request, reply) => site.serve(page, request, reply));
    if (POSTED.includes(route)) app.post(route, (request, reply) => site.servePosted(page, request, reply));
  }
  app.get('/assets/:name', (request, reply) => serveAsset(assets, request, reply));
  app.get('/healthz', () => ({ status: 'ok' }));
  app.setNotFoundHandler((request, reply) => site.serve(() => Promise.resolve(notFoundPage()), request, reply));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) logger.error({ err: error, route: routeOf(request) }, 'request failed');
    return site.serve(() => Promise.resolve({ ...errorPage(error), status }), request, reply);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The template, never the address: a stranger can write a wallet into an address.
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    logger.info({ method: request.method, route: routeOf(request), status: reply.statusCode, ms }, 'request');
    done();
  });
  return app;
}

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown';

/** Serves pages: limits, calls, rendering, headers. */
class Site {
  constructor(
    private readonly deps: ServerDeps,
    private readonly limits: VisitorLimits,
  ) {}

  async serve(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const waitSeconds = this.limits.admitPage(clientNetwork(request.ip));
    if (waitSeconds > 0) return this.#reject(request, reply, waitSeconds);
    return this.#send(page, request, reply, null);
  }

  /** A form is accepted from pages of this site only, and its result is stored nowhere. */
  async servePosted(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!isSameOrigin(request)) {
      return this.#send(() => Promise.resolve(foreignFormPage()), request, reply, null);
    }
    const waitSeconds = this.limits.admitCheck(clientNetwork(request.ip));
    if (waitSeconds > 0) return this.#reject(request, reply, waitSeconds);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return this.#send(page, request, reply, form);
  }

  async #send(page: Page, request: FastifyRequest, reply: FastifyReply, form: URLSearchParams | null) {
    const { config, api, assets, now, logger } = this.deps;
    const session = new ApiSession(api);
    const view = await page(pageRequestOf(request, form, config.api.publicUrl, now()), session).catch(
      (error: unknown) => {
        const failed = errorPage(error);
        if ((failed.status ?? 200) >= 500) logger.error({ err: error, route: routeOf(request) }, 'page failed');
        return failed;
      },
    );
    const html = renderDocument({
      view,
      path: pathOf(request),
      calls: session.calls,
      asOf: session.asOf,
      isStale: session.isStale,
      apiUrl: config.api.publicUrl,
      assetPath: assets.pathOf,
    });
    if (view.retryAfterSeconds !== undefined) reply.header('retry-after', view.retryAfterSeconds);
    return reply
      .code(view.status ?? 200)
      .headers(PAGE_HEADERS)
      .header('cache-control', form === null ? 'private, no-cache' : 'no-store')
      .send(html);
  }

  #reject(request: FastifyRequest, reply: FastifyReply, seconds: number) {
    const view: PageView = {
      status: 429,
      title: 'Too many requests',
      retryAfterSeconds: seconds,
      content: (
        <>
          <h1>Too many requests</h1>
          <p>Your network has reached the limit of this site. Try again in {seconds} s.</p>
        </>
      ),
    };
    return this.#send(() => Promise.resolve(view), request, reply, null);
  }
}

const foreignFormPage = (): PageView => ({
  status: 403,
  title: 'Not accepted',
  content: (
    <>
      <h1>Not accepted</h1>
      <p>
        A form of another site was not accepted. Check the wallet on <a href="/check">this page</a>.
      </p>
    </>
  ),
});

/** Browsers state the site of a form; a form without such a statement is not of a browser, and harms only its sender. */
function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

function pageRequestOf(
  request: FastifyRequest,
  form: URLSearchParams | null,
  apiUrl: string,
  nowMs: number,
): PageRequest {
  const [, search = ''] = request.url.split(/\?(.*)/s);
  return {
    params: (request.params ?? {}) as Record<string, string>,
    query: new URLSearchParams(search),
    form,
    apiUrl,
    nowMs,
  };
}

function serveAsset(assets: Assets, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asset = assets.at(pathOf(request));
  if (asset === null) return reply.code(404).type('text/plain').send('No such file\n');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const coding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
  if (coding !== null) reply.header('content-encoding', coding);
  return reply
    .type(asset.type)
    .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' })
    .send(coding === null ? asset.body : asset[coding]);
}
