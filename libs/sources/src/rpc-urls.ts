import { isAddress } from '@droptrack/program';

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
