import type { SourceId } from './port';

/** Where sources are, and what they are to be asked with. Addresses have no slash at their end. */
export interface SourcesConfig {
  /** Sources that are not to be asked. */
  readonly off: ReadonlySet<SourceId>;
  readonly defillama: { readonly url: string };
  /** Without a token GitHub answers 60 requests an hour, with one 5 000. */
  readonly github: { readonly url: string; readonly token: string | null };
  /** An application of type "script" or "web app"; off without it. */
  readonly reddit: {
    readonly url: string;
    readonly tokenUrl: string;
    readonly clientId: string | null;
    readonly clientSecret: string | null;
  };
  /** A hub's HTTP API; off without its address. */
  readonly farcaster: { readonly url: string | null; readonly apiKey: string | null };
  readonly coingecko: { readonly url: string; readonly apiKey: string | null };
  readonly polymarket: { readonly url: string };
  readonly snapshot: { readonly url: string; readonly apiKey: string | null };
  /** JSON-RPC addresses by the names that drops' files give as `rpc`; off without any. */
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
