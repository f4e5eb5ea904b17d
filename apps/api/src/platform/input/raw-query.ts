/**
 * A query string as it came, not yet taken apart: equal texts are checked once and
 * remembered (input.pipe.ts), which is most of what a query costs.
 */
export class RawQuery {
  constructor(readonly text: string) {}
}

/** Fastify's `querystringParser`. */
export const keepRawQuery = (text: string): Record<string, unknown> =>
  new RawQuery(text) as unknown as Record<string, unknown>;
