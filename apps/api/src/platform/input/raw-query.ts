/**
 * Query string as received. It is parsed and validated in one pass after key, bucket and plan (input.pipe.ts), so that
 * repeated and unknown parameters are seen as they were sent.
 */
export class RawQuery {
  constructor(readonly text: string) {}
}

/** Fastify's `querystringParser`. */
export const keepRawQuery = (text: string): Record<string, unknown> =>
  new RawQuery(text) as unknown as Record<string, unknown>;
