import type { DropDefinition, Fact } from '../definition';

/**
 * Share of the tokens of a drop that was claimed, 0 to 1: the declared one, or else the quotient of the declared amounts, those that
 * reached wallets by those that were offered, with the source of the first and rounded to four digits.
 *
 * @returns null while unknown.
 */
export function claimedShareOf({
  outcome,
  distribution,
}: Pick<DropDefinition, 'outcome'> & Partial<Pick<DropDefinition, 'distribution'>>): Fact<number> | null {
  const stated = outcome?.claimedShare ?? null;
  const { claimed = null, tokens = null } = distribution ?? {};
  if (stated !== null || claimed === null || tokens === null) return stated;
  const share = Number(claimed.value) / Number(tokens.value);
  return share >= 0 && share <= 1 ? { value: Math.round(share * 10_000) / 10_000, source: claimed.source } : null;
}
