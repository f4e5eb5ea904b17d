import { readWallet } from '@droptrack/eligibility';

/** EVM address in EIP-55 mixed case. */
export function mixedCase(address: string): string {
  const read = readWallet(address);
  return typeof read === 'string' ? address : read.address;
}

/** CAIP-19 id of a token on an EVM chain. */
export const assetId = (chainId: number, token: string): string => `eip155:${chainId}/erc20:${mixedCase(token)}`;

/** Contract on an EVM chain. */
export interface EvmContract {
  /** EIP-155. */
  readonly chainId: number;
  /** In the case of its id. */
  readonly address: string;
}

/** Contract of a CAIP-10 id; null for one on another kind of chain. */
export const evmContract = (id: string): EvmContract | null =>
  addressIn(/^eip155:([1-9]\d{0,14}):(0x[0-9a-fA-F]{40})$/.exec(id));

/** Token of a CAIP-19 id; null for another kind of asset. */
export const evmToken = (id: string): EvmContract | null =>
  addressIn(/^eip155:([1-9]\d{0,14})\/erc20:(0x[0-9a-fA-F]{40})$/.exec(id));

function addressIn(match: RegExpExecArray | null): EvmContract | null {
  const [, chainId, address] = match ?? [];
  return chainId === undefined || address === undefined ? null : { chainId: Number(chainId), address };
}
