import { encodeFunctionData } from 'viem';
import { rpc } from '../../../tools/test/anvil';
import { publishedContract } from './published-contract';
import { deploy, send, type TestNode } from './transactions';

const distributorContract = () => publishedContract('@uniswap/merkle-distributor/build/MerkleDistributor.json');
const tokenContract = () => publishedContract('@uniswap/merkle-distributor/build/TestERC20.json');

/** Deploys an ERC-20 with 18 decimals, all of it on the first account. Returns its address. */
export async function deployToken(node: TestNode, name: string, symbol: string, supply: bigint): Promise<string> {
  return (await deploy(node, tokenContract(), [name, symbol, supply])).address;
}

/** Sends tokens of the first account. */
export async function transfer(node: TestNode, tokenAddress: string, to: string, amount: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: tokenContract().abi, functionName: 'transfer', args: [to, amount] });
  if (!(await send(node, { to: tokenAddress, data })).isDone) throw new Error('the transfer failed');
}

/** Base units of an account. */
export async function tokensOf(node: TestNode, tokenAddress: string, account: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: tokenContract().abi, functionName: 'balanceOf', args: [account] });
  return BigInt(await rpc<string>(node.url, 'eth_call', { to: tokenAddress, data }, 'latest'));
}

/** Deploys Uniswap's published distributor. */
export function deployDistributor(node: TestNode, tokenAddress: string, root: string) {
  return deploy(node, distributorContract(), [tokenAddress, root]);
}
