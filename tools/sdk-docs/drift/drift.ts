import ts from 'typescript';
import { type Exported, exportsOf } from '../sources/exports';
import { ProgramError } from '../sources/program-error';
import { type Call, CALLS } from './calls';
import { differences } from './compare';
import { bodyOf, type Document, keyedOperations, type Operation, parametersOf } from './document';
import { type Schema, SchemaShapes } from './schema-shape';
import type { Form, Member, Shape } from './shape';
import { TypeShapes } from './type-shape';

/** Components that no answer to a key has. */
const FOR_OPERATORS = ['Liveness', 'Readiness'];

/**
 * How the types that the SDK exports differ from the document: for every component that has a type of its name, and
 * for parameters, body and answer of every operation that the client calls.
 *
 * @returns one line for each difference; none when they say the same.
 */
export function drift(program: ts.Program, document: Document): string[] {
  return new Drift(program, document).found();
}

class Drift {
  readonly #checker: ts.TypeChecker;
  readonly #exported: readonly Exported[];
  readonly #types: TypeShapes;
  readonly #schemas: SchemaShapes;
  constructor(
    program: ts.Program,
    private readonly document: Document,
  ) {
    this.#checker = program.getTypeChecker();
    this.#exported = exportsOf(program);
    this.#types = new TypeShapes(this.#checker, this.#exported);
    this.#schemas = new SchemaShapes(document.components.schemas);
  }

  found(): string[] {
    const components = Object.entries(this.document.components.schemas);
    const named = components.flatMap(([name, schema]) => this.#component(name, schema));
    const called = keyedOperations(this.document).flatMap(({ operation }) => this.#operation(operation));
    const events = this.#events();
    const untyped = components
      .map(([name]) => name)
      .filter((name) => !this.#schemas.reached.has(name) && !FOR_OPERATORS.includes(name))
      .filter((name) => !this.#exported.some((each) => each.name === name))
      .map((name) => `${name}: in the document, and no type has it`);
    return [...named, ...called, ...events, ...untyped, ...this.#undocumented()];
  }

  #component(name: string, schema: Schema): string[] {
    const exported = this.#exported.find((each) => each.name === name);
    if (exported === undefined) return [];
    const type = this.#checker.getDeclaredTypeOfSymbol(exported.symbol);
    return differences(name, this.#types.shapeOf(type), { ...this.#schemas.shapeOf(schema), name });
  }

  #operation(operation: Operation): string[] {
    const { operationId } = operation;
    const call = CALLS[operationId];
    if (call === undefined) return [];
    const signature = this.#signatureOf(call);
    const [answer] = Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content = {} }]) => Object.values(content));
    if (answer === undefined && !('204' in operation.responses)) {
      throw new ProgramError(`${operationId} answers nothing`);
    }
    return [
      ...(answer === undefined
        ? this.#voidDifferences(operationId, signature)
        : this.#answerDifferences(operationId, signature, answer.schema)),
      ...this.#queryDifferences(operation, signature),
      ...this.#bodyDifferences(operation, signature, call),
    ];
  }

  #signatureOf({ method }: Call): ts.Signature {
    const client = this.#exported.find(({ name }) => name === 'Droptrack');
    let type = client && this.#checker.getDeclaredTypeOfSymbol(client.symbol);
    for (const name of method.split('.')) {
      const property: ts.Symbol | undefined = type?.getProperty(name);
      type = property && this.#checker.getTypeOfSymbol(property);
    }
    const [signature] = type?.getCallSignatures() ?? [];
    if (signature === undefined) throw new ProgramError(`the client has no ${method}`);
    return signature;
  }

  #answerDifferences(operationId: string, signature: ts.Signature, answer: Schema): string[] {
    const type = this.#types.shapeOf(this.#answerType(signature));
    const schema = this.#schemas.shapeOf(rowOf(answer));
    const found = differences(`${operationId} answer`, type, schema);
    return CALLS[operationId]?.givesEvents
      ? found.filter(
          (line) => line !== `${operationId} answer.data[]: an object in the document, one of several in the type`,
        )
      : found;
  }

  /** What has no body gives nothing. */
  #voidDifferences(operationId: string, signature: ts.Signature): string[] {
    const type = this.#answerType(signature);
    const isVoid = (type.flags & ts.TypeFlags.Void) !== 0;
    return isVoid ? [] : [`${operationId} answer: the type has one, the document has none`];
  }

  /** What is awaited, or what is looped over where that is the only way. */
  #answerType(signature: ts.Signature): ts.Type {
    const returned = signature.getReturnType();
    const [row] = this.#checker.getTypeArguments(returned as ts.TypeReference);
    const isAwaited = returned.getProperty('then') !== undefined;
    const answer = isAwaited ? this.#checker.getAwaitedType(returned) : row;
    if (answer === undefined) throw new ProgramError('a call that gives nothing');
    return answer;
  }

  #queryDifferences(operation: Operation, signature: ts.Signature): string[] {
    const path = `${operation.operationId} query`;
    const members = parametersOf(operation, 'query').map((parameter): [string, Member] => [
      parameter.name,
      { isOptional: parameter.required !== true, shape: () => listOrOne(this.#schemas.shapeOf(parameter.schema)) },
    ]);
    const schema: Form = { kind: 'object', members: new Map(members) };
    const query = signature.parameters.find(({ name }) => name === 'query');
    const type: Form =
      query === undefined ? { kind: 'object', members: new Map() } : this.#formOf(this.#checker.getTypeOfSymbol(query));
    return differences(path, { isNullable: false, form: type }, { isNullable: false, form: schema });
  }

  /** The body is the last of what is given before query and options. */
  #bodyDifferences(operation: Operation, signature: ts.Signature, call: Call): string[] {
    const { bodyMember } = call;
    const schema = bodyOf(operation);
    const body = signature.parameters[call.arguments.length - 1];
    if (schema === undefined || body === undefined) return [];
    const shape = this.#types.shapeOf(this.#checker.getTypeOfSymbol(body));
    const form: Form = {
      kind: 'object',
      members: new Map([[bodyMember ?? '', { isOptional: false, shape: () => shape }]]),
    };
    const type = bodyMember === undefined ? shape : { isNullable: false, form };
    return differences(`${operation.operationId} body`, type, this.#schemas.shapeOf(schema));
  }

  /** Every event of the document has an object of its own in the type by which events are told apart, and no other has. */
  #events(): string[] {
    const objects = this.#exported.find(({ name }) => name === 'WebhookObjects');
    if (objects === undefined) throw new ProgramError('no type says what events are about');
    const members = Object.entries(this.document.webhooks).map(([name, { post }]): [string, Member] => [
      name,
      { isOptional: false, shape: () => this.#schemas.shapeOf(objectOf(post)) },
    ]);
    const type = this.#types.shapeOf(this.#checker.getDeclaredTypeOfSymbol(objects.symbol));
    return differences('WebhookObjects', type, {
      isNullable: false,
      form: { kind: 'object', members: new Map(members) },
    });
  }

  #formOf(type: ts.Type): Form {
    return this.#types.shapeOf(type).form;
  }

  /** Types of the wire that nothing in the document was compared with. */
  #undocumented(): string[] {
    return this.#exported
      .filter(({ declaration }) => declaration.getSourceFile().fileName.includes('/libs/contracts/'))
      .filter(({ symbol, declaration }) => ts.isInterfaceDeclaration(declaration) && !this.#types.reached.has(symbol))
      .map(({ name }) => `${name}: exported, and nothing in the document has it`);
  }
}

/** A snapshot's schema is that of any of its lines; the end line is not among the rows that are given. */
function rowOf(schema: Schema): Schema {
  const rows = schema.anyOf?.filter(({ $ref }) => $ref !== '#/components/schemas/SnapshotEnd') ?? [];
  const [row] = rows;
  return row !== undefined && rows.length === 1 && rows.length !== schema.anyOf?.length ? row : schema;
}

/** What an event is about; the rest of its body is the envelope, which is a component. */
function objectOf(event: Operation): Schema {
  const parts = bodyOf(event)?.allOf ?? [];
  const object = parts.map(({ properties }) => properties?.['data']?.properties?.['object']).find(Boolean);
  if (object === undefined) throw new ProgramError(`${event.operationId} is about nothing`);
  return object;
}

/** Of a parameter that takes several values, with commas between, the client takes one as well. */
function listOrOne(shape: Shape): Shape {
  if (shape.form.kind !== 'list') return shape;
  const one = shape.form.items.form;
  const list = { isNullable: false, form: shape.form };
  return { isNullable: false, form: { kind: 'union', variants: [{ isNullable: false, form: one }, list] } };
}
