import { Droptrack } from '@droptrack/sdk';
import { SDK_METHODS } from '../../../apps/api/src/openapi/reference/sdk-calls';
import { type Call, CALLS, COMPOSED, NOT_CALLED } from './calls';
import { bodyOf, keyedOperations, queryOf, readDocument } from './document';

/** Client that records requests instead of sending them. */
function recording() {
  const sent: { verb: string; url: URL; body: unknown }[] = [];
  const client = new Droptrack({
    apiKey: 'dtk_test',
    baseUrl: 'http://drops.test/api',
    maxRetries: 0,
    fetch: async (url, { method = 'GET', body }) => {
      sent.push({ verb: method, url: new URL(url), body: typeof body === 'string' ? JSON.parse(body) : undefined });
      return Response.json({ data: [], next_cursor: null });
    },
  });
  return { client, sent };
}

/** Paths of all methods of a client. */
function methodsOf(client: Droptrack): string[] {
  const own = (value: object) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter((name) => name !== 'constructor');
  const resources = Object.entries(client).filter(([, value]) => typeof value === 'object' && value !== null);
  return [...own(client), ...resources.flatMap(([name, value]) => own(value).map((method) => `${name}.${method}`))];
}

async function send(client: Droptrack, { method, arguments: given, query }: Call): Promise<void> {
  const path = method.split('.');
  const name = path.pop()!;
  const owner = path.reduce<object>((object, part) => (object as Record<string, object>)[part]!, client);
  const call = (owner as Record<string, (...given: unknown[]) => unknown>)[name]!;
  const result = call.apply(owner, query === undefined ? [...given] : [...given, query]) as
    PromiseLike<unknown> | AsyncIterable<unknown>;
  if ('then' in result) await result;
  // The response is not a snapshot, which the client rejects after it has sent the request.
  else await result[Symbol.asyncIterator]().next();
}

const DOCUMENT = readDocument();
const OPERATIONS = keyedOperations(DOCUMENT);
const cases = OPERATIONS.map((route): [string, typeof route] => [route.operation.operationId, route]);

describe('operations of the document', () => {
  // Otherwise the client would lack an operation without a stated reason.
  it('have one method each, and every method calls one of them', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId);
    expect([...Object.keys(CALLS), ...Object.keys(NOT_CALLED)].sort()).toEqual([...ids].sort());
    // `request` sends any operation.
    const called = Object.values(CALLS).map(({ method }) => method);
    expect([...called, ...COMPOSED, 'request'].sort()).toEqual(methodsOf(recording().client).sort());
  });

  // The reference page prints requests as calls of these methods.
  it('are printed by the reference page as the same methods', () => {
    expect(SDK_METHODS).toEqual(Object.fromEntries(Object.entries(CALLS).map(([id, { method }]) => [id, method])));
  });

  it.each(cases)('%s: sends its method and path with every parameter and the body', async (id, route) => {
    const call = CALLS[id];
    if (call === undefined) return expect(NOT_CALLED).toHaveProperty(id);
    const { client, sent } = recording();
    await send(client, call).catch((error: unknown) =>
      expect(error).toMatchObject({ code: expect.stringMatching(/^snapshot|^invalid_answer/) }),
    );
    const [{ verb, url, body }] = sent as [(typeof sent)[0]];

    expect(verb).toBe(route.method.toUpperCase());
    expect(url.pathname).toBe(`/api${route.path.replaceAll(/\{\w+\}/g, encodeURIComponent('a/b c'))}`);
    const query = queryOf(route.operation);
    expect([...url.searchParams.keys()].sort()).toEqual(query.map(({ name }) => name).sort());
    for (const { name, style, explode, schema } of query) {
      const value = call.query?.[name];
      // The service also accepts a comma list, which is shorter than the repetition that the document describes.
      if (schema.type === 'array') expect({ style, explode }).toEqual({ style: 'form', explode: true });
      expect(url.searchParams.get(name)).toBe(String(value));
    }
    const schema = bodyOf(DOCUMENT, route.operation);
    if (schema === undefined) return expect(body).toBeUndefined();
    expect(Object.keys(body as object).sort()).toEqual(Object.keys(schema.properties!).sort());
  });
});
