import type { SourceId } from './port';

/** Base URLs and credentials of the sources. URLs have no trailing slash. */
export interface SourcesConfig {
  /** Sources that the operator switched off; `prices` is not a source of signals. */
  readonly off: ReadonlySet<SourceId | 'prices'>;
  readonly defillama: { readonly url: string };
  /** GitHub allows 60 requests per hour without a token, 5 000 with one. */
  readonly github: { readonly url: string; readonly token: string | null };
  /** Credentials of an application of type "script" or "web app"; the source is off without them. */
  readonly reddit: {
    readonly url: string;
    readonly tokenUrl: string;
    readonly clientId: string | null;
    readonly clientSecret: string | null;
  };
  /** HTTP API of a hub; the source is off without its URL. */
  readonly farcaster: { readonly url: string | null; readonly apiKey: string | null };
  readonly coingecko: { readonly url: string; readonly apiKey: string | null };
  readonly polymarket: { readonly url: string };
  readonly prices: { readonly url: string };
  readonly snapshot: { readonly url: string; readonly apiKey: string | null };
  /** JSON-RPC URLs by the names that catalogue files use as `rpc`; the source is off without any. */
  readonly evm: { readonly rpcUrls: ReadonlyMap<string, string> };
}

const CHAIN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Format of {@link parseRpcUrls}, for messages. */
export const RPC_URLS_FORM = 'a list such as linea=https://…,base=https://…, each chain once';

/**
 * JSON-RPC URLs of `EVM_RPC_URLS` by the names that catalogue files use as `rpc`; null for an invalid text. Empty for an
 * empty text.
 */
export function parseRpcUrls(text: string): ReadonlyMap<string, string> | null {
  const urls = new Map<string, string>();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, chain = '', url = ''] = /^([^=]*)=(.*)$/.exec(entry) ?? [];
    if (!CHAIN.test(chain) || !isAddress(url) || urls.has(chain)) return null;
    urls.set(chain, url);
  }
  return urls;
}

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
