/** Results of the API, of which the first is never null. */
type Results = readonly [object, ...(object | null)[]];

/**
 * A function whose value is kept for as long as its results of the API are the same objects. Pages share a result while it is fresh, so
 * that what depends on the time as well is at most as much older as the result. What no page refers to any more is forgotten.
 *
 * @param make - makes a value of the results. It must depend on nothing else but what changes little while they are fresh, such as the time.
 */
export function perResults<R extends Results, C extends readonly unknown[], T>(
  make: (results: R, ...context: C) => T,
): (results: R, ...context: C) => T {
  const kept = new WeakMap<object, { readonly results: R; readonly value: T }>();
  return (results, ...context) => {
    const last = kept.get(results[0]);
    if (last !== undefined && isSame(last.results, results)) return last.value;
    const value = make(results, ...context);
    kept.set(results[0], { results, value });
    return value;
  };
}

const isSame = (a: Results, b: Results): boolean => a.length === b.length && a.every((each, at) => each === b[at]);
