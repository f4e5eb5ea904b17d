import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../sources/program';
import type { Schema } from './schema-shape';

/** What is read here of the OpenAPI document. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  /** What is sent to endpoints, by type of event. */
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  /** Empty where no key is asked for. */
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

/** An operation, and where it is. */
export interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The document as it is checked in; each time a copy of its own. */
export const readDocument = (): Document =>
  JSON.parse(readFileSync(join(ROOT, 'apps/api/openapi.json'), 'utf8')) as Document;

/** What can be called with a key; the others are for operators, browsers and people. */
export function keyedOperations({ paths }: Document): Place[] {
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([, { security }]) => security === undefined || security.length > 0)
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

/** Parameters of an operation by their place; headers are the client's own business. */
export const parametersOf = ({ parameters = [] }: Operation, place: 'query' | 'path'): Parameter[] =>
  parameters.filter((parameter): parameter is Parameter => 'in' in parameter && parameter.in === place);

/** Schema of the one body that an operation takes; undefined for one that takes none. */
export const bodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema;
