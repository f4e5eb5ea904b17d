import type { Type } from '@nestjs/common';
import type { DomainError } from '../../platform/errors/domain-error';
import type { AnswerTypes, BodyTypes, QueryTypes } from './answer-types';
import type { HEADERS } from './headers';
import type { JsonSchema } from './openapi-types';
import type { TagName } from './tags';

/** A refusal as it is shown in the reference: a real error, and the path it is an answer to. */
export interface ProblemOccasion {
  readonly error: DomainError;
  readonly instance: string;
}

/** What the reference shows of a body, checked against the type it stands for. */
export interface BodyExample<Body> {
  readonly summary: string;
  readonly body: Body;
}

type JsonAnswerOf<Kind extends string> = {
  [Name in keyof AnswerTypes]: {
    readonly kind: Kind;
    readonly type: Name;
    readonly description: string;
    readonly examples: Readonly<Record<string, BodyExample<AnswerTypes[Name]>>>;
  };
}[keyof AnswerTypes];

/** What a route answers when all is well. */
export type AnswerDocs =
  /** Data: may be asked for conditionally, and says as of when it is. */
  | JsonAnswerOf<'data'>
  /**
   * Data about what is the caller's own: kept by nobody, so it is always sent in full. Of what was made it says where
   * it is.
   */
  | (JsonAnswerOf<'unkept'> & {
      readonly status?: 201 | 202;
      /** True where `Location` names a queued job; a 201 always has it. */
      readonly isLocated?: true;
    })
  /** Done, and nothing to say of it. */
  | { readonly kind: 'none'; readonly description: string }
  /** JSON that is not data: always sent in full. */
  | JsonAnswerOf<'json'>
  /** Rows of data, a line each as they come, and an end line; says as of when it is. */
  | (JsonAnswerOf<'rows'> & { readonly headers?: readonly (keyof typeof HEADERS)[] })
  /** Whatever else: pages, files, the document itself. */
  | { readonly kind: 'file'; readonly description: string; readonly content: Readonly<Record<string, JsonSchema>> }
  | { readonly kind: 'redirect'; readonly description: string };

/** What the contract and the rules of a query parameter do not say. */
export interface QueryParameterDocs {
  readonly example: string | number | readonly string[];
  /** In force when the parameter is not given. */
  readonly default?: string | number;
}

/** The query of a route: its contract, each parameter, and a query that breaks a rule, for the example. */
export interface QueryDocs {
  readonly contract: keyof QueryTypes;
  readonly parameters: Readonly<Record<string, QueryParameterDocs>>;
  readonly invalid: string;
}

/** The body of a route: its contract, bodies that are taken, and one that breaks a rule, for the example of the refusal. */
export type BodyDocs = {
  [Name in keyof BodyTypes]: {
    readonly contract: Name;
    readonly description: string;
    readonly examples: Readonly<Record<string, BodyExample<BodyTypes[Name]>>>;
    readonly invalid: object;
  };
}[keyof BodyTypes];

export interface PathParameterDocs {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: string;
}

/**
 * What the code of a route cannot say about it. The rest of its reference comes from
 * the code: path and method, parameters and their rules, schemas, plan, headers that a
 * decorator sets, and the problems that follow from all these.
 */
export interface RouteDocs {
  readonly operationId: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly path?: Readonly<Record<string, PathParameterDocs>>;
  readonly query?: QueryDocs;
  readonly body?: BodyDocs;
  readonly answer: AnswerDocs;
  /** Problems that only the route's service knows. */
  readonly problems?: readonly ProblemOccasion[];
  /** Whether the route is answered even while the process ends. */
  readonly answersWhileStopping?: true;
}

/** The documentation of a controller: one entry for each of its methods. */
export interface ControllerDocs {
  readonly controller: Type;
  readonly tag: TagName;
  readonly routes: Readonly<Record<string, RouteDocs>>;
}

/** The names of a controller's methods. */
type Handlers<Controller> = {
  [Name in keyof Controller]: Controller[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof Controller] &
  string;

/** Documents a controller; the compiler asks for every method, and for no other. */
export function documents<Controller>(
  controller: Type<Controller>,
  tag: TagName,
  routes: Readonly<Record<Handlers<Controller>, RouteDocs>>,
): ControllerDocs {
  return { controller, tag, routes };
}
