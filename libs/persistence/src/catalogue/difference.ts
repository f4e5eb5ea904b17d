import { canonicalJson, isRecord } from './canonical';

/** One member that differs: undefined on the side that lacks it. */
export interface Difference {
  /** Where it stands, such as `token.symbol.value` or `events.claim-1.startsAt`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What differs between two definitions, member by member; lists of things with a `key` are compared by it. */
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
