import { readWallet } from '@droptrack/eligibility';

/** EVM address in EIP-55 mixed case. */
export function mixedCase(address: string): string {
  const read = readWallet(address);
  return typeof read === 'string' ? address : read.address;
}

/** CAIP-19 id of a token on an EVM chain. */
export const assetId = (chainId: number, token: string): string => `eip155:${chainId}/erc20:${mixedCase(token)}`;
