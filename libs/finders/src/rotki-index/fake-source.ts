import type { FakeHandler } from '@droptrack/sources/testing';

/** Entry of the index, with members that the finder ignores left out. */
export interface FakeIndexEntry {
  readonly name: string;
  readonly asset_identifier: string;
  readonly url: string;
  readonly cutoff_time?: number;
  readonly new_asset_data?: {
    readonly asset_type: string;
    readonly name: string;
    readonly address: string;
    readonly symbol: string;
    readonly decimals?: number;
  };
}

/** Fake file `index_v4.json`, with its lists at other paths. */
export function fakeRotkiIndex(airdrops: Readonly<Record<string, FakeIndexEntry>>): FakeHandler {
  return ({ method, url }) => {
    if (method !== 'GET' || url.pathname !== '/airdrops/index_v4.json') return null;
    const files = Object.entries(airdrops).map(([id, entry]) => [
      id,
      { file_path: `airdrops/${id}.csv.gz`, file_hash: '0'.repeat(64), icon: `${id}.svg`, ...entry },
    ]);
    // Sent as text, as the file host does.
    return {
      body: JSON.stringify({ airdrops: Object.fromEntries(files), poap_airdrops: { early: ['a', 'b', 'c', 'd'] } }),
    };
  };
}
