import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sdkProgram } from '../sources/program';
import { type Document, readDocument } from './document';
import { drift } from './drift';
import type { Schema } from './schema-shape';

const program = sdkProgram();

describe('drift', () => {
  // What users' compilers hold them to is what the service sends.
  it('finds none between the types and the document', () => {
    expect(drift(program, readDocument())).toEqual([]);
  });

  /** A fault in the document, and how it must be named. */
  const inDocument: [string, (document: Document, drop: Schema) => void, string[]][] = [
    [
      'a member more',
      (_, { properties }) => (properties!['x'] = { type: 'string' }),
      ['Drop.x: in the document, not in the type'],
    ],
    [
      'a member that may be absent',
      (_, drop) => drop.required!.pop(),
      ['Drop.updated_at: optional in the document, not in the type'],
    ],
    [
      'a member of another name',
      (_, drop) => {
        const { name, ...others } = drop.properties!;
        drop.properties = { ...others, title: name! };
        drop.required = drop.required!.map((each) => (each === 'name' ? 'title' : each));
      },
      ['Drop.title: in the document, not in the type', 'Drop.name: in the type, not in the document'],
    ],
    [
      'a null',
      (_, { properties }) => (properties!['hype_score']!.type = ['integer', 'null']),
      ['Drop.hype_score: nullable in the document, not in the type'],
    ],
    [
      'no null',
      (_, { properties }) => (properties!['cost_usd']!.type = 'number'),
      ['Drop.cost_usd: nullable in the type, not in the document'],
    ],
    [
      'another type',
      (_, { properties }) => (properties!['hype_score'] = { type: 'string' }),
      ['Drop.hype_score: string in the document, number in the type'],
    ],
    [
      'a value more and one less',
      ({ components }) => (components.schemas['DropStatus']!.enum = ['upcoming', 'live', 'over']),
      ['Drop.status', 'DropExplanation.status.value', 'DropStatus', 'HypeCrossing.status'].flatMap((path) => [
        `${path}: "over" in the document, not in the type`,
        `${path}: "tge" in the type, not in the document`,
      ]),
    ],
    [
      'other items',
      ({ components }) => (components.schemas['AllocationProof']!.properties!['proof']!.items = { type: 'integer' }),
      ['AllocationProof.proof[]: number in the document, string in the type'],
    ],
    [
      'another member of one of several',
      ({ components }) =>
        (components.schemas['ProblemMember']!.anyOf![1]!.properties!['pointer'] = { type: 'integer' }),
      ['ProblemMember|2.pointer: number in the document, string in the type'],
    ],
    [
      'a component more',
      ({ components }) => (components.schemas['Extra'] = { type: 'object' }),
      ['Extra: in the document, and no type has it'],
    ],
    [
      'an answer of another type',
      ({ paths }) =>
        (paths['/v1/me']!['get']!.responses['200']!.content!['application/json']!.schema = { type: 'string' }),
      ['getMe answer: string in the document, an object in the type'],
    ],
    [
      'other parameters',
      ({ paths }) => {
        const { parameters = [] } = paths['/v1/calendar']!['get']!;
        const [from, to] = parameters;
        Object.assign(from!, { name: 'since' });
        Object.assign(to!, { required: true });
      },
      [
        'listCalendarEvents query.since: in the document, not in the type',
        'listCalendarEvents query.to: optional in the type, not in the document',
        'listCalendarEvents query.from: in the type, not in the document',
      ],
    ],
    [
      'another body',
      ({ paths }) => {
        const { properties } =
          paths['/v1/eligibility/batch']!['post']!.requestBody!.content['application/json']!.schema;
        properties!['checks']!.items!.properties!['chain'] = { type: 'string' };
      },
      ['checkEligibilityBatch body.checks[].chain: in the document, not in the type'],
    ],
  ];

  it.each(inDocument)('names %s in the document', (_, plant, named) => {
    const document = readDocument();
    plant(document, document.components.schemas['Drop']!);
    expect(drift(program, document).sort()).toEqual([...named].sort());
  });

  // All at once, as the compiler has to read the sources anew.
  it('names what the types say otherwise', () => {
    const faults: [string, string, string][] = [
      ['drop', 'hype_score: number;', 'hype_score: number | null;'],
      ['drop', '  chain: string;\n', '  chain?: string;\n  colour: string;\n'],
      ['drop', "'upcoming', 'live', 'tge'", "'upcoming', 'live', 'tge', 'over'"],
      ['drop', '  q?: string;', '  q?: number;'],
      ['eligibility', '  amount: string;\n}', '  sum: string;\n}'],
      ['eligibility', '  proof: string[];', '  proof: (string | null)[];'],
      ['webhook-events', "  'drop.archived': Drop;", "  'drop.gone': Drop;"],
      ['plan', '    remaining: number;', '    remaining: boolean;'],
    ];
    const texts = new Map<string, string>();
    for (const [name, before, after] of faults) {
      const path = join(ROOT, `libs/contracts/src/${name}.ts`);
      const text = texts.get(path) ?? readFileSync(path, 'utf8');
      expect(text).toContain(before);
      texts.set(path, text.replace(before, after));
    }
    expect(drift(sdkProgram(texts, program), readDocument())).toEqual([
      'AllocationPart.amount: in the document, not in the type',
      'AllocationPart.sum: in the type, not in the document',
      'AllocationProof.proof[]: nullable in the type, not in the document',
      'Drop.chain: optional in the type, not in the document',
      'Drop.status: "over" in the type, not in the document',
      'Drop.hype_score: nullable in the type, not in the document',
      'Drop.colour: in the type, not in the document',
      'DropExplanation.status.value: "over" in the type, not in the document',
      'DropStatus: "over" in the type, not in the document',
      'HypeCrossing.chain: optional in the type, not in the document',
      'HypeCrossing.status: "over" in the type, not in the document',
      'HypeCrossing.hype_score: nullable in the type, not in the document',
      'HypeCrossing.colour: in the type, not in the document',
      'Me.rate_limit.remaining: number in the document, boolean in the type',
      'listDrops query.status|1: "over" in the type, not in the document',
      'listDrops query.status|2[]: "over" in the type, not in the document',
      'listDrops query.q: string in the document, number in the type',
      'WebhookObjects.drop.archived: in the document, not in the type',
      'WebhookObjects.drop.gone: in the type, not in the document',
    ]);
  });
});
