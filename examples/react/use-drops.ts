// A hook that lists drops, and keeps the list current while the component is mounted.
// In a browser, every visitor can read an API key. For a page on your own machine, create the client with yours:
//   new Droptrack({ apiKey, baseUrl: 'http://localhost:3000', dangerouslyAllowBrowser: true })
// For other visitors, let it call a route of your server that replaces the header Authorization, and give it no real key:
//   new Droptrack({ apiKey: 'none', baseUrl: 'https://<your host>/droptrack', dangerouslyAllowBrowser: true })
import type { Drop, Droptrack, DropStatus } from '@droptrack/sdk';
import { useEffect, useState } from 'react';

interface FollowedDrops {
  /** Highest hype score first, drops that are not measured last; null until the first list arrives. */
  readonly drops: readonly Drop[] | null;
  /** Reason for which the list is not updated any more. */
  readonly error: Error | null;
}

const byHype = (a: Drop, b: Drop): number => (b.hype_score ?? -1) - (a.hype_score ?? -1);
const NONE: FollowedDrops = { drops: null, error: null };

/** @param client - create it once, outside of components. */
export function useDrops(client: Droptrack, status: DropStatus): FollowedDrops {
  const [followed, setFollowed] = useState({ ...NONE, status });
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const { type, drops } of client.drops.follow({ status }, { signal: stop.signal })) {
        if (type === 'position') continue;
        const sorted = [...drops.values()].sort(byHype);
        if (!stop.signal.aborted) setFollowed({ drops: sorted, error: null, status });
      }
    };
    follow().catch((error: Error) => {
      if (stop.signal.aborted) return;
      setFollowed((before) => ({ ...(before.status === status ? before : NONE), error, status }));
    });
    return () => stop.abort();
  }, [client, status]);
  // The drops of a former status are not those of this one.
  return followed.status === status ? followed : NONE;
}
