import type * as WireSchemas from '../src/openapi/document/wire-schemas';
import {
  CURSOR_LENGTH_MAX,
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  PROBLEM_STATUS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_HEADERS,
  type WebhookEventType,
} from '@droptrack/contracts';
import { sampleEvent } from '@droptrack/sdk/testing';
import { IsIn, IsOptional } from 'class-validator';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDocument, DOCUMENTED, serialise } from '../src/openapi/document/document';
import type { JsonSchema, OpenApiDocument } from '../src/openapi/document/openapi-types';
import { queryParameters } from '../src/openapi/document/query-parameters';
import type { ControllerDocs } from '../src/openapi/document/route-docs';
import { schemaViolations } from './schema-violations';

// Reads the types once, because the compiler takes two seconds.
jest.mock('../src/openapi/document/wire-schemas', () => {
  const actual = jest.requireActual<typeof WireSchemas>('../src/openapi/document/wire-schemas');
  const { readWireSchemas } = actual;
  let schemas: ReturnType<typeof readWireSchemas> | null = null;
  type Arguments = Parameters<typeof readWireSchemas>;
  return { ...actual, readWireSchemas: (...all: Arguments) => (schemas ??= readWireSchemas(...all)) };
});

const ROOT = join(__dirname, '../../..');
const FILE = join(ROOT, 'apps/api/openapi.json');
const checkedIn = readFileSync(FILE, 'utf8');
const document = JSON.parse(checkedIn) as OpenApiDocument;

/** Every object of the document with this member, and its path. */
function holdersOf(member: string, value: unknown = document, path = '#'): [string, Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, child]) => holdersOf(member, child, `${path}/${key}`));
  return member in value ? [[path, value as Record<string, unknown>], ...below] : below;
}

describe('openapi.json', () => {
  it('equals the document that is generated from the code', () => {
    const generated = buildDocument(ROOT);
    expect(JSON.parse(serialise(generated))).toEqual(document);
    expect(serialise(generated)).toBe(checkedIn);
  });

  it('has examples of existing problems under their own status', () => {
    const problems = holdersOf('application/problem+json').flatMap(([, content]) => {
      const { examples = {} } = content['application/problem+json'] as { examples?: Record<string, { value: object }> };
      return Object.entries(examples);
    });
    expect(problems.length).toBeGreaterThan(20);
    for (const [code, { value }] of problems) {
      expect(value).toMatchObject({ code, status: PROBLEM_STATUS[code as keyof typeof PROBLEM_STATUS] });
    }
  });

  it('has examples that are valid for their schemas', () => {
    const examples = [
      ...holdersOf('examples').flatMap(([path, holder]) =>
        Array.isArray(holder['examples'])
          ? holder['examples'].map((value: unknown) => ({ path, schema: holder, value }))
          : Object.entries(holder['examples'] as Record<string, { value: unknown }>).map(([name, { value }]) => ({
              path: `${path}/${name}`,
              schema: holder['schema'],
              value,
            })),
      ),
      ...holdersOf('example').map(([path, { schema, example }]) => ({ path, schema, value: example })),
    ];
    expect(examples.length).toBeGreaterThan(50);
    expect(examples.flatMap(({ path, schema, value }) => schemaViolations(path, schema as JsonSchema, value))).toEqual(
      [],
    );
  });

  it('documents every event with its own example and the headers of its delivery', () => {
    expect(Object.keys(document.webhooks)).toEqual(WEBHOOK_EVENT_TYPES);
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(post.parameters.map((parameter) => 'name' in parameter && parameter.name)).toEqual(WEBHOOK_HEADERS);
      const { schema, examples } = post.requestBody!.content['application/json']!;
      const event = examples!['event']!.value as { type: string; data: { object: object } };
      expect(event.type).toBe(type);
      expect(schemaViolations(type, schema, sampleEvent(type as WebhookEventType))).toEqual([]);
      // The object of another event is invalid.
      expect(schemaViolations(type, schema, { ...event, data: { ...event.data, object: { id: 7 } } })).not.toEqual([]);
      expect(schemaViolations(type, schema, { ...event, type: 'drop.renamed' })).not.toEqual([]);
    }
  });

  it('rejects members of a body that are not in its contract', () => {
    const { schema } = document.paths['/v1/eligibility']!['post']!.requestBody!.content['application/json']!;
    expect(schemaViolations('body', schema, { wallet: '0x', drop: 'linea' })).toEqual([]);
    for (const body of [
      {},
      { wallet: '0x' },
      { wallet: 7, drop: 'linea' },
      { wallet: '0x', drop: 'linea', chain: 'a' },
    ]) {
      expect(schemaViolations('body', schema, body)).not.toEqual([]);
    }
  });

  // The service rejects duplicates, so generated clients must, too.
  it('rejects duplicates in the lists of an endpoint', () => {
    const { schema } = document.paths['/v1/webhooks']!['post']!.requestBody!.content['application/json']!;
    const body = { url: 'https://example.com/hooks', events: ['*'] };
    expect(schemaViolations('body', schema, body)).toEqual([]);
    expect(schemaViolations('body', schema, { ...body, events: ['*', '*'] })).not.toEqual([]);
    expect(schemaViolations('body', schema, { ...body, filters: { drops: ['linea', 'linea'] } })).not.toEqual([]);
    expect(schemaViolations('body', schema, { ...body, filters: { chains: ['base', 'base'] } })).not.toEqual([]);
  });

  // Doc comments cannot refer to constants, so these bounds are written twice.
  it('has the bounds of the constants in the contracts', () => {
    const { Drop, CalendarEvent, DropPage } = document.components['schemas'] as Record<string, JsonSchema>;
    const slug = { pattern: DROP_ID_PATTERN.source, maxLength: DROP_ID_LENGTH_MAX };
    expect(Drop).toMatchObject({ properties: { id: slug, chain: slug } });
    expect(CalendarEvent).toMatchObject({ properties: { drop: slug, chain: slug } });
    expect(DropPage).toMatchObject({ properties: { next_cursor: { maxLength: CURSOR_LENGTH_MAX } } });
  });

  describe('is not generated if', () => {
    const [drops, ...others] = DOCUMENTED;
    const withDrops = (routes: object) => [{ ...drops!, routes: { ...drops!.routes, ...routes } }, ...others];

    const withoutBodies = ({ routes, ...docs }: ControllerDocs) => ({
      ...docs,
      routes: Object.fromEntries(Object.entries(routes).map(([name, { body: _, ...route }]) => [name, route])),
    });

    it.each([
      ['a controller has no documentation', others, 'controllers: not documented: DropsController'],
      [
        'documentation has no route',
        withDrops({ archive: {} }),
        'DropsController: documented, but missing in the code: archive',
      ],
      [
        'a route has no documentation',
        [{ ...drops!, routes: { list: drops!.routes['list']! } }, ...others],
        'DropsController: not documented: get',
      ],
      [
        'a query parameter has no documentation',
        withDrops({ list: { ...drops!.routes['list']!, cursor: undefined } }),
        'query of ListDropsDto: not documented: cursor',
      ],
      [
        'a query has no invalid example',
        withDrops({ list: { ...drops!.routes['list']!, invalidQuery: undefined } }),
        'query of ListDropsDto: an invalid one is documented if, and only if, it has parameters',
      ],
      ['a body has no documentation', DOCUMENTED.map(withoutBodies), 'body CreateCalendarFeedDto: not documented'],
      [
        'a path parameter has no documentation',
        withDrops({ get: { ...drops!.routes['get']!, path: {} } }),
        'path /v1/drops/{id}: not documented: id',
      ],
    ])('%s', (_, documented, message) => {
      expect(() => buildDocument(ROOT, documented)).toThrow(message);
    });

    class BareDto {
      @IsOptional()
      @IsIn(['asc', 'desc'])
      readonly order?: string;
    }
    const describeBare = (properties: JsonSchema) =>
      queryParameters(BareDto, undefined, { queries: { BareQuery: { properties } }, components: {} });

    it('a query parameter is declared by its rules alone', () => {
      expect(() => describeBare({ order: {} })).toThrow('query of BareDto: not documented: order');
    });

    it('the members of a DTO and its contract differ', () => {
      expect(() => describeBare({})).toThrow('contract of BareDto: not documented: order');
      const limit = { order: {}, limit: {} };
      expect(() => describeBare(limit)).toThrow('contract of BareDto: documented, but missing in the code: limit');
    });
  });
});
