/** Methods of each path of the API, which distinguish 405 from 404. */
export class RouteTable {
  readonly #routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  /** Adds a route in the syntax of Fastify; `:name` matches one segment. */
  add(path: string, methods: string | readonly string[]): void {
    const known = this.#routes.get(path) ?? { pattern: patternOf(path), methods: new Set<string>() };
    for (const method of typeof methods === 'string' ? [methods] : methods) known.methods.add(method.toUpperCase());
    this.#routes.set(path, known);
  }

  /** Sorted methods of a path, including `OPTIONS`; empty for an unknown path. */
  methodsOf(path: string): string[] {
    const methods = new Set<string>();
    for (const route of this.#routes.values()) {
      if (route.pattern.test(path)) route.methods.forEach((method) => methods.add(method));
    }
    if (methods.size > 0) methods.add('OPTIONS');
    return [...methods].sort();
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
