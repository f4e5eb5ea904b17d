/** What can narrow or order a list: one value or several of which any may match. */
export type ScopeValue = string | number | boolean | readonly (string | number | boolean)[] | null | undefined;

/**
 * Names a list together with everything that decides which rows it has and in which
 * order, so that a cursor of one cannot be replayed on another.
 *
 * Equal lists get equal scopes: the order of the parts does not matter, nor that of
 * several values, nor whether a single value stands in an array; a part that is null
 * or undefined is the same as one that is not given.
 *
 * @param list - which list: `drops`, `calendar`.
 * @param parts - sort, order and filters **as they take effect**, defaults included: a
 *   default that depends on the day, such as `from`, would otherwise change under a
 *   cursor without a sound. `limit` and `cursor` do not belong here.
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
