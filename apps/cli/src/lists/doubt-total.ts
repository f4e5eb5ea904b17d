import type { DropDefinition, ListBody } from '@droptrack/catalogue';
import { formatTokenAmount, InvalidAmountError, parseTokenAmount } from '@droptrack/eligibility';

/** How far a list's total may be off what the catalogue says, before it looks like the wrong unit. */
const FACTOR = 1_000n;

/**
 * A sentence of doubt about a list's unit, where its total is a thousand times more or less than the tokens that the
 * catalogue says were given out; null without doubt, or anything to compare with. Files do not say their unit, and a
 * list in the wrong one is as well formed as in the right one.
 */
export function doubtTotal(
  { kind, total, decimals }: Pick<ListBody, 'kind' | 'total' | 'decimals'>,
  { distribution }: Pick<DropDefinition, 'distribution'>,
): string | null {
  if (kind === 'exclusion' || decimals === null || distribution.tokens === null) return null;
  const stated = baseUnits(distribution.tokens.value, decimals);
  const listed = BigInt(total);
  if (stated === null || stated === 0n || (listed <= stated * FACTOR && stated <= listed * FACTOR)) return null;
  const [found, expected] = [listed, stated].map((amount) => formatTokenAmount(amount, decimals));
  return `Is the unit right? The list comes to ${found} tokens, the catalogue says ${expected} were given out.`;
}

/** Null where the catalogue states more decimals than the token has. */
function baseUnits(tokens: string, decimals: number): bigint | null {
  try {
    return parseTokenAmount(tokens, decimals);
  } catch (error) {
    if (error instanceof InvalidAmountError) return null;
    throw error;
  }
}
