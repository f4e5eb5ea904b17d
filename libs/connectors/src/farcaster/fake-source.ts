import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';
import { FARCASTER_EPOCH_MS } from './farcaster';

/** A cast on the fake hub. */
export interface FakeCast {
  fid: number;
  text: string;
  /** Milliseconds since the epoch. */
  atMs: number;
  mentions?: number[];
  parentUrl?: string;
}

/** State of the fake hub. */
export interface FarcasterFixture {
  casts: FakeCast[];
  /** Required in `x-api-key`; null for none. */
  apiKey: string | null;
}

const PAGE_SIZE_DEFAULT = 100;

/** Fake HTTP API of a hub (`http://hub:3381`). */
export function fakeFarcaster(fixture: FarcasterFixture): FakeHandler {
  return ({ headers, url: { pathname, searchParams } }: FakeRequest): Reply | null => {
    if (fixture.apiKey !== null && headers['x-api-key'] !== fixture.apiKey)
      return { status: 401, body: { message: 'Incorrect or missing API key' } };
    if (pathname === '/v1/castsByMention') {
      const fid = Number(searchParams.get('fid'));
      return pageOf(
        fixture.casts.filter(({ mentions = [] }) => mentions.includes(fid)),
        searchParams,
      );
    }
    if (pathname === '/v1/castsByParent') {
      const url = searchParams.get('url');
      return pageOf(
        fixture.casts.filter(({ parentUrl }) => parentUrl === url),
        searchParams,
      );
    }
    return null;
  };
}

function pageOf(casts: readonly FakeCast[], parameters: URLSearchParams): Reply {
  const direction = parameters.get('reverse') === 'true' ? -1 : 1;
  const size = Number(parameters.get('pageSize') ?? PAGE_SIZE_DEFAULT);
  const start = Number(Buffer.from(parameters.get('pageToken') ?? 'MA==', 'base64').toString());
  const sorted = casts.toSorted((one, other) => direction * (one.atMs - other.atMs));
  const end = start + size;
  const nextPageToken = end < sorted.length ? Buffer.from(String(end)).toString('base64') : '';
  return { body: { messages: sorted.slice(start, end).map(messageOf), nextPageToken } };
}

function messageOf({ fid, text, atMs, mentions = [], parentUrl }: FakeCast, index: number) {
  const timestamp = Math.floor((atMs - FARCASTER_EPOCH_MS) / 1_000);
  const parent = parentUrl === undefined ? {} : { parentUrl };
  return {
    data: {
      type: 'MESSAGE_TYPE_CAST_ADD',
      fid,
      timestamp,
      network: 'FARCASTER_NETWORK_MAINNET',
      castAddBody: { embedsDeprecated: [], mentions, text, mentionsPositions: [], embeds: [], ...parent },
    },
    hash: `0x${index.toString(16).padStart(40, '0')}`,
    hashScheme: 'HASH_SCHEME_BLAKE3',
    signature: '',
    signatureScheme: 'SIGNATURE_SCHEME_ED25519',
    signer: '0x00',
  };
}
