/**
 * A JSON value as its file has it. Numbers are texts, the digits as they were written: a `number` would round what
 * is above 2^53, and amounts are.
 */
export type JsonValue = string | boolean | null | readonly JsonValue[] | ReadonlyMap<string, JsonValue>;

/** Where a value stands: names of members, and places in arrays from 0. Empty for the whole document. */
export type JsonPath = readonly (string | number)[];

/** The members of an object; null for any other value. */
export const membersOf = (value: JsonValue | undefined): ReadonlyMap<string, JsonValue> | null =>
  value instanceof Map ? value : null;

/** The elements of an array; null for any other value. */
export const elementsOf = (value: JsonValue | undefined): readonly JsonValue[] | null =>
  Array.isArray(value) ? value : null;
