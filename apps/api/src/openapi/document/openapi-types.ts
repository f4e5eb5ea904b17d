/** JSON Schema (2020-12), the schema dialect of OpenAPI 3.1. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Reference to a component of the document. */
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
  /**
   * Codes of the problems that the response can contain. Its schema is that of all problems: a schema that narrows
   * another one becomes an additional type per operation and status in generated clients, or is not understood.
   */
  readonly 'x-problem-codes'?: readonly string[];
  readonly description: string;
  readonly headers: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** Request body of an operation. */
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

/** Delivery of an event. Responses of subscribers have no documented headers or content. */
export type WebhookOperation = Omit<OperationObject, 'responses'> & {
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
};

/** OpenAPI document: the generated parts, in the order of output. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly object[];
  readonly security: readonly object[];
  readonly tags: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  /** Webhook operations by event type. */
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookOperation }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
