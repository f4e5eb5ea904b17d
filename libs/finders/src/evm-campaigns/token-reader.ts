import { type Block, type Chain, SourceError } from '@droptrack/sources';
import { cleanName } from '@droptrack/discovery';
import { LRUCache } from 'lru-cache';
import { viewOf } from './contract-view';

/** Facts of a token as its contract states them; null for those that it does not, or not in their form. */
export interface TokenFacts {
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

export const UNKNOWN_TOKEN: TokenFacts = { name: null, symbol: null, decimals: null };

const TOKENS_CACHED = 1_000;
const SYMBOL_LENGTH_MAX = 20;
const DECIMALS_MAX = 36n;
/** Blocks in which the receivers of a token are counted. */
const HOLDER_BLOCKS = 2_000;
/** `Transfer(address,address,uint256)` of ERC-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ZERO_TOPIC = `0x${'0'.repeat(64)}`;

/** Reads the facts of tokens of one chain, and caches those that it has read. */
export class TokenReader {
  readonly #cache = new LRUCache<string, TokenFacts>({ max: TOKENS_CACHED });

  /** @throws {SourceError} if the node did not answer. */
  async factsOf(chain: Chain, token: string): Promise<TokenFacts> {
    const cached = this.#cache.get(token);
    if (cached !== undefined) return cached;
    const name = await viewOf(chain, token, 'name()', 'text');
    const symbol = await viewOf(chain, token, 'symbol()', 'text');
    const decimals = await viewOf(chain, token, 'decimals()', 'number');
    const facts: TokenFacts = {
      name: typeof name === 'string' ? cleanName(name) : null,
      symbol: typeof symbol === 'string' ? cleanName(symbol, SYMBOL_LENGTH_MAX) : null,
      decimals: typeof decimals === 'bigint' && decimals <= DECIMALS_MAX ? Number(decimals) : null,
    };
    this.#cache.set(token, facts);
    return facts;
  }
}

/**
 * Accounts that received the token in the latest blocks, at most 2 000 and as many as the node accepts in one request; null
 * if the node does not answer, as for the transfers of a busy token.
 */
export async function recentHolders(chain: Chain, token: string, head: Block, blocks: number): Promise<number | null> {
  const fromBlock = Math.max(0, head.number - Math.min(HOLDER_BLOCKS, blocks) + 1);
  try {
    const logs = await chain.logs({ contracts: [token], topics: [TRANSFER] }, fromBlock, head.number);
    return new Set(logs.map(({ topics }) => topics[2]).filter((topic) => topic !== undefined && topic !== ZERO_TOPIC))
      .size;
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
