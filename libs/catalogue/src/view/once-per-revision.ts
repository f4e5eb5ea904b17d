import type { Revision } from '../revision';

/**
 * Memoizes a function of a revision by object identity. The live and the delayed view fold the same objects and so share
 * entries, which halves memory and serialization. An entry is released with its revision.
 */
export function oncePerRevision<T>(make: (revision: Revision) => T): (revision: Revision) => T {
  const made = new WeakMap<Revision, { readonly entry: T }>();
  return (revision) => {
    const known = made.get(revision);
    if (known !== undefined) return known.entry;
    const entry = make(revision);
    made.set(revision, { entry });
    return entry;
  };
}
