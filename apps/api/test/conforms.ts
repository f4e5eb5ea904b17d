import { NDJSON_TYPE } from '@droptrack/contracts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '../src/openapi/document/openapi-types';
import openApi from '../openapi.json';
import { schemaViolations } from './schema-violations';

/** Request and response, as a test client receives it. */
export interface Exchange {
  readonly method: string;
  /** Path, with or without a query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  /** Body as sent, possibly compressed. */
  readonly body: string | Buffer;
}

const document = openApi as unknown as OpenApiDocument;

/** Headers of the connection and for browsers, which are not part of a route's documentation. */
const TRANSPORT =
  /^(content-type|content-length|date|connection|keep-alive|transfer-encoding|vary|access-control-[a-z-]+|x-content-type-options|content-security-policy|cross-origin-resource-policy|referrer-policy)$/;

/**
 * Compares a response with the checked-in OpenAPI document: route, status, required and permitted headers, and body.
 * Stricter than clients should be: a member that is not in the document is a violation.
 *
 * @throws {Error} with the request and all violations.
 */
export function conformsToOpenApi(exchange: Exchange): void {
  const operation = findOperation(exchange);
  const violations =
    operation === null ? violationsWithoutOperation(exchange) : responseViolations(exchange, operation);
  const { method, path, status } = exchange;
  if (violations.length > 0)
    throw new Error([`${method} ${path} ${status} differs from openapi.json:`, ...violations].join('\n  '));
}

/** Operation of a request; `HEAD` is `GET` without a body. */
function findOperation({ method, path }: Exchange): OperationObject | null {
  const [route = ''] = path.split('?', 1);
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const matches = Object.entries(document.paths).filter(([template]) => templatePattern(template).test(route));
  const exact = matches.find(([template]) => template === route);
  return (exact ?? matches[0])?.[1][wanted] ?? null;
}

const templatePattern = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

/** Without an operation, the response is 404 or 405, or the methods of a route for `OPTIONS`. */
function violationsWithoutOperation(exchange: Exchange): string[] {
  if (exchange.method === 'OPTIONS' && exchange.status === 204) return optionsViolations(exchange);
  const code = { 404: 'route_not_found', 405: 'method_not_allowed' }[exchange.status];
  if (code === undefined) return ['there is no such operation, and it was not rejected as such'];
  const { 'x-request-id': requestId, allow } = exchange.headers;
  return [
    ...(requestId === undefined ? ['header x-request-id is missing'] : []),
    ...(exchange.status === 405 && allow === undefined ? ['header allow is missing'] : []),
    ...schemaViolations('body', problemOf(exchange.status, [code]), parsed(exchange)),
  ];
}

/** Response to `OPTIONS`, also as a CORS preflight. */
function optionsViolations({ headers, body }: Exchange): string[] {
  const hasMethods = headers['allow'] !== undefined || headers['access-control-allow-methods'] !== undefined;
  return [
    ...(hasMethods ? [] : ['allow and access-control-allow-methods are both missing']),
    ...(headers['x-request-id'] === undefined ? ['header x-request-id is missing'] : []),
    ...(body.length === 0 ? [] : ['there must be no body']),
  ];
}

const problemOf = (status: number, codes: readonly string[]): JsonSchema => ({
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    { type: 'object', properties: { status: { const: status }, code: { enum: codes } } },
  ],
});

function responseViolations(exchange: Exchange, { responses }: OperationObject): string[] {
  const response = responses[exchange.status];
  if (response === undefined) return [`the status is not documented; documented: ${Object.keys(responses).join(', ')}`];
  const documented = resolve<ResponseObject>(response);
  return [...headerViolations(exchange, documented), ...bodyViolations(exchange, documented)];
}

function headerViolations({ headers }: Exchange, { headers: documented }: ResponseObject): string[] {
  const known = new Map(Object.entries(documented).map(([name, header]) => [name.toLowerCase(), header]));
  const unknown = Object.keys(headers).filter(
    (name) => headers[name] !== undefined && !known.has(name.toLowerCase()) && !TRANSPORT.test(name.toLowerCase()),
  );
  const violations = [...known].flatMap(([name, reference]) => {
    const { required, schema } = resolve<{ required?: boolean; schema: JsonSchema }>(reference);
    const value = headers[name];
    if (value === undefined) return required === true ? [`header ${name} is missing`] : [];
    return schemaViolations(`header ${name}`, schema, String(value));
  });
  return [...unknown.map((name) => `header ${name} is not documented`), ...violations];
}

function bodyViolations(exchange: Exchange, { content, 'x-problem-codes': codes }: ResponseObject): string[] {
  const { method, headers, body } = exchange;
  if (method === 'HEAD' || content === undefined) return body.length === 0 ? [] : ['there must be no body'];
  if (headers['content-encoding'] !== undefined && typeof body === 'string') {
    return ['a compressed body must be passed as bytes (rawPayload), not as text'];
  }
  const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
  const media = content[type];
  if (media === undefined)
    return [`the type "${type}" is not documented; documented: ${Object.keys(content).join(', ')}`];
  if (codes !== undefined) return schemaViolations('body', problemOf(exchange.status, codes), parsed(exchange));
  if (type === NDJSON_TYPE) return lineViolations(exchange, media.schema['contentSchema'] as JsonSchema);
  return type.endsWith('json') ? schemaViolations('body', media.schema, parsed(exchange)) : [];
}

/** Violations of each line. The position of the end line is tested separately. */
function lineViolations(exchange: Exchange, schema: JsonSchema): string[] {
  const lines = decoded(exchange).split('\n');
  if (lines.pop() !== '') return ['the last line is not terminated'];
  return lines.flatMap((line, index) => schemaViolations(`line ${index + 1}`, schema, parsedText(line)));
}

function decoded({ headers, body }: Exchange): string {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(headers['content-encoding'])];
  return decode === undefined ? body.toString() : decode(Buffer.from(body)).toString('utf8');
}

/** Undefined for invalid JSON, which no schema accepts. */
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

/** Resolves a reference to its component; returns any other value unchanged. */
function resolve<T>(value: object): T {
  if (!('$ref' in value)) return value as T;
  const keys = String(value.$ref).split('/').slice(1);
  return keys.reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], document) as T;
}
