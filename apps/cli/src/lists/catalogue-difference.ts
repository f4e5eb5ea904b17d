import type { DropDefinition, ListKind } from '@droptrack/catalogue';
import { formatTokenAmount, InvalidAmountError, parseTokenAmount } from '@droptrack/eligibility';

/** A difference above one in so many needs the operator's word: 10 %. */
const ONE_IN = 10n;
/** A total that is so many times more or less looks like the wrong unit. */
const UNIT_FACTOR = 1_000n;

/** The figures of a list that is loaded. */
export interface ComparedList {
  readonly kind: ListKind;
  /** Distinct wallets. */
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
}

/** A figure of the list beside that of the catalogue, in the same unit. */
interface Pair {
  readonly listed: bigint;
  readonly stated: bigint;
  readonly text: string;
}

/**
 * A list whose wallets or total are more than 10 % off what the catalogue states (`distribution.wallets`,
 * `distribution.tokens`), in words: with all figures that can be compared, and with doubt about the unit where the total
 * is a thousand times more or less. Such a list is well formed, and still answers most wallets with a definite no.
 *
 * @param isPart - the files are a part of the list: only more than stated is a difference.
 * @returns `1 wallet (the catalogue says 250000), …`; null without a difference, for an exclusion list, and where the
 *   catalogue states neither.
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
  const doubt = totals.some(({ listed, stated }) => isOtherUnit(listed, stated)) ? '. Is the unit right?' : '';
  return `${pairs.map(({ text }) => text).join(', ')}${doubt}`;
}

const pairOfWallets = (listed: number, stated: number): Pair => ({
  listed: BigInt(listed),
  stated: BigInt(stated),
  text: `${listed} ${listed === 1 ? 'wallet' : 'wallets'} (the catalogue says ${stated})`,
});

/** Empty where the catalogue states more decimals than the token has. */
function pairOfTotals(listed: bigint, tokens: string, decimals: number): Pair[] {
  try {
    const stated = parseTokenAmount(tokens, decimals);
    const [found, expected] = [listed, stated].map((amount) => formatTokenAmount(amount, decimals));
    return [{ listed, stated, text: `${found} tokens (the catalogue says ${expected})` }];
  } catch (error) {
    if (error instanceof InvalidAmountError) return [];
    throw error;
  }
}

function isOff({ listed, stated }: Pair, isPart: boolean): boolean {
  const difference = listed > stated ? listed - stated : isPart ? 0n : stated - listed;
  return difference * ONE_IN > stated;
}

const isOtherUnit = (listed: bigint, stated: bigint): boolean =>
  stated !== 0n && (listed > stated * UNIT_FACTOR || stated > listed * UNIT_FACTOR);
