import type { Revision } from '../revision';

/**
 * Makes an entry once for each revision object. The live view and the late one fold the same objects, so
 * they share entries: half the memory, half the serialising. Forgotten with the revision.
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
