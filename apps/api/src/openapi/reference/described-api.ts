import { PROBLEM_STATUS } from '@droptrack/contracts';
import openApi from '../../../openapi.json';
import { problemPath } from '../../platform/errors/problem';
import type { JsonSchema, OpenApiDocument, OperationObject } from '../document/openapi-types';
import type { LinkOf } from './markdown';

/** An operation of the API, or an event that it delivers. */
export interface DescribedOperation extends Omit<OperationObject, 'responses'> {
  /** Upper case; `EVENT` for an event. */
  readonly verb: string;
  /** Path with its parameters, or type of the event. */
  readonly path: string;
  readonly responses: OpenApiDocument['paths'][string][string]['responses'];
}

/** Operations that one page shows. */
export interface Section {
  readonly name: string;
  readonly description: string;
  /** Address of the page. */
  readonly path: string;
  readonly operations: readonly DescribedOperation[];
}

const document = openApi as unknown as OpenApiDocument;

/** Description of the API as a whole. */
export const API_DESCRIPTION = String(document.info['description']);

/** The value itself, or the component that it refers to, whose members those beside the reference replace. */
export function resolve<T extends object>(value: T | { readonly $ref: string }): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const { $ref, ...own } = value as { readonly $ref: string };
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as JsonSchema)[name], document);
  return { ...(target as T), ...own };
}

/** Name of the component that a schema refers to; null for a schema of its place. */
export const nameOf = ({ $ref }: JsonSchema): string | null =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null;

const operations: readonly DescribedOperation[] = [
  ...Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ ...operation, verb: verb.toUpperCase(), path })),
  ),
  ...Object.entries(document.webhooks).map(([type, { post }]) => ({
    ...post,
    verb: 'EVENT',
    path: type,
    responses: {},
  })),
];

/** All operations by their tags, in the order of the document. */
export const SECTIONS: readonly Section[] = (document.tags as readonly Omit<Section, 'path'>[]).map(
  ({ name, description }) => ({
    name,
    description,
    path: `/docs/${name.toLowerCase()}`,
    operations: operations.filter(({ tags }) => tags.includes(name)),
  }),
);

const addresses = new Map<string, string>([
  ...SECTIONS.flatMap(({ path, operations: shown }) =>
    shown.map((each): [string, string] => [
      each.verb === 'EVENT' ? each.path : `${each.verb} ${each.path}`,
      `${path}#${each.operationId}`,
    ]),
  ),
  ...Object.keys(PROBLEM_STATUS).map((code): [string, string] => [
    code,
    problemPath(code as keyof typeof PROBLEM_STATUS),
  ]),
]);

/** Links the codes of problems, the types of events, and operations such as `GET /v1/me`. */
export const linkOf: LinkOf = (code) => addresses.get(code) ?? null;
