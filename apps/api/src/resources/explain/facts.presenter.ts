import { type DropDefinition, type Fact, factSource } from '@droptrack/catalogue';
import type { ExplainedFact, ExplainedLink } from '@droptrack/contracts';

/** What is stated about a drop beside the inputs of its figures, and who says so. What nobody states is left out. */
export function presentFacts({ chain, token, snapshot, distribution, value }: DropDefinition): ExplainedFact[] {
  const stated: readonly (readonly [path: string, fact: Fact<string | number> | null])[] = [
    ['chain', chain],
    ['token.symbol', token.symbol],
    ['token.decimals', token.decimals],
    ['token.address', token.address],
    ['snapshot.block', snapshot.block],
    ['snapshot.date', snapshot.date],
    ['distribution.tokens', distribution.tokens],
    ['distribution.wallets', distribution.wallets],
    ['distribution.total_supply', distribution.totalSupply],
    ['value.price_usd', value.priceUsd],
  ];
  return stated.flatMap(([path, fact]) =>
    fact === null ? [] : [{ path, value: fact.value, source: fact.source === null ? null : factSource(fact.source) }],
  );
}

/** By name, since the log's storage keeps them in an order of its own. */
export function presentLinks({ links }: DropDefinition): ExplainedLink[] {
  return Object.entries(links)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, url]) => ({ name, url }));
}
