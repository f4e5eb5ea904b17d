import type { ToolServerParts } from '@droptrack/agent-tools';
import { agentData } from '@droptrack/agent-tools/testing';
import type { IncomingHttpHeaders } from 'node:http';
import { formerMessage, modernMessage, toolCall } from '../../../test/mcp-messages';
import { handleByLibrary } from './mcp-exchange';
import { handlePlainCall } from './plain-call';

const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];
const RESERVED = 'io.modelcontextprotocol';
const parts: ToolServerParts = {
  data: agentData(),
  presentError: () => ({ code: 'unavailable', detail: 'The data cannot be read', retry_after_seconds: 1 }),
  version: '1.2.3',
};

/** A message as the API receives it. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly message: unknown;
}

function received({ headers, body }: { readonly headers: object; readonly body: string }): Received {
  const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return { headers: { host: 'localhost', ...types, ...headers }, message: JSON.parse(body) };
}

const modern = (name: string, args?: unknown) => received(modernMessage('tools/call', toolCall(name, args)));
const former = (name: string, args?: unknown) => received(formerMessage('tools/call', toolCall(name, args)));

/** The same with another value at a path of the message; undefined: without it. */
function altered({ headers, message }: Received, path: readonly string[], value: unknown): Received {
  const copy = structuredClone(message) as Record<string, unknown>;
  const parent = path.slice(0, -1).reduce((object, name) => object[name] as Record<string, unknown>, copy);
  const last = path.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return { headers, message: copy };
}

/** Paths of all members of a message. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[...path, name], ...pathsOf(member, [...path, name])]);
}

const plain = ({ headers, message }: Received) => handlePlainCall(headers, message, parts);
const library = ({ headers, message }: Received) => handleByLibrary(headers, message, parts);

const CALLS: [string, Received][] = [
  modern('find_drops', { status: 'live', limit: 2 }),
  former('find_drops', { limit: 2 }),
].flatMap((call, index): [string, Received][] => {
  const revision = index === 0 ? 'the revision without sessions' : 'former revisions';
  return [
    [`a call of ${revision}`, call],
    [`a call without arguments of ${revision}`, altered(call, ['params', 'arguments'], undefined)],
    [`an id of text of ${revision}`, altered(call, ['id'], 'a "b"\u2028')],
    [`a token for progress of ${revision}`, altered(call, ['params', '_meta'], { ...metaOf(call), progressToken: 7 })],
    [`foreign metadata of ${revision}`, altered(call, ['params', '_meta'], { ...metaOf(call), traceparent: '00' })],
    [`arguments that are rejected of ${revision}`, altered(call, ['params', 'arguments', 'limit'], 21)],
    [`an argument of a prototype of ${revision}`, altered(call, ['params', 'arguments', '__proto__'], {})],
  ];
});

function metaOf({ message }: Received): object {
  return (message as { params: { _meta?: object } }).params._meta ?? {};
}

describe('handlePlainCall', () => {
  it.each([
    ...CALLS,
    ['a failure of the data, in the revision without sessions', modern('get_status')],
    ['a failure of the data, in former revisions', former('get_status')],
    ...REVISIONS.map((revision): [string, Received] => [
      revision,
      { ...former('get_drop', { id: 'linea' }), headers: { ...former('').headers, 'mcp-protocol-version': revision } },
    ]),
  ])('returns the bytes of the library for %s', async (_case, call) => {
    const response = await plain(call);
    expect(response).not.toBeNull();
    expect(response).toEqual(await library(call));
  });

  // A client of the library states more than a test.
  it('handles calls of clients that state their name and capabilities', async () => {
    const stated = {
      clientInfo: { name: 'a', version: '1', title: 'A', websiteUrl: 'https://a.example' },
      clientCapabilities: { elicitation: {}, roots: { listChanged: true }, extensions: { 'a/b': {} } },
    };
    const path = ['params', '_meta'];
    const meta = Object.fromEntries(Object.entries(stated).map(([name, value]) => [`${RESERVED}/${name}`, value]));
    const call = altered(modern('find_drops'), path, { ...metaOf(modern('')), ...meta });
    const response = await plain(call);
    expect(response).toMatchObject({ status: 200 });
    expect(response).toEqual(await library(call));
  });

  it('leaves unknown tools, other methods and messages of no protocol to the library', async () => {
    const others = ['tools/list', 'server/discover', 'ping'].map((method) => received(modernMessage(method)));
    const initialize = received(formerMessage('initialize', { protocolVersion: '2025-06-18', capabilities: {} }));
    const strange = [null, 1, 'a', {}, { jsonrpc: '2.0' }].map((message) => ({ ...former(''), message }));
    for (const message of [modern('sell'), former('sell'), ...others, initialize, ...strange])
      expect(await plain(message)).toBeNull();
  });

  it('leaves values that are nested too deeply for a schema to the library', async () => {
    const depth = 7_000;
    const nested: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    const capabilities = { [`${RESERVED}/clientCapabilities`]: { experimental: { a: { a: nested } } } };
    const meta = { ...metaOf(modern('')), ...capabilities };
    expect(await plain(altered(modern('find_drops'), ['params', '_meta'], meta))).toBeNull();
  });

  it('returns nothing else than the library for any altered header', async () => {
    const names = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
    const values = [undefined, '', 'application/json', 'text/event-stream', 'application/json; charset=utf-8'].concat(
      ['1999-01-01', '2026-07-28', 'tools/call', 'tools/list', 'get_drop', '=?base64?ZmluZF9kcm9wcw==?='],
      REVISIONS,
    );
    for (const [, call] of CALLS.filter((_, index) => index % 7 === 0)) {
      for (const name of names)
        for (const value of values) await compare({ ...call, headers: { ...call.headers, [name]: value } });
    }
  });

  it('returns nothing else than the library for any altered or added member', async () => {
    const values = [undefined, null, true, 0, -1.5, 2 ** 60, '', 'a', [], {}, { a: null }, { taskId: 1 }];
    const added = ['a', '_meta', 'result', 'error', 'task', 'inputResponses', 'requestState', 'progressToken'].concat(
      ['logLevel', 'related-task', 'subscriptionId', 'serverInfo', 'other'].map((name) => `${RESERVED}/${name}`),
    );
    for (const [, call] of CALLS.filter((_, index) => index % 7 === 0)) {
      const paths = pathsOf(call.message);
      const parents = [[], ['params'], ['params', 'arguments'], ['params', '_meta']].filter(
        (path) => path.length === 0 || paths.some((each) => String(each) === String(path)),
      );
      const news = parents.flatMap((parent) => added.map((name) => [...parent, name]));
      for (const path of [...paths, ...news]) for (const value of values) await compare(altered(call, path, value));
    }
  });

  async function compare(call: Received): Promise<void> {
    const response = await plain(call);
    if (response !== null) expect([call, response]).toEqual([call, await library(call)]);
  }
});
