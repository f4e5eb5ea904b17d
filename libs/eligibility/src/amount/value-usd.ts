/**
 * Computes the value of an amount in USD, rounded to cents, half a cent up. The computation is exact: it uses the decimal
 * digits of the price and all digits of the amount.
 *
 * @param amount - base units, 0 or above.
 * @param decimals - base units of one token are 10 to this power.
 * @param priceUsd - of one token; finite, 0 or above.
 * @returns null for a value that exceeds the range of doubles.
 */
export function valueUsd(amount: bigint, decimals: number, priceUsd: number): number | null {
  // JavaScript formats the shortest decimal of a double, which is the declared one.
  const [mantissa = '0', exponent = '0'] = priceUsd.toString().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent) - fraction.length - decimals + 2;
  const product = amount * BigInt(whole + fraction);
  const cents = shift >= 0 ? product * 10n ** BigInt(shift) : divideHalfUp(product, 10n ** BigInt(-shift));
  const usd = Number(`${cents}e-2`);
  return Number.isFinite(usd) ? usd : null;
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
