import type { DropDefinition, Fact, Range } from '../definition';

type Given = Pick<DropDefinition, 'value' | 'distribution'>;

/**
 * Share of the supply that the wallets of a drop received, as a range: that of the tokens that reached them, else the declared share,
 * else that of the tokens that were offered. It is derived only where it is above 0 and at most 1.
 *
 * @returns null while unknown.
 */
export function givenShareOf({ value, distribution }: Given): Range | null {
  const supply = numberOf(distribution.totalSupply);
  const shareOf = (tokens: Fact<string> | null): Range | null => exactShareOf(numberOf(tokens), supply);
  return shareOf(distribution.claimed ?? null) ?? value.supplyShare?.value ?? shareOf(distribution.tokens);
}

/**
 * Tokens that the wallets of a drop received, by the rule of {@link givenShareOf}, so that what a drop paid and what it is worth
 * count the same tokens.
 *
 * @returns whole tokens as a double; null while they are unknown or known as a range only.
 */
export function givenTokensOf(definition: Given): number | null {
  const { distribution } = definition;
  const claimed = numberOf(distribution.claimed ?? null);
  if (claimed !== null) return claimed;
  const [supply, declared] = [numberOf(distribution.totalSupply), definition.value.supplyShare?.value];
  if (declared === undefined || supply === null) return numberOf(distribution.tokens);
  return declared[0] === declared[1] ? declared[0] * supply : null;
}

/** Range of a share of a supply; null where one is unknown, for 0 and above 1. */
export function exactShareOf(tokens: number | null, supply: number | null): Range | null {
  if (tokens === null || supply === null || supply === 0) return null;
  const share = tokens / supply;
  return share === 0 || share > 1 ? null : [share, share];
}

/** Rounds an exact decimal string to a double. */
export const numberOf = (fact: Fact<string> | null): number | null => (fact === null ? null : Number(fact.value));
