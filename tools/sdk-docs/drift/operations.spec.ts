import { Droptrack } from '@droptrack/sdk';
import { SDK_METHODS, sdkCalls } from '../../../apps/api/src/openapi/reference/sdk-calls';
import { type Call, callOf, COMPOSED, ID, NOT_CALLED } from './calls';
import { bodyOf, keyedOperations, type Parameter, parametersIn, readDocument } from './document';

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

async function send(client: Droptrack, { method, arguments: given, inputs }: Call, query: object): Promise<void> {
  const path = method.split('.');
  const name = path.pop()!;
  const owner = path.reduce<object>((object, part) => (object as Record<string, object>)[part]!, client);
  const call = (owner as Record<string, (...given: unknown[]) => unknown>)[name]!;
  const result = call.apply(owner, inputs.hasQuery ? [...given, query] : [...given]) as
    PromiseLike<unknown> | AsyncIterable<unknown>;
  if ('then' in result) await result;
  // The response is not a snapshot, which the client rejects after it has sent the request.
  else await result[Symbol.asyncIterator]().next();
}

/** A value of a parameter: its example, as a text with characters that have to be encoded. */
function valueOf({ schema }: Parameter): unknown {
  const [example] = schema.examples ?? [];
  return typeof example === 'string' ? `${example} a&b` : example;
}

const DOCUMENT = readDocument();
const OPERATIONS = keyedOperations(DOCUMENT);
const cases = OPERATIONS.map((route): [string, typeof route] => [route.operation.operationId, route]);

describe('operations of the document', () => {
  // Otherwise the client would lack an operation without a stated reason.
  it('have one method each, and every method calls one of them', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId);
    expect([...Object.keys(SDK_METHODS), ...Object.keys(NOT_CALLED)].sort()).toEqual([...ids].sort());
    // `request` sends any operation.
    expect([...Object.values(SDK_METHODS), ...COMPOSED, 'request'].sort()).toEqual(
      methodsOf(recording().client).sort(),
    );
  });

  // The reference page prints requests as calls of these methods.
  it('are printed by the reference page as the same methods', () => {
    const called = OPERATIONS.flatMap(({ method, path, operation }) => {
      const call = callOf(operation);
      return call === undefined ? [] : [[method.toUpperCase(), path, call.method, call.inputs.bodyMember ?? null]];
    });
    expect(sdkCalls().map(({ verb, path, method, bodyMember }) => [verb, path, method, bodyMember])).toEqual(called);
  });

  it.each(cases)('%s: sends its method and path with every parameter and the body', async (id, route) => {
    const call = callOf(route.operation);
    if (call === undefined) return expect(NOT_CALLED).toHaveProperty(id);
    const { client, sent } = recording();
    const query = parametersIn('query', route.operation);
    const values = Object.fromEntries(query.map((each) => [each.name, valueOf(each)]));
    await send(client, call, values).catch((error: unknown) =>
      expect(error).toMatchObject({ code: expect.stringMatching(/^snapshot|^invalid_answer/) }),
    );
    const [{ verb, url, body }] = sent as [(typeof sent)[0]];

    expect(verb).toBe(route.method.toUpperCase());
    expect(url.pathname).toBe(`/api${route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(ID))}`);
    expect([...url.searchParams.keys()].sort()).toEqual(query.map(({ name }) => name).sort());
    for (const { name, style, explode, schema } of query) {
      // The service also accepts a comma list, which is shorter than the repetition that the document describes.
      if (schema.type === 'array') expect({ style, explode }).toEqual({ style: 'form', explode: true });
      expect(url.searchParams.get(name)).toBe(String(values[name]));
    }
    const schema = bodyOf(DOCUMENT, route.operation);
    if (schema === undefined) return expect(body).toBeUndefined();
    expect(Object.keys(body as object).sort()).toEqual(Object.keys(schema.properties!).sort());
  });
});
