import { clientAddresses } from '@droptrack/program';
import { clientNetwork } from '@droptrack/resilience';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ApiAccess } from '../api/api-session';
import type { Config } from '../config/config';
import { foreignFormPage, notFoundPage } from '../pages/error-page';
import type { Assets } from './assets';
import { describeError } from './describe-error';
import type { Document } from './document';
import type { Page, PageRequest, PageView } from '../pages/page';
import { type DuePage, PageCache, type StoredPage } from './page-cache';
import { RenderQueue } from './render-queue';
import { renderPage } from './render-page';
import { codingOf, send, writeShared } from './send-document';
import { Substitutes } from './substitutes';
import { isSameOrigin } from './same-origin';
import { traceOf } from './trace';
import { VisitorLimits } from './visitor-limits';

/** Parts of the site. */
export interface SiteDeps {
  readonly config: Pick<Config, 'api' | 'limits'> & {
    readonly http: Pick<Config['http'], 'publicUrl' | 'trustedProxies'>;
  };
  readonly api: ApiAccess;
  readonly assets: Assets;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that never steps back. */
  readonly uptimeMs: () => number;
  /** Calls a function after a time in milliseconds, unless the returned function is called before. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Serves pages: limits of visitors, cache, rendering, headers. */
export class Site {
  readonly #limits: VisitorLimits;
  readonly #cache: PageCache;
  readonly #queue: RenderQueue;

  readonly #substitutes = new Substitutes();
  readonly #addressOf: (request: IncomingMessage) => string;

  constructor(private readonly deps: SiteDeps) {
    this.#addressOf = clientAddresses(deps.config.http.trustedProxies);
    this.#limits = new VisitorLimits(deps.config.limits, () => deps.uptimeMs() * 1_000);
    this.#cache = new PageCache(deps.uptimeMs);
    this.#queue = new RenderQueue(deps.after);
  }

  /**
   * Serves a page in front of the framework, as {@link serve} does, if there is nothing to render or to decide. Otherwise it leaves the
   * request untouched, and returns null.
   *
   * @returns the page.
   */
  serveStored(request: IncomingMessage, response: ServerResponse): StoredPage | null {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      return null;
    }
    const stored = this.#cache.fresh(url);
    if (stored === null) return null;
    const { document } = stored;
    const coding = codingOf(String(headers['accept-encoding'] ?? ''));
    const body = document.body(coding);
    if (body instanceof Promise || document.isMatchedBy(headers['if-none-match'])) return null;
    // The framework rejects a visitor whose bucket has no token: none is taken from it here.
    if (this.#limits.admitPage(clientNetwork(this.#addressOf(request))) > 0) return null;
    writeShared(document, coding, body, response);
    return stored;
  }

  /** Serves a page that is the same for all visitors. */
  async serve(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const waitSeconds = this.#limits.admitPage(clientNetwork(request.ip));
    if (waitSeconds > 0) return this.#serveLimit(waitSeconds, request, reply);
    const address = { target: request.url, route: routeOf(request) };
    const document = await this.#cache.get(address, waitingOf(request), (due) =>
      this.#renderInTurn(page, request, null, due),
    );
    return send(document, request, reply);
  }

  /** Serves the result of a form, which is accepted from pages of this site only and stored nowhere. */
  async servePosted(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!isSameOrigin(request)) return this.serveView(foreignFormPage(), request, reply);
    const waitSeconds = this.#limits.admitCheck(clientNetwork(request.ip));
    if (waitSeconds > 0) return this.#serveLimit(waitSeconds, request, reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const due = { isKnown: false, begin: waitingOf(request) };
    return send(await this.#renderInTurn(page, request, form, due), request, reply);
  }

  /** Serves the page of a path that no page has, within the limits of the visitor. */
  async serveNotFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const waitSeconds = this.#limits.admitPage(clientNetwork(request.ip));
    if (waitSeconds > 0) return this.#serveLimit(waitSeconds, request, reply);
    return this.serveView(notFoundPage(), request, reply);
  }

  /** Serves a page that needs no data, such as that of an error. */
  async serveView(view: PageView, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return send(await this.#renderAtOnce(() => Promise.resolve(view), request, null), request, reply);
  }

  async #serveLimit(seconds: number, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return send(await this.#substitutes.ofLimit(seconds, this.#substituteOf(request)), request, reply);
  }

  /** Renders a page when its turn comes, unless all its visitors have left. */
  async #renderInTurn(
    page: Page,
    request: FastifyRequest,
    form: URLSearchParams | null,
    due: DuePage,
  ): Promise<Document> {
    const result = await this.#queue.run(due, () => this.#renderAtOnce(page, request, form));
    return typeof result === 'string' ? this.#substitutes.ofQueue(result, this.#substituteOf(request)) : result;
  }

  /** Renders a page for all visitors, which therefore has nothing of the request. */
  #substituteOf(request: FastifyRequest): (view: PageView) => Promise<Document> {
    return (view) => this.#renderAtOnce(() => Promise.resolve(view), request, null, '/substitute');
  }

  #renderAtOnce(
    page: Page,
    request: FastifyRequest,
    form: URLSearchParams | null,
    path = pathOf(request),
  ): Promise<Document> {
    const { api, logger, uptimeMs } = this.deps;
    const route = routeOf(request);
    const { traceId, traceparent } = traceOf(request);
    const onError = (error: unknown): void => logger.error({ route, traceId, ...describeError(error) }, 'page failed');
    const deps = { api: { ...api, traceparent, uptimeMs }, onError };
    return renderPage(page, { ...this.#pageRequest(request, form), path }, deps);
  }

  #pageRequest(request: FastifyRequest, form: URLSearchParams | null): Omit<PageRequest, 'path'> {
    const { config, assets, now } = this.deps;
    const [, search = ''] = request.url.split(/\?(.*)/s);
    return {
      params: (request.params ?? {}) as Record<string, string>,
      query: new URLSearchParams(search),
      form,
      apiUrl: config.api.publicUrl,
      siteUrl: config.http.publicUrl,
      limits: config.limits,
      nowMs: now(),
      assetPath: assets.pathOf,
    };
  }
}

/** Path of a request. One to a proxy has a whole address there, which would lead a link to another site. */
function pathOf({ url }: FastifyRequest): string {
  const [path = '/'] = url.split('?', 1);
  return /^\/(?!\/)/.test(path) ? path : '/';
}

/** Function that is true while the client of a request is connected. */
const waitingOf = (request: FastifyRequest) => (): boolean => !request.raw.socket.destroyed;

/** Template of the route, never the address: a stranger can write a wallet into an address. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown';
