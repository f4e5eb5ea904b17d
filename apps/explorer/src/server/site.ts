import { clientNetwork } from '@droptrack/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ApiAccess } from '../api/api-session';
import type { Config } from '../config/config';
import { busyPage, foreignFormPage, limitPage } from '../pages/error-page';
import { acceptedCoding, type Coding } from './accepted-coding';
import type { Assets } from './assets';
import { describeError } from './describe-error';
import type { Document } from './document';
import type { Page, PageRequest, PageView } from './page';
import { PageCache } from './page-cache';
import { renderPage } from './render-page';
import { RenderQueue } from './render-queue';
import { isSameOrigin } from './same-origin';
import { VisitorLimits } from './visitor-limits';

/** Parts of the site. */
export interface SiteDeps {
  readonly config: Pick<Config, 'api' | 'limits'>;
  readonly api: ApiAccess;
  readonly assets: Assets;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that never steps back. */
  readonly uptimeMs: () => number;
}

/** Pages rendered at a time: each holds the responses of the API that it needs, and the heap is small. */
const RENDERS = { running: 4, waiting: 200 } as const;

/** Serves pages: limits of visitors, cache, rendering, headers. */
export class Site {
  readonly #limits: VisitorLimits;
  readonly #cache: PageCache;
  readonly #renders = new RenderQueue(RENDERS);

  constructor(private readonly deps: SiteDeps) {
    this.#limits = new VisitorLimits(deps.config.limits, () => deps.uptimeMs() * 1_000);
    this.#cache = new PageCache(deps.uptimeMs);
  }

  /** Serves a page that is the same for all visitors. */
  async serve(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const waitSeconds = this.#limits.admitPage(networkOf(request.ip));
    if (waitSeconds > 0) return this.serveView(limitPage(waitSeconds), request, reply);
    const document = await this.#cache.get(request.url, () => this.#render(page, request, null));
    return send(document, request, reply);
  }

  /** Serves the result of a form, which is accepted from pages of this site only and stored nowhere. */
  async servePosted(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!isSameOrigin(request)) return this.serveView(foreignFormPage(), request, reply);
    const waitSeconds = this.#limits.admitCheck(networkOf(request.ip));
    if (waitSeconds > 0) return this.serveView(limitPage(waitSeconds), request, reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return send(await this.#render(page, request, form), request, reply);
  }

  /** Serves a page that needs no data, such as that of an error. */
  async serveView(view: PageView, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return send(await this.#renderAtOnce(() => Promise.resolve(view), request, null), request, reply);
  }

  #render(page: Page, request: FastifyRequest, form: URLSearchParams | null): Promise<Document> {
    return (
      this.#renders.run(() => this.#renderAtOnce(page, request, form)) ??
      this.#renderAtOnce(() => Promise.resolve(busyPage()), request, form)
    );
  }

  #renderAtOnce(page: Page, request: FastifyRequest, form: URLSearchParams | null): Promise<Document> {
    const { api, logger } = this.deps;
    const route = routeOf(request);
    const onError = (error: unknown): void => logger.error({ route, ...describeError(error) }, 'page failed');
    return renderPage(page, this.#pageRequest(request, form), { api, onError });
  }

  #pageRequest(request: FastifyRequest, form: URLSearchParams | null): PageRequest {
    const { config, assets, now } = this.deps;
    const [path = '/', search = ''] = request.url.split(/\?(.*)/s);
    return {
      // A request to a proxy has a whole address here, which would lead a link to another site.
      path: /^\/(?!\/)/.test(path) ? path : '/',
      params: (request.params ?? {}) as Record<string, string>,
      query: new URLSearchParams(search),
      form,
      apiUrl: config.api.publicUrl,
      nowMs: now(),
      assetPath: assets.pathOf,
    };
  }
}

/** Template of the route, never the address: a stranger can write a wallet into an address. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown';

/** Clients whose network or coding is in memory. */
const MEMOIZED_MAX = 2_000;
/** Maximum length of a text that is kept, in characters: more than any address, and than the headers of browsers. */
const MEMOIZED_LENGTH_MAX = 256;
/** Parsing the address and the header of each request would take longer than sending a page from the cache. */
const networkOf = memoized(clientNetwork);
const codingOf = memoized(acceptedCoding);

function memoized<T>(compute: (text: string) => T): (text: string) => T {
  const results = new LRUCache<string, { readonly value: T }>({ max: MEMOIZED_MAX });
  return (text) => {
    if (text.length > MEMOIZED_LENGTH_MAX) return compute(text);
    let result = results.get(text);
    if (result === undefined) results.set(text, (result = { value: compute(text) }));
    return result.value;
  };
}

/** Sends a page that may be stored past the framework, which would copy and check each header once more. */
function sendShared(document: Document, coding: Coding | null, body: Buffer, reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(document.status, { ...document.headers(coding), 'content-length': body.length }).end(body);
  return reply;
}

async function send(document: Document, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const coding = codingOf(String(request.headers['accept-encoding'] ?? ''));
  if (document.isMatchedBy(request.headers['if-none-match'])) {
    return reply.code(304).headers(document.headers(null)).send();
  }
  const body = await document.body(coding);
  if (document.isShared && request.method === 'GET') return sendShared(document, coding, body, reply);
  return reply.code(document.status).headers(document.headers(coding)).send(body);
}
