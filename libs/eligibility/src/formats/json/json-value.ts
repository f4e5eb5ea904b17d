/**
 * JSON value with numbers as texts, because amounts exceed 2^53, above which a `number` rounds.
 */
export type JsonValue = string | boolean | null | readonly JsonValue[] | ReadonlyMap<string, JsonValue>;

/** Path of a value: names of members, and indexes of elements from 0. Empty for the document. */
export type JsonPath = readonly (string | number)[];

/** Members of an object; null for other values. */
export const membersOf = (value: JsonValue | undefined): ReadonlyMap<string, JsonValue> | null =>
  value instanceof Map ? value : null;

/** Elements of an array; null for other values. */
export const elementsOf = (value: JsonValue | undefined): readonly JsonValue[] | null =>
  Array.isArray(value) ? value : null;
