import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { type Exported, exportsOf } from '../sources/exports';
import { SDK_ENTRY, sdkProgram } from '../sources/program';
import { type Call, callOf } from './calls';
import { type Document, keyedOperations, type Operation } from './document';

/** Components of responses to operators, which the SDK does not call. */
const FOR_OPERATORS = ['Liveness', 'Readiness'];

/** Union of all events, whose types are compared one by one. */
const UNION = 'WebhookEvent';

/** Exported interfaces that are compared as a part of operations, events or other types. */
const WITHOUT_COMPONENT: ReadonlySet<string> = new Set([
  ...['AllocationRangeQuery', 'StreamQuery'],
  ...[
    'AllocationsSnapshotQuery',
    'DropClaimsQuery',
    'DropsSnapshotQuery',
    'GetDropQuery',
    'HypeQuery',
    'HypeSnapshotQuery',
  ],
  ...[
    'ListCalendarQuery',
    'ListDeliveriesQuery',
    'ListDropsQuery',
    'ListEventsQuery',
    'ListOutcomesQuery',
    'ListQuery',
  ],
  ...['ExplainedInput', 'Page', 'WebhookEnvelope', 'WebhookObjects'],
]);

const DIRECTORY = dirname(SDK_ENTRY);
const [OPENAPI, COMPARISONS] = [join(DIRECTORY, 'openapi.drift.ts'), join(DIRECTORY, 'comparisons.drift.ts')];

/** Types of the document on one side, of the SDK on the other. */
interface Comparison {
  readonly name: string;
  readonly document: string;
  readonly sdk: string;
}

/**
 * Differences between the types of the SDK and the document, whose types openapi-typescript generates: for every component
 * with an exported type of its name, for query, body and response of every operation that the client calls, and for the
 * objects of events. The compiler compares them.
 *
 * @param sources - replaced source files of the SDK, by absolute path.
 * @param before - earlier program, from which unchanged files are reused.
 * @returns one line per difference.
 */
export async function typeDrift(document: Document, sources = new Map<string, string>(), before?: ts.Program) {
  const generated = await openapiTypes(structuredClone(document) as unknown as OpenAPI3, {
    emptyObjectsUnknown: true,
    silent: true,
  });
  const exported = exportsOf(before !== undefined && sources.size === 0 ? before : sdkProgram(sources, before));
  const comparisons = comparisonsOf(document, exported);
  const overlay = new Map([
    ...sources,
    [OPENAPI, astToString(generated)],
    [COMPARISONS, [PRELUDE, ...comparisons.map(textOf)].join('\n')],
  ]);
  const program = sdkProgram(overlay, before);
  return [...differences(program, comparisons), ...withoutCounterpart(document, exported)];
}

/** Removes what JSON does not have, methods and readonly modifiers, and compares the rest for identity. */
const PRELUDE = [
  `import type { components, operations, webhooks } from './openapi.drift';`,
  `import type * as sdk from './index';`,
  `type Schemas = components['schemas'];`,
  `type Method = (...given: never[]) => unknown;`,
  `type Plain<T> = T extends readonly (infer Item)[] ? Plain<Item>[] : T extends object ? (keyof T extends never ? object : string extends keyof T ? object : { -readonly [Name in keyof T as NonNullable<T[Name]> extends Method ? never : Name]: Plain<T[Name]> }) : T;`,
  `type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? 'identical' : 'different';`,
  `type Response<M extends Method> = ReturnType<M> extends PromiseLike<unknown> ? Awaited<ReturnType<M>> : ReturnType<M> extends AsyncIterable<infer Row> ? Row : never;`,
  `type OneOrMany<T> = { [Name in keyof T]: T[Name] extends readonly (infer Item)[] | undefined ? Item | Item[] : T[Name] };`,
].join('\n');
const PRELUDE_LINES = PRELUDE.split('\n').length;

/** One line per comparison: assignability in both directions for the messages of the compiler, then identity. */
const textOf = ({ document, sdk }: Comparison, n: number): string =>
  `type D${n} = Plain<${document}>; type S${n} = Plain<${sdk}>; export const to${n}: S${n} = null! as D${n}, ` +
  `from${n}: D${n} = null! as S${n}, same${n}: Same<D${n}, S${n}> = 'identical';`;

function comparisonsOf(document: Document, exported: readonly Exported[]): Comparison[] {
  const names = new Set(exported.map(({ name }) => name));
  const components = Object.keys(document.components.schemas).filter((name) => names.has(name) && name !== UNION);
  return [
    ...components.map((name) => ({ name, document: `Schemas['${name}']`, sdk: `sdk.${name}` })),
    ...keyedOperations(document).flatMap(({ operation }) => operationComparisons(operation)),
    { name: 'events', document: 'keyof webhooks', sdk: 'keyof sdk.WebhookObjects' },
    ...Object.entries(document.webhooks).map(([event, { post }]) => ({
      name: `event ${event}`,
      document: withoutPrevious(`Schemas['${bodyName(post)}']`),
      sdk: withoutPrevious(`sdk.WebhookEvent<'${event}' & keyof sdk.WebhookObjects>`),
    })),
  ];
}

function operationComparisons(operation: Operation): Comparison[] {
  const { operationId: id } = operation;
  const call = callOf(operation);
  if (call === undefined) return [];
  const given = `Parameters<${methodOf(call)}>`;
  const { length } = call.arguments;
  const { bodyMember, hasQuery = false } = call.inputs;
  const body = bodyMember === undefined ? `${given}[${length - 1}]` : `{ ${bodyMember}: ${given}[0] }`;
  return [
    responseComparison(operation, call),
    {
      name: `${id} query`,
      document: `OneOrMany<NonNullable<operations['${id}']['parameters']['query']>>`,
      sdk: hasQuery ? `NonNullable<${given}[${length}]>` : 'never',
    },
    ...(bodyName(operation) === undefined
      ? []
      : [
          {
            name: `${id} body`,
            document: `NonNullable<operations['${id}']['requestBody']>['content']['application/json']`,
            sdk: `NonNullable<${body}>`,
          },
        ]),
  ];
}

function responseComparison({ operationId: id, responses }: Operation, call: Call): Comparison {
  const [status, { content = {} }] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? ['', {}];
  const [type] = Object.keys(content);
  const sdk = `Response<${methodOf(call)}>`;
  const name = `${id} response`;
  if (type === undefined) return { name, document: 'void', sdk };
  const whole = `operations['${id}']['responses'][${status}]['content']['${type}']`;
  // The rows of events have a type each, which is compared as the object of an event.
  if (call.inputs.returnsEvents) return { name, document: `Omit<${whole}, 'data'>`, sdk: `Omit<${sdk}, 'data'>` };
  const [row] = content[type]?.schema.contentSchema?.anyOf ?? [];
  return { name, document: row === undefined ? whole : `Schemas['${row.$ref?.split('/').at(-1)}']`, sdk };
}

const methodOf = ({ method }: Call): string => `sdk.Droptrack${method.split('.').map((name) => `['${name}']`).join('')}`; // prettier-ignore

/** Name of the component of a body. */
const bodyName = ({ requestBody }: Operation): string | undefined =>
  requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);

/** Event with its object alone: the document has no type for the changed properties of one. */
const withoutPrevious = (event: string): string =>
  `Omit<${event}, 'data'> & { data: Pick<${event}['data'], 'object'> }`;

function differences(program: ts.Program, comparisons: readonly Comparison[]): string[] {
  const file = program.getSourceFile(COMPARISONS);
  const found = new Map<string, string>();
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(file)) {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    const name = comparisons[line - PRELUDE_LINES]?.name ?? 'prelude';
    // The first message of a line names the member; the last one says only that the types differ.
    if (!found.has(name)) found.set(name, ts.flattenDiagnosticMessageText(messageText, ' '));
  }
  return [...found].map(([name, message]) => `${name}: ${message.replaceAll(/\s+/g, ' ')}`);
}

/** Components without a type of the SDK, and interfaces of the contracts without a component. */
function withoutCounterpart(document: Document, exported: readonly Exported[]): string[] {
  const text = JSON.stringify(document);
  const names = new Set(exported.map(({ name }) => name));
  const { schemas } = document.components;
  const untyped = Object.keys(schemas)
    .filter((name) => !names.has(name) && !FOR_OPERATORS.includes(name))
    .filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  const undocumented = exported
    .filter(({ declaration }) => declaration.getSourceFile().fileName.includes('/libs/contracts/'))
    .filter(({ declaration }) => ts.isInterfaceDeclaration(declaration))
    .filter(({ name }) => schemas[name] === undefined && !WITHOUT_COMPONENT.has(name));
  return [
    ...untyped.map((name) => `${name}: in the document, but not in the SDK`),
    ...undocumented.map(({ name }) => `${name}: in the SDK, but not in the document`),
  ];
}
