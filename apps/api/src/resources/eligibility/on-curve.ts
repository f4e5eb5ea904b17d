import { isCurvePoint } from '@droptrack/claim-calls/solana';
import type { Wallet } from '@droptrack/eligibility';

/** Results per wallet: a request can check a wallet for many drops, and decoding a point takes 0.1 ms or more. */
const results = new WeakMap<Wallet, boolean>();

/**
 * True if the key of a Solana wallet is a point of ed25519. Public keys are; addresses that programs derive are not, nor are
 * half of all 32 bytes.
 */
export function isOnCurve(wallet: Wallet): boolean {
  const known = results.get(wallet);
  if (known !== undefined) return known;
  const result = isCurvePoint(wallet.bytes);
  results.set(wallet, result);
  return result;
}

/** False for a Solana wallet that is not on the curve: without a checksum, it may be mistyped. */
export const isVerifiable = (wallet: Wallet): boolean => wallet.type !== 'solana' || isOnCurve(wallet);
