import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
} from '../src/openapi/document/openapi-types';
import openApi from '../openapi.json';
import { rulesOf, textsFor, valuesFor } from './invalid-values';
import { schemaViolations } from './schema-violations';

const { paths, components } = openApi as unknown as OpenApiDocument;

/** A request whose path, headers, query or body break a rule, as far as the document shows. */
export interface InvalidInput {
  /** The input, shortened: `limit=0`, or the members of a body that are wrong. */
  readonly label: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly template: string;
  /** Parameters of the path. */
  readonly path?: Readonly<Record<string, string>>;
  /** Query string, encoded. */
  readonly query?: string;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
  /** True for a body of JSON that does not pass the schema of the document. */
  readonly isForbidden?: boolean;
}

/** Requests that break each rule of each input of the document, alone and together. */
export function invalidInputs(): InvalidInput[] {
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([lower, operation]) => {
      const method = lower.toUpperCase() as InvalidInput['method'];
      const inputs = [...queriesOf(operation), ...bodiesOf(operation), ...pathsAndHeadersOf(operation)];
      return inputs.map(([label, input]) => ({ label, method, template, ...input }));
    }),
  );
}

type Input = readonly [label: string, input: Omit<InvalidInput, 'label' | 'method' | 'template'>];

function queriesOf({ parameters }: OperationObject): Input[] {
  const own = parameters.flatMap((each) => ('in' in each && each.in === 'query' ? [each] : []));
  const texts = own.flatMap(({ name, schema }) => textsFor(schema).map((text): [string, string] => [name, text]));
  const example = (schema: JsonSchema): string => String((schema['examples'] as unknown[])[0]);
  const twice = own.map(({ name, schema }): [string, string][] => [
    [name, example(schema)],
    [name, example(schema)],
  ]);
  const invalid = own.map(({ name }): [string, string] => [name, '!']);
  const several = [
    [['colour', 'red']],
    [['', 'red']],
    [['a'.repeat(80), '']],
    [...invalid, ['colour', 'red']],
    Array.from({ length: 25 }, (_, index) => [`unknown${index}`, '']),
    ...twice.filter((_, index) => own[index]!.schema['type'] !== 'array'),
  ] as [string, string][][];
  return [...texts.map((text) => [text]), ...several].map((pairs) => [
    pairs.map(([name, text]) => `${shortened(name)}=${shortened(text)}`).join('&'),
    { query: new URLSearchParams(pairs).toString() },
  ]);
}

function bodiesOf({ requestBody }: OperationObject): Input[] {
  const content = requestBody?.content['application/json'];
  if (content === undefined) return [];
  const examples = Object.values(content.examples ?? {}).map(({ value }) => value as object);
  const base = Object.assign({}, ...examples) as Record<string, unknown>;
  const members = Object.entries(rulesOf(content.schema).properties ?? {});
  const json = (label: string, value: unknown): Input => {
    const isForbidden = schemaViolations('body', content.schema, value).length > 0;
    return [label, { body: JSON.stringify(value), isForbidden }];
  };
  const wrong = members.flatMap(([name, schema]) => valuesFor(schema, base[name]).map((value) => ({ [name]: value })));
  const allWrong = { colour: 'red', ...Object.fromEntries(members.map(([name]) => [name, 7])) };
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`unknown${index}`, 0]));
  const changes = [...wrong, { colour: 'red' }, { 'not a name': 1 }, allWrong, many];
  return [
    ...members.map(([name]) => json(`without ${name}`, without(base, name))),
    ...changes.map((change) => json(`with ${shortened(JSON.stringify(change))}`, { ...base, ...change })),
    ...[[], [base], null, 7, 'text', {}].map((value) => json(shortened(JSON.stringify(value)), value)),
    ...RAW_BODIES,
  ];
}

const without = (body: object, member: string): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));

const RAW_BODIES: readonly Input[] = [
  ['an empty body', { body: '' }],
  ['a body cut off', { body: '{"a":' }],
  ['a body with a byte order mark', { body: '\ufeff{}' }],
  ['a body that is not UTF-8', { body: Buffer.from([0x7b, 0xff, 0x7d]) }],
  ['a body of 70 KiB', { body: JSON.stringify({ text: 'a'.repeat(70 * 1024) }) }],
  ['a body of text/plain', { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ['a body of another charset', { body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } }],
  ['a body with gzip', { body: '{}', headers: { 'content-encoding': 'gzip' } }],
  ['an unknown parameter beside a body', { body: '{}', query: 'colour=red' }],
];

/** Headers that are replaced or ignored, not rejected; and `X-Data-View`, which has the same rule in every route (data-view.spec.ts). */
const OTHER_HEADERS = ['X-Request-Id', 'If-None-Match', 'X-Data-View'];

/** Invalid parameters of paths and headers, with a valid body. */
function pathsAndHeadersOf({ parameters, requestBody }: OperationObject): Input[] {
  const named = parameters.map((each) => ('in' in each ? each : componentOf(each.$ref)));
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  const body = example === undefined ? {} : { body: JSON.stringify(example.value) };
  return named.flatMap(({ name, in: where }): Input[] => {
    if (where === 'query' || OTHER_HEADERS.includes(name)) return [];
    const values = [
      'nope',
      'NOPE_1',
      'not%20valid',
      'a'.repeat(300),
      ...(where === 'path' ? ['%zz', '%00'] : ['', 'a b']),
    ];
    return values.map((value) => [
      where === 'path' ? `{${name}}=${shortened(value)}` : `${name}: ${shortened(value)}`,
      { ...body, ...(where === 'path' ? { path: { [name]: value } } : { headers: { [name.toLowerCase()]: value } }) },
    ]);
  });
}

const componentOf = ($ref: string): ParameterObject =>
  components['parameters']![$ref.split('/').at(-1)!] as ParameterObject;

/** A text for a label: long ones by their start and length. */
const shortened = (text: string): string =>
  text.length <= 160 ? text : `${text.slice(0, 120)}… (${text.length} characters)`;
