/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A pointer to a component of the document. */
export interface Reference {
  readonly $ref: string;
}

export interface HeaderObject {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface ParameterObject extends HeaderObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly style?: string;
  readonly explode?: boolean;
}

export interface ExampleObject {
  readonly summary: string;
  readonly value: unknown;
}

export interface MediaTypeObject {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** What a request carries. */
export interface RequestBodyObject {
  readonly required: true;
  readonly description: string;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

/** Responses by status, as an operation lists them. */
export type Responses = Readonly<Record<string, ResponseObject | Reference>>;

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly security?: readonly [];
  readonly parameters: readonly (ParameterObject | Reference)[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: Responses;
}

/** A delivery: how a receiver answers is bare of what an answer of ours carries. */
export type WebhookOperation = Omit<OperationObject, 'responses'> & {
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
};

/** The document: the parts that we build, in the order they are written. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly object[];
  readonly security: readonly object[];
  readonly tags: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  /** What the service sends on its own, by the name of the event. */
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookOperation }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
