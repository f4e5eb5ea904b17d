import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sdkProgram } from '../sources/program';
import { type Document, readDocument, type Schema } from './document';
import { typeDrift } from './type-drift';

const program = sdkProgram();

// A client's compiler must accept exactly what the service sends.
it('finds no difference between the types of the SDK and the document', async () => {
  expect(await typeDrift(readDocument(), new Map(), program)).toEqual([]);
}, 60_000);

/** Difference in the document, the comparison that must report it, and a part of the message. */
const IN_DOCUMENT: readonly [string, (document: Document, schemas: Record<string, Schema>) => void, string, string][] =
  [
    [
      'an additional property',
      (_, { CalendarEvent }) => {
        CalendarEvent!.properties!['x'] = { type: 'string' };
        CalendarEvent!.required!.push('x');
      },
      'CalendarEvent',
      "'x' is missing",
    ],
    [
      'an additional optional property',
      (_, { Webhook }) => (Webhook!.properties!['x'] = { type: 'string' }),
      'Webhook',
      '"different"',
    ],
    ['an optional property', (_, { Me }) => Me!.required!.splice(0, 1), 'Me', "'plan' is optional"],
    [
      'a renamed property',
      (_, { PublishedList }) => {
        const { version, ...others } = PublishedList!.properties!;
        PublishedList!.properties = { ...others, number: version! };
        PublishedList!.required = PublishedList!.required!.map((each) => (each === 'version' ? 'number' : each));
      },
      'PublishedList',
      "'version' is missing",
    ],
    [
      'a nullable property',
      (_, { WebhookTest }) => (WebhookTest!.properties!['duration_ms']!.type = ['integer', 'null']),
      'WebhookTest',
      "Types of property 'duration_ms' are incompatible",
    ],
    [
      'a property that is not nullable',
      (_, { WebhookAttempt }) => (WebhookAttempt!.properties!['status_code']!.type = 'integer'),
      'WebhookAttempt',
      "Types of property 'status_code' are incompatible",
    ],
    [
      'another type',
      (_, { HypePoint }) => (HypePoint!.properties!['t'] = { type: 'integer' }),
      'HypePoint',
      "Types of property 't' are incompatible",
    ],
    [
      'other values of an enumeration',
      (_, { CrossingDirection }) => (CrossingDirection!.enum = ['up', 'sideways']),
      'CrossingDirection',
      '"sideways"',
    ],
    [
      'other items',
      (_, { AllocationProof }) => (AllocationProof!.properties!['proof']!.items = { type: 'integer' }),
      'AllocationProof',
      "Types of property 'proof' are incompatible",
    ],
    [
      'another property of a variant',
      (_, { InvalidProperty }) => (InvalidProperty!.properties!['pointer'] = { type: 'integer' }),
      'ProblemMember',
      'pointer',
    ],
    [
      'an additional component',
      (_, schemas) => (schemas['Extra'] = { type: 'object' }),
      'Extra',
      'in the document, but not in the SDK',
    ],
    [
      'another response',
      ({ paths }) =>
        (paths['/v1/drops/{id}']!['get']!.responses['200']!.content!['application/json']!.schema = { type: 'string' }),
      'getDrop response',
      'string',
    ],
    [
      'other parameters',
      ({ paths }) => {
        const [from, to] = paths['/v1/calendar']!['get']!.parameters!;
        Object.assign(from!, { name: 'since' });
        Object.assign(to!, { required: true });
      },
      'listCalendarEvents query',
      "'to' is optional",
    ],
    [
      'a query of an operation without parameters',
      ({ paths }) => paths['/v1/me']!['get']!.parameters!.push({ name: 'x', in: 'query', schema: { type: 'string' } }),
      'getMe query',
      'never',
    ],
    [
      'another body',
      (_, { EligibilityCheck }) => (EligibilityCheck!.properties!['chain'] = { type: 'string' }),
      'checkEligibilityBatch body',
      '"different"',
    ],
    [
      'an additional event',
      ({ webhooks }) => (webhooks['drop.renamed'] = { post: { ...webhooks['drop.created']!.post, operationId: 'x' } }),
      'events',
      'drop.renamed',
    ],
  ];

/** Drift of a document with all differences, generated once because it takes seconds. */
describe('differences in the document', () => {
  let found: string[];
  beforeAll(async () => {
    const document = readDocument();
    for (const [, plant] of IN_DOCUMENT) plant(document, document.components.schemas);
    found = await typeDrift(document, new Map(), program);
  }, 60_000);

  it.each(IN_DOCUMENT)('are reported: %s', (_, _plant, name, message) => {
    expect(found.find((line) => line.startsWith(`${name}: `))).toContain(message);
  });

  it('are not reported for equal types', () => {
    for (const name of ['Drop', 'DropStatus', 'listDrops query', 'listDrops response', 'event drop.created']) {
      expect(found.filter((line) => line.startsWith(`${name}: `))).toEqual([]);
    }
  });
});

it('reports differences in the SDK', async () => {
  const replacements: [string, string, string][] = [
    ['drop', '  chain: string;\n', '  chain?: string;\n  colour: string;\n'],
    ['drop', "'upcoming', 'live', 'tge'", "'upcoming', 'live', 'tge', 'over'"],
    ['drop', '  q?: string;', '  q?: number;'],
    ['eligibility', '  amount: string;\n}', '  sum: string;\n}'],
    ['eligibility', '  proof: string[];', '  proof: (string | null)[];'],
    ['webhook-events', "  'drop.archived': Drop;", "  'drop.gone': Drop;"],
    ['plan', '    remaining: number;', '    remaining: boolean;'],
  ];
  const texts = new Map<string, string>();
  for (const [name, before, after] of replacements) {
    const path = join(ROOT, `libs/contracts/src/${name}.ts`);
    const text = texts.get(path) ?? readFileSync(path, 'utf8');
    expect(text).toContain(before);
    texts.set(path, text.replace(before, after));
  }
  const found = await typeDrift(readDocument(), texts, program);
  const messageOf = (name: string) => found.find((line) => line.startsWith(`${name}: `));
  expect(messageOf('Drop')).toContain("'colour' is missing");
  expect(messageOf('DropStatus')).toContain('"over"');
  expect(messageOf('listDrops query')).toContain("'q' are incompatible");
  expect(messageOf('AllocationPart')).toContain("'sum' is missing");
  expect(messageOf('AllocationProof')).toContain("'proof' are incompatible");
  expect(messageOf('Me')).toContain("'rate_limit.remaining' are incompatible");
  expect(messageOf('events')).toContain('drop.archived');
  expect(messageOf('CalendarEvent')).toBeUndefined();
}, 60_000);
