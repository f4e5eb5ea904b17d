import { plainName } from './name';

interface Token {
  /** Null while unknown. */
  readonly decimals: number | null;
  /** Null while unknown. */
  readonly symbol: string | null;
}

const CHARACTERS_MAX = 16;

/** Unit of an amount: the symbol of its token, or base units while the decimals are unknown. */
export const tokenUnit = ({ decimals, symbol }: Token): string =>
  decimals === null ? 'base units' : symbol === null ? 'tokens' : plainName(symbol, CHARACTERS_MAX);
