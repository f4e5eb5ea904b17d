const CHAIN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What {@link parseRpcUrls} takes, for messages. */
export const RPC_URLS_FORM = 'a list such as linea=https://…,base=https://…, each chain once';

/**
 * JSON-RPC addresses by the names that drops' files give as `rpc`, as they stand in `EVM_RPC_URLS`; null for a text of
 * another form. None for an empty text.
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
