import type { ParameterObject } from '../document/openapi-types';
import { type DescribedOperation, resolve } from './described-api';
import { type SdkCall, sdkCalls } from './sdk-calls';

/** Values of an example request. */
export interface ExampleRequest {
  /** Path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Absent without a body. */
  readonly body?: unknown;
}

/** Parameters that an example leaves out: positions in a list, and instants, which are too old for most readers. */
const OMITTED = new Set(['cursor', 'after', 'as_of', 'updated_since', 'from', 'to', 'sample']);

const calls = new Map(sdkCalls().map((call) => [`${call.verb} ${call.path}`, call]));

/** Request of an operation with its path, its first optional parameter and its first body. */
export function exampleOf({ parameters, requestBody }: DescribedOperation): ExampleRequest {
  const resolved = parameters.map((each) => resolve<ParameterObject>(each));
  const valueOf = ({ example, schema }: ParameterObject): unknown =>
    example ?? (schema['examples'] as readonly unknown[] | undefined)?.[0];
  const path = resolved.filter((each) => each.in === 'path').map((each) => [each.name, String(valueOf(each))]);
  const query = resolved.filter((each) => each.in === 'query' && !OMITTED.has(each.name)).slice(0, 1);
  const [body] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return {
    path: Object.fromEntries(path) as Record<string, string>,
    query: Object.fromEntries(query.map((each) => [each.name, valueOf(each)])),
    ...(body !== undefined && { body: body.value }),
  };
}

/** Command that sends a request. */
export function curlOf(operation: DescribedOperation, { path, query, body }: ExampleRequest, apiUrl: string): string {
  const target = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const arguments_ = [
    ...(['GET', 'POST'].includes(operation.verb) && (operation.verb === 'GET' || body !== undefined)
      ? []
      : [`-X ${operation.verb}`]),
    ...(operation.security === undefined ? ['-H "Authorization: Bearer $DROPTRACK_API_KEY"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
    quoted(`${apiUrl}${target}${search.length > 0 ? `?${search.join('&').replaceAll('%2C', ',')}` : ''}`),
  ];
  return `curl ${arguments_.join(' \\\n  ')}`;
}

/** Program that sends a request through the TypeScript client; null if the client has no method for the operation. */
export function typescriptOf(
  { verb, path }: DescribedOperation,
  request: ExampleRequest,
  apiUrl: string,
): string | null {
  const call = calls.get(`${verb} ${path}`);
  if (call === undefined) return null;
  const expression = `client.${call.method}(${argumentsOf(call, request).join(', ')})`;
  return [
    "import { Droptrack } from '@droptrack/sdk';",
    '',
    "const apiKey = process.env.DROPTRACK_API_KEY ?? '';",
    `const client = new Droptrack({ apiKey, baseUrl: ${literal(apiUrl)} });`,
    call.method.startsWith('snapshots.')
      ? `for await (const row of ${expression}) console.log(row);`
      : `console.log(await ${expression});`,
  ].join('\n');
}

function argumentsOf({ path, bodyMember }: SdkCall, { path: values, query, body }: ExampleRequest): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const sent = bodyMember === null ? body : (body as Record<string, unknown> | undefined)?.[bodyMember];
  return [
    ...names.map((name) => literal(values[name])),
    ...(Object.keys(query).length > 0 ? [literal(query)] : []),
    ...(sent === undefined ? [] : [literal(sent)]),
  ];
}

/** A value as TypeScript. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)}: ${literal(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
