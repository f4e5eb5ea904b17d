import type { DropDefinition } from '@droptrack/catalogue';
import { formatTokenAmount, InvalidAmountError, parseTokenAmount } from '../amount/token-amount';

/** Difference between lists and catalogue that is tolerated, as a fraction of the declared figure. */
export const TOLERANCE = 0.1;
const ONE_IN = BigInt(Math.round(1 / TOLERANCE));

/** Figures of a list. */
export interface FiguresOfList {
  /** Empty or absent for the unnamed list. */
  readonly name?: string;
  /** Distinct wallets. */
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
  /** Figures by token, of a list that states the token of each amount; null or absent for others. */
  readonly tokens?: readonly unknown[] | null;
  /** True for a list that was loaded as a part of the published one; false when not given. */
  readonly part?: boolean;
  /** Rows of its files that had errors and were left out; 0 when not given. */
  readonly left_out?: number;
}

/** Figures of the catalogue that lists are compared with. */
export type StatedFigures = Pick<DropDefinition, 'token' | 'distribution' | 'value'>;

/** Figure of lists and of the catalogue, in the same unit. */
export interface FigurePair {
  /** Its place in the catalogue file. */
  readonly path: readonly [string, string];
  readonly listed: bigint;
  readonly declared: bigint;
  /**
   * `count`: declared for the distribution as it is. `forecast`: the lower end of an estimate, which the distribution can be
   * far above, and a list is not compared with it after it was loaded.
   */
  readonly is: 'count' | 'forecast';
  /** Figure of the lists, such as `2403 wallets`. */
  readonly figure: string;
  /** Both figures, such as `2403 wallets (catalogue: 695232)`. */
  readonly text: string;
}

/**
 * Figures of lists together, each with that of the catalogue: the catalogue states those of the whole distribution. Lists can
 * share wallets, so their sum is the largest possible number of wallets.
 */
export function pairFigures(lists: readonly FiguresOfList[], definition: StatedFigures): FigurePair[] {
  const { distribution, value, token } = definition;
  const wallets = BigInt(lists.reduce((sum, list) => sum + list.wallets, 0));
  const pairs: FigurePair[] = [];
  if (distribution.wallets !== null) {
    pairs.push(pairOfWallets(['distribution', 'wallets'], wallets, distribution.wallets.value, 'count'));
  }
  const decimals = token.decimals?.value ?? null;
  // The catalogue states the amount of the token of the drop, of which lists of other tokens have none.
  const isOfDrop = lists.some(({ tokens = null, total }) => tokens === null || total !== '0');
  if (distribution.tokens !== null && decimals !== null && isOfDrop) {
    const total = lists.reduce((sum, list) => sum + BigInt(list.total), 0n);
    pairs.push(...pairOfTotals(total, distribution.tokens.value, decimals));
  }
  const [p10, p90] = value.eligibleWallets?.value ?? [];
  if (p10 !== undefined) {
    pairs.push(pairOfWallets(['value', 'eligible_wallets'], wallets, p10, p10 === p90 ? 'count' : 'forecast'));
  }
  return pairs;
}

function pairOfWallets(path: FigurePair['path'], listed: bigint, figure: number, is: FigurePair['is']): FigurePair {
  // Ends of ranges may be fractions.
  const declared = BigInt(Math.floor(figure));
  const wallets = `${listed} ${listed === 1n ? 'wallet' : 'wallets'}`;
  return { path, listed, declared, is, figure: wallets, text: `${wallets} (catalogue: ${declared})` };
}

/** Empty if the catalogue states more decimals than the token has. */
function pairOfTotals(listed: bigint, tokens: string, decimals: number): FigurePair[] {
  try {
    const declared = parseTokenAmount(tokens, decimals);
    const [found, expected] = [listed, declared].map((amount) => formatTokenAmount(amount, decimals));
    const figure = `${found} tokens`;
    const text = `${figure} (catalogue: ${expected})`;
    return [{ path: ['distribution', 'tokens'], listed, declared, is: 'count', figure, text }];
  } catch (error) {
    if (error instanceof InvalidAmountError) return [];
    throw error;
  }
}

/** True if the lists are below the catalogue by more than the tolerance. */
export const isShort = ({ listed, declared }: FigurePair): boolean => (declared - listed) * ONE_IN > declared;

/** True if the lists are above the catalogue by more than the tolerance. */
export const isAbove = ({ listed, declared }: FigurePair): boolean => (listed - declared) * ONE_IN > declared;
