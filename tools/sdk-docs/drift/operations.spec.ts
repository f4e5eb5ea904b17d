import { Droptrack } from '@droptrack/sdk';
import { type Call, CALLS, NOT_CALLED } from './calls';
import { bodyOf, keyedOperations, parametersOf, readDocument } from './document';
import { SchemaShapes } from './schema-shape';

/** A client that sends nothing, and what it was asked to send. */
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

/** Every method of a client, by the way to it. */
function methodsOf(client: Droptrack): string[] {
  const own = (value: object) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter((name) => name !== 'constructor');
  const resources = Object.entries(client).filter(([, value]) => typeof value === 'object' && value !== null);
  return [...own(client), ...resources.flatMap(([name, value]) => own(value).map((method) => `${name}.${method}`))];
}

async function send(client: Droptrack, { method, arguments: given, query }: Call): Promise<void> {
  const way = method.split('.');
  const name = way.pop()!;
  const owner = way.reduce<object>((object, part) => (object as Record<string, object>)[part]!, client);
  const call = (owner as Record<string, (...given: unknown[]) => unknown>)[name]!;
  const result = call.apply(owner, query === undefined ? [...given] : [...given, query]) as
    PromiseLike<unknown> | AsyncIterable<unknown>;
  if ('then' in result) await result;
  // What is no snapshot is refused once it has come; it was asked for by then.
  else await result[Symbol.asyncIterator]().next();
}

const DOCUMENT = readDocument();
const OPERATIONS = keyedOperations(DOCUMENT);
const cases = OPERATIONS.map((place): [string, typeof place] => [place.operation.operationId, place]);

describe('operations of the document', () => {
  // Whatever a key can do can be done with the client, or is named as left out.
  it('have a method each, and every method is one of them', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId);
    expect([...Object.keys(CALLS), ...Object.keys(NOT_CALLED)].sort()).toEqual([...ids].sort());
    const called = Object.values(CALLS).map(({ method }) => method);
    expect(called.sort()).toEqual(methodsOf(recording().client).sort());
  });

  it.each(cases)('%s: asks for the path by the verb, with every parameter and the body', async (id, place) => {
    const call = CALLS[id];
    if (call === undefined) return expect(NOT_CALLED).toHaveProperty(id);
    const { client, sent } = recording();
    await send(client, call).catch((error: unknown) =>
      expect(error).toMatchObject({ code: expect.stringMatching(/^snapshot|^invalid_answer/) }),
    );
    const [{ verb, url, body }] = sent as [(typeof sent)[0]];

    expect(verb).toBe(place.method.toUpperCase());
    expect(url.pathname).toBe(`/api${place.path.replaceAll(/\{\w+\}/g, encodeURIComponent('a/b c'))}`);
    const query = parametersOf(place.operation, 'query');
    expect([...url.searchParams.keys()].sort()).toEqual(query.map(({ name }) => name).sort());
    for (const { name, style, explode, schema } of query) {
      const value = call.query?.[name];
      // Several values go with commas between, as the document says.
      if (schema.type === 'array') expect({ style, explode }).toEqual({ style: 'form', explode: false });
      expect(url.searchParams.get(name)).toBe(String(value));
    }
    const schema = bodyOf(place.operation);
    if (schema === undefined) return expect(body).toBeUndefined();
    const { form } = new SchemaShapes(DOCUMENT.components.schemas).shapeOf(schema);
    const members = form.kind === 'object' ? [...form.members.keys()] : [];
    expect(Object.keys(body as object).sort()).toEqual(members.sort());
  });
});
