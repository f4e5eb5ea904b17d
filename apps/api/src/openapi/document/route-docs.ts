import type { Type } from '@nestjs/common';
import type { DomainError } from '../../platform/errors/domain-error';
import type { ResponseTypes } from './wire-types';
import type { HEADERS, REQUEST_HEADERS } from './headers';
import type { JsonSchema } from './openapi-types';

/** Tags of the document, in the order of the API reference. */
export const TAGS = [
  { name: 'Drops', description: 'Token distributions with hype score, ratings, expected value, snapshot and cost.' },
  { name: 'Pictures', description: 'Badges and plots of drops, to embed elsewhere. No API key needed.' },
  { name: 'Calendar', description: 'Snapshots, token-generation events, claim windows and phases of drops.' },
  { name: 'Eligibility', description: 'Eligibility, allocations and claims of wallets.' },
  { name: 'Snapshots', description: 'Bulk exports as newline-delimited JSON.' },
  { name: 'Stream', description: 'Events as they happen, without an endpoint of your own.' },
  { name: 'Account', description: 'Plan, rate limit and features of the API key.' },
  { name: 'Service', description: 'Health checks for load balancers and supervisors. No API key needed.' },
  {
    name: 'Reference',
    description: 'This document, its rendered form, and explanations of problems. No API key needed.',
  },
  { name: 'Webhooks', description: 'Webhook endpoints, events, deliveries and recoveries.' },
] as const;
export type TagName = (typeof TAGS)[number]['name'];

/** Example of a problem: an actual error of the code, and the path of the request. */
export interface ProblemOccasion {
  readonly error: DomainError;
  readonly instance: string;
}

/** Example of a body, type-checked against its contract. */
export interface BodyExample<Body> {
  readonly summary: string;
  readonly body: Body;
}

type JsonResponse<Kind extends string> = {
  [Name in keyof ResponseTypes]: {
    readonly kind: Kind;
    readonly type: Name;
    readonly description: string;
    readonly examples: Readonly<Record<string, BodyExample<ResponseTypes[Name]>>>;
  };
}[keyof ResponseTypes];

/** Successful response of a route. */
export type ResponseDocs =
  /** Data with an `ETag` and an `X-Data-As-Of`; supports conditional requests. */
  | (JsonResponse<'data'> & {
      /** True if it depends on the view only, so that a stream can continue from it (`X-Data-Sequence`). */
      readonly isOfView?: true;
    })
  /** Data of a version that never changes, with a strong `ETag`; caches may store it where the operator permits it. */
  | JsonResponse<'versioned'>
  /** Data of the account, which is never cached. Created resources have a `Location`. */
  | (JsonResponse<'uncached'> & {
      readonly status?: 201 | 202;
      /** True if `Location` is the URL of a queued job; a 201 always has a `Location`. */
      readonly isLocated?: true;
      readonly headers?: readonly (keyof typeof HEADERS)[];
    })
  /** No content. */
  | { readonly kind: 'none'; readonly description: string }
  /** JSON without data of the catalogue, such as health checks. */
  | JsonResponse<'json'>
  /** NDJSON rows with an end line and an `X-Data-As-Of`. */
  | (JsonResponse<'rows'> & { readonly headers?: readonly (keyof typeof HEADERS)[] })
  /** Stream of events, described by an example. */
  | { readonly kind: 'events'; readonly description: string; readonly example: string }
  /** Pages, files, and the OpenAPI document. */
  | { readonly kind: 'file'; readonly description: string; readonly content: Readonly<Record<string, JsonSchema>> }
  | { readonly kind: 'redirect'; readonly description: string };

/** Documentation of a request body: valid examples, and an invalid body for the example of its problem. */
export interface BodyDocs<Body extends object> {
  readonly description: string;
  readonly examples: Readonly<Record<string, BodyExample<Body>>>;
  readonly invalid: object;
}

export interface PathParameterDocs {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: string;
}

/**
 * Documentation of a route beyond its code. Path, method, parameters, schemas, plan, headers set by decorators and the
 * problems that follow from them are generated from the code.
 */
export interface RouteDocs {
  readonly operationId: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly path?: Readonly<Record<string, PathParameterDocs>>;
  /** Invalid query for the example of its problem, if the route has parameters. */
  readonly invalidQuery?: string;
  /** Example of the parameter `cursor`. */
  readonly cursor?: string;
  readonly body?: BodyDocs<object>;
  /** Request headers of this route beside those that follow from its kind. */
  readonly headers?: readonly (keyof typeof REQUEST_HEADERS)[];
  readonly response: ResponseDocs;
  /** Problems that the route's service throws. */
  readonly problems?: readonly ProblemOccasion[];
  /** True if the route is served during shutdown. */
  readonly servedWhileStopping?: true;
}

/** Documentation of a controller: one entry per method. */
export interface ControllerDocs {
  readonly controller: Type;
  readonly tag: TagName;
  readonly routes: Readonly<Record<string, RouteDocs>>;
}

/** Method names of a controller. */
type Handlers<Controller> = {
  [Name in keyof Controller]: Controller[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof Controller] &
  string;

/** Documents a controller. The type requires exactly its methods. */
export function documents<Controller>(
  controller: Type<Controller>,
  tag: TagName,
  routes: Readonly<Record<Handlers<Controller>, RouteDocs>>,
): ControllerDocs {
  return { controller, tag, routes };
}
