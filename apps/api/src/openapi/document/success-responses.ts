import { DocumentationError } from './documentation-error';
import { DATA_SEQUENCE_HEADER, LIST_VERSION_HEADER, NDJSON_TYPE, STREAM_TYPE } from '@droptrack/contracts';
import { headerRef, RATE_HEADERS } from './headers';
import type { Route } from './nest-routes';
import type { ExampleObject, HeaderObject, MediaTypeObject, Reference, ResponseObject } from './openapi-types';
import type { ResponseDocs, BodyExample } from './route-docs';

type Headers = Record<string, HeaderObject | Reference>;

/** Successful responses of an operation, by status. */
export function successResponses(route: Route, docs: ResponseDocs, isList: boolean): Record<string, ResponseObject> {
  const { description } = docs;
  switch (docs.kind) {
    case 'data':
    case 'versioned':
      return dataResponses(route, docs, isList);
    case 'uncached':
      return uncachedResponse(route, docs, isList);
    case 'none':
      return { 204: { description, headers: { ...countedHeaders(route), ...decoratedHeaders(route) } } };
    case 'rows':
      return { 200: { description, headers: rowsHeaders(route, docs), content: rowsContent(docs) } };
    case 'events':
      return { 200: { description, headers: eventsHeaders(route), content: eventsContent(docs) } };
    case 'json':
      return { 200: { description, headers: decoratedHeaders(route), content: jsonContent(docs) } };
    case 'file':
      return fileResponses(route, docs);
    case 'redirect':
      return redirectResponse(route, description);
  }
}

function dataResponses(
  route: Route,
  docs: Extract<ResponseDocs, { kind: 'data' | 'versioned' }>,
  isList: boolean,
): Record<string, ResponseObject> {
  const headers: Headers = {
    'X-Request-Id': headerRef('RequestId'),
    ...(docs.kind === 'versioned' ? RATE_HEADERS.unlessShared : countedHeaders(route)),
    ...CACHE_HEADERS[docs.kind],
    'X-Data-As-Of': headerRef('DataAsOf'),
    ...(docs.kind === 'data' && docs.isOfView === true && { [DATA_SEQUENCE_HEADER]: headerRef('DataSequence') }),
    ...(isList && { Link: headerRef('NextLink') }),
  };
  return {
    200: {
      description: docs.description,
      headers: { ...headers, 'Content-Encoding': headerRef('ContentEncoding') },
      content: jsonContent(docs),
    },
    304: { description: 'Not modified: the current `ETag` matches `If-None-Match`. No body.', headers },
  };
}

const CACHE_HEADERS: Readonly<Record<'data' | 'versioned', Headers>> = {
  data: { ETag: headerRef('ETag'), 'Cache-Control': headerRef('CacheControl'), Vary: headerRef('Vary') },
  versioned: {
    ETag: headerRef('VersionETag'),
    'Cache-Control': headerRef('VersionCacheControl'),
    Vary: headerRef('VersionVary'),
  },
};

/** Requests with a key consume tokens, so their responses carry the rate-limit headers. */
const countedHeaders = ({ isPublic }: Route): Headers => (isPublic ? {} : RATE_HEADERS.always);

const uncachedHeaders = (route: Route): Headers => ({
  'X-Request-Id': headerRef('RequestId'),
  ...countedHeaders(route),
  'Cache-Control': headerRef('NoStore'),
  Vary: headerRef('Vary'),
  'X-Data-As-Of': headerRef('DataAsOf'),
  'Content-Encoding': headerRef('ContentEncoding'),
});

function uncachedResponse(route: Route, docs: Extract<ResponseDocs, { kind: 'uncached' }>, isList: boolean) {
  const { description, status = 200, isLocated = status === 201 } = docs;
  const headers: Headers = {
    ...uncachedHeaders(route),
    ...(isLocated && { Location: headerRef('Location') }),
    ...(isList && { Link: headerRef('NextLink') }),
  };
  return { [status]: { description, headers, content: jsonContent(docs) } };
}

/** Adds the route's own headers, whose component name can differ from the header name. */
const rowsHeaders = (route: Route, { headers = [] }: Extract<ResponseDocs, { kind: 'rows' }>): Headers => ({
  ...uncachedHeaders(route),
  ...Object.fromEntries(headers.map((name) => [NAMES[name] ?? name, headerRef(name)])),
});
const NAMES: Readonly<Record<string, string>> = { ListVersion: LIST_VERSION_HEADER };

/** The body as text, which is what clients receive, beside the schema of its lines. */
function rowsContent({ type, examples }: Extract<ResponseDocs, { kind: 'rows' }>): Record<string, MediaTypeObject> {
  const anyOf = [type, 'SnapshotEnd'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schema = {
    type: 'string',
    contentMediaType: NDJSON_TYPE,
    contentSchema: { anyOf },
    description: `Lines of JSON: a \`${type}\` each, and a \`SnapshotEnd\` as the last one. \`contentSchema\` is the schema of a line.`,
  };
  const lines = Object.entries(examples).map(([name, { summary, body }]) => [
    name,
    { summary, value: `${JSON.stringify(body)}\n` },
  ]);
  return {
    [NDJSON_TYPE]: {
      schema,
      examples: Object.fromEntries(lines) as Record<string, ExampleObject>,
    },
  };
}

const eventsHeaders = (route: Route): Headers => ({
  'X-Request-Id': headerRef('RequestId'),
  ...countedHeaders(route),
  'Cache-Control': headerRef('NoStore'),
  'X-Accel-Buffering': constant('Keeps proxies from buffering the response.', 'no'),
});

/** The stream as text, beside the schema of the data of an event. */
function eventsContent({ example }: Extract<ResponseDocs, { kind: 'events' }>): Record<string, MediaTypeObject> {
  const data = ['WebhookEvent', 'StreamPosition', 'StreamReset'];
  const schema = {
    type: 'string',
    contentMediaType: STREAM_TYPE,
    contentSchema: { anyOf: data.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
    description: 'Server-Sent Events. The data of each event is JSON, whose schema is `contentSchema`.',
  };
  return {
    [STREAM_TYPE]: {
      schema,
      examples: { stream: { summary: 'Start of a stream', value: example } },
    },
  };
}

function fileResponses(route: Route, docs: Extract<ResponseDocs, { kind: 'file' }>): Record<string, ResponseObject> {
  const headers: Headers = { ...decoratedHeaders(route), ETag: headerRef('FileETag') };
  return {
    200: {
      description: docs.description,
      headers: { ...headers, 'Content-Encoding': headerRef('ContentEncoding') },
      content: fileContent(docs.content),
    },
    304: { description: 'Not modified: the current `ETag` matches `If-None-Match`. No body.', headers },
  };
}

function redirectResponse({ redirect, path }: Route, description: string): Record<string, ResponseObject> {
  if (redirect === null) throw new DocumentationError(`${path}: documented as a redirect, but it is not one`);
  const headers = {
    'X-Request-Id': headerRef('RequestId'),
    Location: constant('Target of the redirect.', redirect.url),
  };
  return { [redirect.statusCode]: { description, headers } };
}

/** Headers that decorators set on every successful response of the route. */
function decoratedHeaders({ headers }: Route): Headers {
  const set = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return {
    'X-Request-Id': headerRef('RequestId'),
    ...Object.fromEntries(set.map(([name, value]) => [inTitleCase(name), constant('Constant value.', value)])),
  };
}

const constant = (description: string, value: string): HeaderObject => ({
  description,
  required: true,
  schema: { type: 'string', const: value },
  example: value,
});

const inTitleCase = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

function jsonContent(
  docs: Extract<ResponseDocs, { kind: 'data' | 'versioned' | 'uncached' | 'json' }>,
): Record<string, MediaTypeObject> {
  const schema = { $ref: `#/components/schemas/${docs.type}` };
  return { 'application/json': { schema, examples: examplesOf(docs.examples) } };
}

const examplesOf = (examples: Readonly<Record<string, BodyExample<unknown>>>): Record<string, ExampleObject> =>
  Object.fromEntries(Object.entries(examples).map(([name, { summary, body }]) => [name, { summary, value: body }]));

const fileContent = (content: Extract<ResponseDocs, { kind: 'file' }>['content']): Record<string, MediaTypeObject> =>
  Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
