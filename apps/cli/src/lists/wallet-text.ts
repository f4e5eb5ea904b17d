import { parseEvmAddress } from '@droptrack/eligibility';
import { base58 } from '@scure/base';

const EVM_BYTES = 20;
const [START, END] = [6, 4];

/** Address of a wallet of a list. */
export function addressOf(wallet: Uint8Array): string {
  if (wallet.length !== EVM_BYTES) return base58.encode(wallet);
  return parseEvmAddress(`0x${Buffer.from(wallet).toString('hex')}`).address;
}

/** Beginning and end of an address, such as `0xd8dA…6045`. */
export const shortened = (address: string): string => `${address.slice(0, START)}…${address.slice(-END)}`;
