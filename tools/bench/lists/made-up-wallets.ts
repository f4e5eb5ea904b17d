import { createHash } from 'node:crypto';

/** Decimals of made-up drops' tokens. */
export const DECIMALS = 18;
/** What is written of an amount after its point. */
const WRITTEN_DECIMALS = 4;

/** The bytes of the EVM wallet with a number: always the same, and in no order, as those of real lists. */
export function walletBytes(n: number): Buffer {
  return createHash('sha1').update(`wallet ${n}`).digest();
}

/** What the list has for the wallet with a number, in units of the fourth decimal: 1 to some 10 000 tokens. */
function amountOf(n: number): bigint {
  return 10_000n + BigInt((Math.imul(n, 2_654_435_761) >>> 0) % 99_990_001);
}

/** In whole tokens, as people write it. */
export function tokenAmount(n: number): string {
  const digits = amountOf(n).toString();
  return `${digits.slice(0, -WRITTEN_DECIMALS)}.${digits.slice(-WRITTEN_DECIMALS)}`;
}

/** In base units, an exact decimal string. */
export function baseAmount(n: number): string {
  return `${amountOf(n)}${'0'.repeat(DECIMALS - WRITTEN_DECIMALS)}`;
}
