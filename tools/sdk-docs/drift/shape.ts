/**
 * What can be said of a value both by a TypeScript type and by a JSON schema. Ranges, patterns and formats only a
 * schema can say; there a format has to be one of a string.
 */
export interface Shape {
  readonly isNullable: boolean;
  readonly form: Form;
  /** What it goes by, where it is exported, or is a component, of its own: there it is compared once. */
  readonly name?: string | undefined;
}

export type Form =
  | { readonly kind: 'text' | 'number' | 'boolean' | 'anything' }
  /** One of these and nothing else, sorted. */
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly items: Shape }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Member> }
  /** One of several objects, or of values of several kinds. */
  | { readonly kind: 'union'; readonly variants: readonly Shape[] };

export interface Member {
  readonly isOptional: boolean;
  /** Not before it is needed. */
  readonly shape: () => Shape;
}
