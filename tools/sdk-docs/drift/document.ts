import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../sources/program';

/** JSON Schema of the document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  contentSchema?: Schema;
  examples?: unknown[];
}

/** Parts of the OpenAPI document that the checks read. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  /** Deliveries by event type. */
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  /** Empty for an operation without a key. */
  security?: object[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema: Schema;
}

/** Operation with its method and path. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Reads the checked-in document; returns a new object each time. */
export const readDocument = (): Document =>
  JSON.parse(readFileSync(join(ROOT, 'apps/api/openapi.json'), 'utf8')) as Document;

/** Operations that require a key. The others are for operators and browsers. */
export function keyedOperations({ paths }: Document): Route[] {
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([, { security }]) => security === undefined || security.length > 0)
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

/** Parameters of an operation in its path or query. */
export const parametersIn = (place: 'path' | 'query', { parameters = [] }: Operation): Parameter[] =>
  parameters.filter((parameter): parameter is Parameter => 'in' in parameter && parameter.in === place);

/** Schema of the request body of an operation; undefined without a body. */
export const bodyOf = ({ components }: Document, { requestBody }: Operation): Schema | undefined =>
  components.schemas[requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? ''];
