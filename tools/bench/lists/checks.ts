import { postRequest } from '../load/requests';
import { walletBytes } from './list-file';

/** Checks of different wallets, half of them in the list. */
export interface Checks {
  readonly drop: string;
  readonly key: string;
  /** Wallets of the list: numbers below this are in it. */
  readonly listed: number;
}

/** Keeps neighbours of the list apart; divides no round number. */
const STRIDE = 7_919;

/** True where the wallet of a check is in the list. */
export const isListed = (check: number): boolean => check % 2 === 0;

/** The request of a check, always the same for a number. */
export function checkRequest({ drop, key, listed }: Checks, check: number): string {
  const place = (Math.floor(check / 2) * STRIDE) % listed;
  const wallet = walletBytes(isListed(check) ? place : listed + check).toString('hex');
  return postRequest('/v1/eligibility', key, `{"wallet":"0x${wallet}","drop":"${drop}"}`);
}
