import type { Departure } from '@droptrack/program';
import { negotiateEncoding } from '@droptrack/program/encoding';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { KeyWatch } from '../api/key-watch';
import type { Config } from '../config/config';
import { requestErrorPage } from '../pages/error-page';
import { POSTED } from '../pages/routes';
import type { Assets } from './assets';
import type { Page } from '../pages/page';
import { describeError } from './describe-error';
import { boundedServer, rejectUnreadable } from './http-bounds';
import type { ExplorerMetrics } from './metrics';
import { record, serveInFront } from './serve-in-front';
import { routeOf, Site, type SiteDeps } from './site';
import { traceIdOf } from './trace';

/** Parts of the server. */
export interface ServerDeps extends SiteDeps {
  readonly metrics: Pick<ExplorerMetrics, 'sent'>;
  readonly config: Config;
  readonly departure: Departure;
  readonly keyWatch: Pick<KeyWatch, 'fault'>;
  /** By their route. */
  readonly pages: Readonly<Record<string, Page>>;
}

/** Maximum size of a posted form, in bytes: a wallet and a drop. */
const FORM_BYTES_MAX = 4_096;
/** Maximum length of path and query, in characters: more than any link of the site, and a bound of the cache's keys. */
const TARGET_LENGTH_MAX = 2_048;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Crawlers read each page once, without the forms and filters, which have no end. */
const ROBOTS = 'User-agent: *\nDisallow: /check\nDisallow: /*?\n';

/** The HTTP server of the site. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const { config, assets, departure, keyWatch } = deps;
  const { trustedProxies } = config.http;
  const site = new Site(deps);
  const app = Fastify({
    serverFactory: (framework) =>
      boundedServer((request, response) => {
        if (!serveInFront(site, deps, request, response)) framework(request, response);
      }),
    logger: false,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: FORM_BYTES_MAX,
    // Requests of open connections are served until the server has stopped, instead of receiving JSON.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) =>
      void site.serveView(requestErrorPage(error.statusCode ?? 400), request, reply),
    clientErrorHandler: rejectUnreadable,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  addHooks(app, site, deps);
  addRoutes(app, site, deps.pages);
  app.get('/assets/:name', (request, reply) => serveAsset(assets, request, reply));
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS));
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const reason = departure.isAnnounced ? 'stopping' : keyWatch.fault;
    return reason === null ? { status: 'ready' } : reply.code(503).send({ status: reason });
  });
  return app;
}

function addRoutes(app: FastifyInstance, site: Site, pages: ServerDeps['pages']): void {
  for (const [route, page] of Object.entries(pages)) {
    app.get(route, (request, reply) => site.serve(page, request, reply));
    if (POSTED.includes(route)) app.post(route, (request, reply) => site.servePosted(page, request, reply));
  }
  app.setNotFoundHandler((request, reply) => site.serveNotFound(request, reply));
}

function addHooks(app: FastifyInstance, site: Site, { logger, metrics, departure }: ServerDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (departure.isUnderWay) reply.raw.shouldKeepAlive = false;
    const status = rejection(request);
    if (status === null) return undefined;
    if (status === 405) void reply.header('allow', 'GET, HEAD');
    return site.serveView(requestErrorPage(status), request, reply);
  });
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      logger.error({ route: routeOf(request), traceId: traceIdOf(request), ...describeError(error) }, 'request failed');
    }
    return site.serveView(requestErrorPage(status), request, reply);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { raw, elapsedTime: durationMs } = reply;
    const [route, traceId] = [routeOf(request), traceIdOf(request)];
    record({ metrics, logger }, { method: request.method, route, status: raw.statusCode, durationMs, traceId });
    done();
  });
}

/** Serves a file for browsers. Its path has a hash of its content, so that it never changes. */
function serveAsset(assets: Assets, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?', 1);
  const asset = assets.at(path);
  if (asset === null) return reply.code(404).type('text/plain; charset=utf-8').send('No such file\n');
  const coding = negotiateEncoding(request.headers['accept-encoding']);
  if (coding !== null) void reply.header('content-encoding', coding);
  return reply
    .type(asset.type)
    .headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    .send(coding === null ? asset.body : asset[coding]);
}

/** Status with which a request is rejected before its body is read; null for one that has a route. */
function rejection({ method, url, is404, routeOptions }: FastifyRequest): 405 | 414 | null {
  if (url.length > TARGET_LENGTH_MAX) return 414;
  if (method === 'GET' || method === 'HEAD') return null;
  return method === 'POST' && !is404 && POSTED.includes(routeOptions.url ?? '') ? null : 405;
}
