import { walletBytes } from './made-up-wallets';

/** Checks of wallets that are all different, half of them in the list, as they go over the wire. */
export interface Checks {
  readonly drop: string;
  readonly key: string;
  /** Wallets of the list: numbers below this are in it. */
  readonly listed: number;
  /** Number of the first check. */
  readonly from: number;
}

/** Far enough apart that neighbours in the list are not asked for one after the other; no divisor of round numbers. */
const STRIDE = 7_919;

/** Whether the wallet of a check is in the list. */
export const isListed = (check: number): boolean => check % 2 === 0;

/** The request of a check: the same number is always the same. */
export function checkRequest({ drop, key, listed }: Omit<Checks, 'from'>, check: number): Buffer {
  const place = (Math.floor(check / 2) * STRIDE) % listed;
  const wallet = walletBytes(isListed(check) ? place : listed + check).toString('hex');
  const body = `{"wallet":"0x${wallet}","drop":"${drop}"}`;
  const head = [
    'POST /v1/eligibility HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Accept: application/json',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'User-Agent: droptrack-bench',
    '\r\n',
  ].join('\r\n');
  return Buffer.from(head + body, 'latin1');
}
