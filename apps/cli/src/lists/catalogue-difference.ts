import type { DropDefinition, ListKind } from '@droptrack/catalogue';
import { formatTokenAmount, InvalidAmountError, parseTokenAmount } from '@droptrack/eligibility';

/** Difference between a list and the catalogue that needs `--accept-mismatch`, as a fraction. */
export const TOLERANCE = 0.1;
const ONE_IN = BigInt(Math.round(1 / TOLERANCE));
/** Factor between listed and declared total from which the unit is probably wrong. */
const UNIT_FACTOR = 1_000n;

/** Figures of a loaded list. */
export interface ComparedList {
  readonly kind: ListKind;
  /** Distinct wallets. */
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
}

/** A figure of the list and of the catalogue, in the same unit. */
interface Pair {
  readonly listed: bigint;
  readonly declared: bigint;
  readonly text: string;
}

/**
 * Description of a list whose wallets or total differ by more than 10 % from the catalogue (`distribution.wallets`,
 * `distribution.tokens`): all figures that can be compared, and a question about the unit if the totals differ by a
 * factor of a thousand. Such a list is well formed, but would report most wallets as not eligible.
 *
 * @param isPart - true for a part of what the catalogue declares, such as a named list: then only a figure above the declared
 *   one is a difference.
 * @returns `1 wallet (catalogue: 250000), …`; null without a difference, for an exclusion list, and if the catalogue declares
 *   neither figure.
 */
export function catalogueDifference(
  { kind, wallets, total }: ComparedList,
  { token, distribution }: Pick<DropDefinition, 'token' | 'distribution'>,
  isPart: boolean,
): string | null {
  if (kind === 'exclusion') return null;
  const counts = distribution.wallets === null ? [] : [pairOfWallets(wallets, distribution.wallets.value)];
  const decimals = token.decimals?.value ?? null;
  const tokens = distribution.tokens?.value ?? null;
  const totals = decimals === null || tokens === null ? [] : pairOfTotals(BigInt(total), tokens, decimals);
  const pairs = [...counts, ...totals];
  if (!pairs.some((pair) => isOff(pair, isPart))) return null;
  const doubt = totals.some(({ listed, declared }) => isOtherUnit(listed, declared)) ? '. Is the unit right?' : '';
  return `${pairs.map(({ text }) => text).join(', ')}${doubt}`;
}

const pairOfWallets = (listed: number, declared: number): Pair => ({
  listed: BigInt(listed),
  declared: BigInt(declared),
  text: `${listed} ${listed === 1 ? 'wallet' : 'wallets'} (catalogue: ${declared})`,
});

/** Empty if the catalogue declares more decimals than the token has. */
function pairOfTotals(listed: bigint, tokens: string, decimals: number): Pair[] {
  try {
    const declared = parseTokenAmount(tokens, decimals);
    const [found, expected] = [listed, declared].map((amount) => formatTokenAmount(amount, decimals));
    return [{ listed, declared, text: `${found} tokens (catalogue: ${expected})` }];
  } catch (error) {
    if (error instanceof InvalidAmountError) return [];
    throw error;
  }
}

function isOff({ listed, declared }: Pair, isPart: boolean): boolean {
  return isFarBelow(declared, listed, declared) || (!isPart && isFarBelow(listed, declared, declared));
}

/** True if a figure is below another one by more than {@link TOLERANCE} of the declared one. */
export const isFarBelow = (below: bigint, above: bigint, declared: bigint): boolean =>
  (above - below) * ONE_IN > declared;

const isOtherUnit = (listed: bigint, declared: bigint): boolean =>
  declared !== 0n && (listed > declared * UNIT_FACTOR || declared > listed * UNIT_FACTOR);
