import { isAddress } from '@droptrack/program';

/**
 * JSON-RPC URLs of the nodes of each chain, at least one, in the order of their use, by the names that catalogue files use
 * as `rpc`.
 */
export type RpcUrls = ReadonlyMap<string, readonly string[]>;

const CHAIN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Maximum number of nodes of a chain: two that agree decide, so further ones only replace those that fail. */
const NODES_MAX = 5;

/** Format of {@link parseRpcUrls}, for messages. */
export const RPC_URLS_FORM = `a list such as linea=https://…,base=https://…, with at most ${NODES_MAX} different nodes of a chain, each after its name`;

/** Nodes of `EVM_RPC_URLS` or `SOLANA_RPC_URLS`; null for an invalid text. Empty for an empty text. */
export function parseRpcUrls(text: string): RpcUrls | null {
  const nodes = new Map<string, string[]>();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, chain = '', url = ''] = /^([^=]*)=(.*)$/.exec(entry) ?? [];
    const others = nodes.get(chain) ?? [];
    if (!CHAIN.test(chain) || !isAddress(url) || others.includes(url) || others.length === NODES_MAX) return null;
    nodes.set(chain, [...others, url]);
  }
  return nodes;
}
