// A hook that lists drops, and keeps the list current while the component is mounted.
// In a browser, every visitor can read an API key: let `client` call a route of your server that adds the key.
import type { Drop, Droptrack, DropStatus } from '@droptrack/sdk';
import { useEffect, useState } from 'react';

export interface FollowedDrops {
  /** Highest hype score first; null until the first list arrives. */
  readonly drops: readonly Drop[] | null;
  /** Reason for which the list is not updated any more. */
  readonly error: Error | null;
}

/** @param client - create it once, outside of components. */
export function useDrops(client: Droptrack, status: DropStatus): FollowedDrops {
  const [followed, setFollowed] = useState<FollowedDrops>({ drops: null, error: null });
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const { type, drops } of client.drops.follow({ status }, { signal: stop.signal })) {
        if (type === 'position') continue;
        const sorted = [...drops.values()].sort((a, b) => b.hype_score - a.hype_score);
        setFollowed({ drops: sorted, error: null });
      }
    };
    follow().catch((error: Error) => {
      if (!stop.signal.aborted) setFollowed((before) => ({ ...before, error }));
    });
    return () => stop.abort();
  }, [client, status]);
  return followed;
}
