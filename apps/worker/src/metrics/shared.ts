const READ_AGE_MS_MAX = 5_000;

/** Memoizes a read for some seconds, so that the gauges of one scrape share one query. */
export function shared<T>(read: () => Promise<T>, nowMs: () => number): () => Promise<T> {
  let last: { readonly read: Promise<T>; readonly atMs: number } | null = null;
  return () => {
    const atMs = nowMs();
    if (last === null || Math.abs(atMs - last.atMs) > READ_AGE_MS_MAX) last = { read: read(), atMs };
    return last.read;
  };
}
