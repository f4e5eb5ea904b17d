import {
  CURSOR_LENGTH_MAX,
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  PROBLEM_STATUS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_HEADERS,
} from '@droptrack/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDocument, serialise } from '../src/openapi/document/document';
import { DOCUMENTED } from '../src/openapi/document/documented';
import type { JsonSchema, OpenApiDocument } from '../src/openapi/document/openapi-types';
import type { ControllerDocs } from '../src/openapi/document/route-docs';
import type * as WireSchemas from '../src/openapi/document/wire-schemas';
import { schemaFaults } from './schema-faults';

// The types are read once: a compiler takes two seconds to read them.
jest.mock('../src/openapi/document/wire-schemas', () => {
  const { readWireSchemas } = jest.requireActual<typeof WireSchemas>('../src/openapi/document/wire-schemas');
  let read: ReturnType<typeof readWireSchemas> | null = null;
  return { readWireSchemas: (root: string) => (read ??= readWireSchemas(root)) };
});

const ROOT = join(__dirname, '../../..');
const FILE = join(ROOT, 'apps/api/openapi.json');
const checkedIn = readFileSync(FILE, 'utf8');
const document = JSON.parse(checkedIn) as OpenApiDocument;

/** Every object of the document that has a member of this name, with its place. */
function holdersOf(member: string, value: unknown = document, place = '#'): [string, Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, child]) => holdersOf(member, child, `${place}/${key}`));
  return member in value ? [[place, value as Record<string, unknown>], ...below] : below;
}

describe('openapi.json', () => {
  it('is what the code says', () => {
    const generated = buildDocument(ROOT);
    expect(JSON.parse(serialise(generated))).toEqual(document);
    expect(serialise(generated)).toBe(checkedIn);
  });

  it('names problems that exist, each under its own status', () => {
    const shown = holdersOf('application/problem+json').flatMap(([, content]) => {
      const { examples = {} } = content['application/problem+json'] as { examples?: Record<string, { value: object }> };
      return Object.entries(examples);
    });
    expect(shown.length).toBeGreaterThan(20);
    for (const [code, { value }] of shown) {
      expect(value).toMatchObject({ code, status: PROBLEM_STATUS[code as keyof typeof PROBLEM_STATUS] });
    }
  });

  it('shows examples that its own schemas take', () => {
    const examples = [
      ...holdersOf('examples').flatMap(([place, holder]) =>
        Array.isArray(holder['examples'])
          ? holder['examples'].map((value: unknown) => ({ place, schema: holder, value }))
          : Object.entries(holder['examples'] as Record<string, { value: unknown }>).map(([name, { value }]) => ({
              place: `${place}/${name}`,
              schema: holder['schema'],
              value,
            })),
      ),
      ...holdersOf('example').map(([place, { schema, example }]) => ({ place, schema, value: example })),
    ];
    expect(examples.length).toBeGreaterThan(50);
    expect(examples.flatMap(({ place, schema, value }) => schemaFaults(place, schema as JsonSchema, value))).toEqual(
      [],
    );
  });

  it('tells every event, each with an example of its own and the headers of its delivery', () => {
    expect(Object.keys(document.webhooks)).toEqual(WEBHOOK_EVENT_TYPES);
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(post.parameters.map((parameter) => 'name' in parameter && parameter.name)).toEqual(WEBHOOK_HEADERS);
      const { schema, examples } = post.requestBody!.content['application/json']!;
      const event = examples!['event']!.value as { type: string; data: { object: object } };
      expect(event.type).toBe(type);
      // What another event is about does not pass for this one's.
      expect(schemaFaults(type, schema, { ...event, data: { ...event.data, object: { id: 7 } } })).not.toEqual([]);
      expect(schemaFaults(type, schema, { ...event, type: 'drop.renamed' })).not.toEqual([]);
    }
  });

  it('takes of a body what its contract names, and no more', () => {
    const { schema } = document.paths['/v1/eligibility']!['post']!.requestBody!.content['application/json']!;
    expect(schemaFaults('body', schema, { wallet: '0x', drop: 'linea' })).toEqual([]);
    for (const body of [
      {},
      { wallet: '0x' },
      { wallet: 7, drop: 'linea' },
      { wallet: '0x', drop: 'linea', chain: 'a' },
    ]) {
      expect(schemaFaults('body', schema, body)).not.toEqual([]);
    }
  });

  // The service rejects them: a client that is generated from the document must know.
  it('rejects a list of an endpoint that names one thing twice', () => {
    const { schema } = document.paths['/v1/webhooks']!['post']!.requestBody!.content['application/json']!;
    const body = { url: 'https://example.com/hooks', events: ['*'] };
    expect(schemaFaults('body', schema, body)).toEqual([]);
    expect(schemaFaults('body', schema, { ...body, events: ['*', '*'] })).not.toEqual([]);
    expect(schemaFaults('body', schema, { ...body, filters: { drops: ['linea', 'linea'] } })).not.toEqual([]);
    expect(schemaFaults('body', schema, { ...body, filters: { chains: ['base', 'base'] } })).not.toEqual([]);
  });

  // These bounds are written twice: a doc comment cannot name a constant.
  it('repeats the bounds of the contracts', () => {
    const { Drop, CalendarEvent, DropPage } = document.components['schemas'] as Record<string, JsonSchema>;
    const slug = { pattern: DROP_ID_PATTERN.source, maxLength: DROP_ID_LENGTH_MAX };
    expect(Drop).toMatchObject({ properties: { id: slug, chain: slug } });
    expect(CalendarEvent).toMatchObject({ properties: { drop: slug, chain: slug } });
    expect(DropPage).toMatchObject({ properties: { next_cursor: { maxLength: CURSOR_LENGTH_MAX } } });
  });

  describe('is not made when', () => {
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
        withDrops({ list: { ...drops!.routes['list']!, query: { contract: 'ListDropsQuery', parameters: {} } } }),
        'query of ListDropsDto: not documented: status, chain',
      ],
      ['a body has no documentation', DOCUMENTED.map(withoutBodies), 'body CheckEligibilityDto: not documented'],
      [
        'a path parameter has no documentation',
        withDrops({ get: { ...drops!.routes['get']!, path: {} } }),
        'path /v1/drops/{id}: not documented: id',
      ],
    ])('%s', (_, documented, message) => {
      expect(() => buildDocument(ROOT, documented)).toThrow(message);
    });
  });
});
