import { postRequest } from '../../load/requests';
import { walletBytes } from './list-file';

/** Wallets to check, half of them listed. */
export interface CheckedWallets {
  readonly key: string;
  /** Number of listed wallets: those numbered below this. */
  readonly listed: number;
}

/** Checks of different wallets, each against all drops in turn. */
export interface Checks extends CheckedWallets {
  /** At least one. */
  readonly drops: readonly string[];
}

/** Keeps neighbours of the list apart; divides no round number. */
const STRIDE = 7_919;

/** True if the wallet checked with a number is listed. */
export const isListed = (wallet: number): boolean => wallet % 2 === 0;

/** Request of a check, always the same for a number. */
export function checkRequest({ drops, key, listed }: Checks, check: number): string {
  const wallet = checkedWallet(listed, Math.floor(check / drops.length));
  return postRequest('/v1/eligibility', key, `{"wallet":"${wallet}","drop":"${drops[check % drops.length]}"}`);
}

/** Request for all drops of a wallet, always the same for a number. */
export const walletDropsRequest = ({ key, listed }: CheckedWallets, n: number): string =>
  postRequest('/v1/wallets/drops', key, `{"wallets":["${checkedWallet(listed, n)}"]}`);

function checkedWallet(listed: number, n: number): string {
  const position = (Math.floor(n / 2) * STRIDE) % listed;
  return `0x${walletBytes(isListed(n) ? position : listed + n).toString('hex')}`;
}
