/** JSON with its members in one order, so that equal values have equal texts (jsonb reorders members). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One member that differs: undefined on the side that lacks it. */
export interface Difference {
  /** Such as `token.symbol.value` or `events.claim-1.startsAt`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Differences between two definitions, member by member; items of lists with a `key` are matched by it. */
export function differencesOf(from: unknown, to: unknown, path = ''): Difference[] {
  if (canonicalJson(from) === canonicalJson(to)) return [];
  const [before, after] = [membersOf(from), membersOf(to)];
  if (before === null || after === null || Array.isArray(from) !== Array.isArray(to)) return [{ path, from, to }];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) =>
    differencesOf(before.get(name), after.get(name), path === '' ? name : `${path}.${name}`),
  );
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (isRecord(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value) || !value.every((item) => isRecord(item) && typeof item['key'] === 'string')) return null;
  return new Map(value.map((item: Record<string, unknown>) => [String(item['key']), item]));
}
