/**
 * Returns the previous values of the changed members, without `updated_at`, which changes with every revision.
 *
 * @param before - has its members in the same order as `after`, at every depth.
 */
export function previousMembers<T extends object>(before: T, after: T): Partial<T> {
  const text = (object: T, name: string): string => JSON.stringify(object[name as keyof T]);
  const changed = Object.entries(before).filter(
    ([name]) => name !== 'updated_at' && text(before, name) !== text(after, name),
  );
  return Object.fromEntries(changed) as Partial<T>; // A subset of the members of `before`.
}
