import { type ChainReader, JsonRpcError, SourceError } from '@droptrack/sources';

/**
 * First block at whose end a contract exists, by bisection of its code, in some 25 requests.
 *
 * @param head - block at whose end it exists.
 * @throws {SourceError} `unable` if the node does not know the state of old blocks.
 */
export async function firstBlockOf(chain: ChainReader, address: string, head: number): Promise<number> {
  let [without, withCode] = [-1, head];
  while (withCode - without > 1) {
    const middle = Math.floor((without + withCode) / 2);
    if (await hasContractAt(chain, address, middle)) withCode = middle;
    else without = middle;
  }
  return withCode;
}

async function hasContractAt(chain: ChainReader, address: string, block: number): Promise<boolean> {
  try {
    return await chain.hasContract(address, block);
  } catch (error) {
    if (!(error instanceof JsonRpcError) || error.kind === 'rate_limited') throw error;
    const advice = 'set claim.from_block to a block before the first claim, or use an archive node';
    throw new SourceError('unable', `${chain.name}: the node does not know the state of block ${block}: ${advice}`);
  }
}
