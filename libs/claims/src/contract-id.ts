import type { ChainReader } from '@droptrack/sources';

/** Address of a CAIP-10 contract. */
export const addressOf = (contract: string): string => contract.slice(contract.lastIndexOf(':') + 1);

/** Sentence about a node that serves another chain than that of a CAIP-10 contract; null for the node of its chain. */
export async function otherChain(chain: Pick<ChainReader, 'id' | 'name'>, contract: string): Promise<string | null> {
  const id = await chain.id();
  if (contract.startsWith(`eip155:${id}:`)) return null;
  return `the node of ${chain.name} serves chain ${id}, and the contract is ${contract}`;
}
