import { NDJSON_TYPE } from '@droptrack/contracts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '../src/openapi/document/openapi-types';
import openApi from '../openapi.json';
import { schemaFaults } from './schema-faults';

/** One request and what came back, as a test client saw it. */
export interface Exchange {
  readonly method: string;
  /** With or without its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  /** As it was sent, compressed or not. */
  readonly body: string | Buffer;
}

const document = openApi as unknown as OpenApiDocument;

/** Fields of the connection, and those that browsers get: no part of what a route promises. */
const TRANSPORT =
  /^(content-type|content-length|date|connection|keep-alive|transfer-encoding|vary|access-control-[a-z-]+|x-content-type-options|content-security-policy|referrer-policy)$/;

/**
 * Holds an answer against the OpenAPI document as it is checked in: the route, its status,
 * the headers that must and may be there, and the body. Stricter than clients may be: a
 * member that the document does not name is a fault.
 *
 * @throws {Error} saying which exchange differs, and how.
 */
export function conformsToOpenApi(exchange: Exchange): void {
  const operation = findOperation(exchange);
  const faults = operation === null ? noOperationFaults(exchange) : answerFaults(exchange, operation);
  const { method, path, status } = exchange;
  if (faults.length > 0)
    throw new Error([`${method} ${path} ${status} differs from openapi.json:`, ...faults].join('\n  '));
}

/** The operation of a path template; `HEAD` is `GET` without a body. */
function findOperation({ method, path }: Exchange): OperationObject | null {
  const [route = ''] = path.split('?', 1);
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const matches = Object.entries(document.paths).filter(([template]) => templatePattern(template).test(route));
  const exact = matches.find(([template]) => template === route);
  return (exact ?? matches[0])?.[1][wanted] ?? null;
}

const templatePattern = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

/** What has no operation is refused as no route, or as no method of a route; `OPTIONS` tells the methods. */
function noOperationFaults(exchange: Exchange): string[] {
  if (exchange.method === 'OPTIONS' && exchange.status === 204) return optionsFaults(exchange);
  const code = { 404: 'route_not_found', 405: 'method_not_allowed' }[exchange.status];
  if (code === undefined) return ['there is no such operation, and it was not refused as such'];
  const { 'x-request-id': requestId, allow } = exchange.headers;
  return [
    ...(requestId === undefined ? ['header x-request-id is missing'] : []),
    ...(exchange.status === 405 && allow === undefined ? ['header allow is missing'] : []),
    ...schemaFaults('body', problemOf(exchange.status, code), parsed(exchange)),
  ];
}

/** Told to anybody, or to a browser that asks before it sends (CORS). */
function optionsFaults({ headers, body }: Exchange): string[] {
  const tellsMethods = headers['allow'] !== undefined || headers['access-control-allow-methods'] !== undefined;
  return [
    ...(tellsMethods ? [] : ['neither allow nor access-control-allow-methods is there']),
    ...(headers['x-request-id'] === undefined ? ['header x-request-id is missing'] : []),
    ...(body.length === 0 ? [] : ['there must be no body']),
  ];
}

const problemOf = (status: number, code: string): JsonSchema => ({
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    { type: 'object', properties: { status: { const: status }, code: { const: code } } },
  ],
});

function answerFaults(exchange: Exchange, { responses }: OperationObject): string[] {
  const response = responses[exchange.status];
  if (response === undefined) return [`the status is not documented; documented: ${Object.keys(responses).join(', ')}`];
  const documented = resolve<ResponseObject>(response);
  return [...headerFaults(exchange, documented), ...bodyFaults(exchange, documented)];
}

function headerFaults({ headers }: Exchange, { headers: documented }: ResponseObject): string[] {
  const known = new Map(Object.entries(documented).map(([name, header]) => [name.toLowerCase(), header]));
  const unknown = Object.keys(headers).filter(
    (name) => headers[name] !== undefined && !known.has(name.toLowerCase()) && !TRANSPORT.test(name.toLowerCase()),
  );
  const faults = [...known].flatMap(([name, reference]) => {
    const { required, schema } = resolve<{ required?: boolean; schema: JsonSchema }>(reference);
    const value = headers[name];
    if (value === undefined) return required === true ? [`header ${name} is missing`] : [];
    return schemaFaults(`header ${name}`, schema, String(value));
  });
  return [...unknown.map((name) => `header ${name} is not documented`), ...faults];
}

function bodyFaults(exchange: Exchange, { content }: ResponseObject): string[] {
  const { method, headers, body } = exchange;
  if (method === 'HEAD' || content === undefined) return body.length === 0 ? [] : ['there must be no body'];
  if (headers['content-encoding'] !== undefined && typeof body === 'string') {
    return ['a compressed body is bytes, not text: give them as they were sent (rawPayload)'];
  }
  const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
  const media = content[type];
  if (media === undefined)
    return [`the type "${type}" is not documented; documented: ${Object.keys(content).join(', ')}`];
  if (type === NDJSON_TYPE) return lineFaults(exchange, media.schema);
  return type.endsWith('json') ? schemaFaults('body', media.schema, parsed(exchange)) : [];
}

/** Every line by itself; where the end line stands is what whoever reads them looks at. */
function lineFaults(exchange: Exchange, schema: JsonSchema): string[] {
  const lines = decoded(exchange).split('\n');
  if (lines.pop() !== '') return ['the last line has no end'];
  return lines.flatMap((line, index) => schemaFaults(`line ${index + 1}`, schema, parsedText(line)));
}

function decoded({ headers, body }: Exchange): string {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(headers['content-encoding'])];
  return decode === undefined ? body.toString() : decode(Buffer.from(body)).toString('utf8');
}

/** Undefined for what is no JSON: no schema takes it. */
function parsed(exchange: Exchange): unknown {
  try {
    return parsedText(decoded(exchange));
  } catch {
    return undefined;
  }
}

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Follows a pointer into the document; anything else is itself. */
function resolve<T>(value: object): T {
  if (!('$ref' in value)) return value as T;
  const keys = String(value.$ref).split('/').slice(1);
  return keys.reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], document) as T;
}
