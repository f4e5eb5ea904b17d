import type { Viewer } from '../../catalogue/current-view';
import type { ViewResponse } from '../responses/response-writer';
import type { RoutePolicy } from './route-policy';

/** Path without escapes, and query as received, without its question mark. */
export interface ViewTarget {
  readonly path: string;
  readonly query: string;
}

/**
 * Responds to a GET from a view alone, as the handler of its route does, with the same errors. Null: the response needs
 * more than the view.
 */
export type RespondFromView = (viewer: Viewer, target: ViewTarget) => ViewResponse | null;

interface Route {
  /** In the syntax of Fastify. */
  readonly path: string;
  readonly pattern: RegExp;
  /** Number of slashes; few routes have that of a path, so that few patterns are tried. */
  readonly depth: number;
  readonly methods: Set<string>;
  /** Policy of its GET; null until the first request. */
  policy: RoutePolicy | null;
  /** Null for a route whose response needs more than a view. */
  respond: RespondFromView | null;
}

/** Paths that mean the same to every router: non-empty segments without escapes. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+$/;

/** Methods of each path of the API, which distinguish 405 from 404, and policies of the routes that were requested. */
export class RouteTable {
  readonly #routes = new Map<string, Route>();
  /** False if a GET has a path in a syntax that this table does not match. */
  #isExact = true;

  /** Adds a route in the syntax of Fastify; `:name` matches one segment. */
  add(path: string, methods: string | readonly string[]): void {
    const known = this.#routes.get(path) ?? {
      path,
      pattern: patternOf(path),
      depth: depthOf(path),
      methods: new Set<string>(),
      policy: null,
      respond: null,
    };
    for (const method of typeof methods === 'string' ? [methods] : methods) known.methods.add(method.toUpperCase());
    this.#routes.set(path, known);
    if (known.methods.has('GET') && !/^[\w.~/:-]*$/.test(path)) this.#isExact = false;
  }

  /** Stores the policy that the GET of a route has by its decorators. */
  learn(path: string, policy: RoutePolicy): void {
    const route = this.#routes.get(path);
    if (route !== undefined) route.policy = policy;
  }

  /** Sets the function that responds to the GET of a route without the framework. */
  respondBy(path: string, respond: RespondFromView): void {
    const route = this.#routes.get(path);
    if (route === undefined) throw new Error(`No route has the path ${path}`);
    route.respond = respond;
  }

  /**
   * The route that the framework finds for a GET or HEAD.
   *
   * @param method - of the request.
   * @param path - without a query.
   * @returns null if there is none, with any method; undefined if this table cannot decide.
   */
  find(method: string, path: string): Route | null | undefined {
    if (!this.#isExact || !PLAIN_PATH.test(path)) return undefined;
    const own = this.#routes.get(path);
    const matching = own === undefined ? this.#matching(path) : [own];
    const [first = null] = matching;
    return matching.length > 1 || first?.methods.has(method) === false ? undefined : first;
  }

  /** Sorted methods of a path, including `OPTIONS`; empty for an unknown path. */
  methodsOf(path: string): string[] {
    const methods = new Set(this.#matching(path).flatMap((route) => [...route.methods]));
    if (methods.size > 0) methods.add('OPTIONS');
    return [...methods].sort();
  }

  #matching(path: string): Route[] {
    const pathDepth = depthOf(path);
    return [...this.#routes.values()].filter(({ depth, pattern }) => depth === pathDepth && pattern.test(path));
  }
}

const depthOf = (path: string): number => path.split('/').length - 1;

/** As the router matches: a parameter that shares its segment with a text may be empty. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.split('/').map(segmentOf).join('/')}$`);

const segmentOf = (segment: string): string =>
  /^:\w+$/.test(segment) ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]*');
