import { type Abi, encodeDeployData, getAddress, type Hex, numberToHex } from 'viem';
import { rpc } from '../../../tools/test/anvil';

/** URL of a node whose accounts need no signature. */
export interface TestNode {
  readonly url: string;
}

/** Contract as its compiler or its package describes it. */
export interface Artifact {
  readonly abi: Abi;
  /** Creation code. */
  readonly bytecode: Hex;
}

/** Outcome of a transaction in its block. */
export interface Receipt {
  readonly isDone: boolean;
  readonly contract: string | null;
  readonly blockNumber: number;
  readonly logs: readonly { readonly address: string; readonly topics: [Hex, ...Hex[]]; readonly data: Hex }[];
}

interface WireReceipt {
  readonly status: string;
  readonly contractAddress: string | null;
  readonly blockNumber: string;
  readonly logs: Receipt['logs'];
}

const GAS = numberToHex(12_000_000);

/** First account of the node, which sends all transactions. */
export async function sender(node: TestNode): Promise<string> {
  const [first] = await rpc<string[]>(node.url, 'eth_accounts');
  return getAddress(first!);
}

/** Sends a transaction and mines a block with it. */
export async function send(node: TestNode, transaction: { to?: string; data: Hex }): Promise<Receipt> {
  const from = await sender(node);
  const hash = await rpc<string>(node.url, 'eth_sendTransaction', { from, gas: GAS, ...transaction });
  await rpc(node.url, 'evm_mine');
  const receipt = await rpc<WireReceipt>(node.url, 'eth_getTransactionReceipt', hash);
  return {
    isDone: receipt.status === '0x1',
    contract: receipt.contractAddress === null ? null : getAddress(receipt.contractAddress),
    blockNumber: Number(receipt.blockNumber),
    logs: receipt.logs,
  };
}

/** Deploys a contract in a block of its own. */
export async function deploy(node: TestNode, { abi, bytecode }: Artifact, args: readonly unknown[] = []) {
  const { isDone, contract, blockNumber } = await send(node, { data: encodeDeployData({ abi, bytecode, args }) });
  if (!isDone || contract === null) throw new Error('a contract could not be deployed');
  return { address: contract, blockNumber };
}
