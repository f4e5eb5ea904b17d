/** Value of a sort or filter: one value, or several alternatives. */
export type ScopeValue = string | number | boolean | readonly (string | number | boolean)[] | null | undefined;

/**
 * Identifies a list with its sort and filters, so that a cursor of one list cannot be used with another.
 *
 * Equivalent lists have equal scopes, regardless of the order of parts and alternatives, and of arrays with a single value.
 * A part that is null or undefined equals an absent one.
 *
 * @param list - name of the list, such as `drops` or `calendar`.
 * @param parts - effective sort, order and filters, including defaults: a default that depends on the day, such as `from`,
 *   would otherwise change silently between pages. Excludes `limit` and `cursor`.
 */
export function cursorScope(list: string, parts: Readonly<Record<string, ScopeValue>>): string {
  const entries: unknown[] = [list];
  for (const name of Object.keys(parts).sort()) {
    const value = parts[name];
    if (value !== undefined && value !== null) entries.push([name, ...textsOf(value)]);
  }
  return JSON.stringify(entries);
}

function textsOf(value: NonNullable<ScopeValue>): string[] {
  if (typeof value !== 'object') return [String(value)];
  return value.length === 1 ? [String(value[0])] : [...new Set(value.map(String).sort())];
}
