import type { ProofFormat } from '@droptrack/contracts';
import { join } from 'node:path';
import { type Abi, encodeDeployData, encodeFunctionData, getAddress, type Hex, numberToHex } from 'viem';
import { type Anvil, rpc } from './anvil';
import { compileContract, type CompiledContract } from './compile';

/** Which leaves a distributor's tree has; of `openzeppelin` those without an index. */
export type DistributorFormat = Extract<ProofFormat, 'uniswap' | 'openzeppelin' | 'ens'>;

export interface DistributorOptions {
  /** `uniswap` when not given. */
  readonly format?: DistributorFormat;
  readonly root: string;
  /** Of a `contracts/Token.sol`; a new one when not given. */
  readonly token?: string;
  /** What it can give out, base units. */
  readonly amount: bigint;
  /** Of `ens`: a bit for each index that its proof gives, as ENS has it; a mapping when not given. */
  readonly isIndexedByProof?: boolean;
}

/** A distributor that lives on a chain and has its tokens. */
export interface Distributor {
  readonly format: DistributorFormat;
  /** EIP-55. */
  readonly address: string;
  readonly token: string;
  readonly abi: Abi;
}

export interface Claim {
  /** Of `uniswap`; the others have none. */
  readonly index: number | bigint | null;
  readonly account: string;
  /** Base units. */
  readonly amount: bigint;
  readonly proof: readonly string[];
}

const GAS = numberToHex(3_000_000);

/** Creates a distributor with its tokens, in blocks of its own. */
export async function deployDistributor(
  anvil: Pick<Anvil, 'url'>,
  { format = 'uniswap', root, token, amount, isIndexedByProof = false }: DistributorOptions,
): Promise<Distributor> {
  const tokenAddress = token ?? (await create(anvil, 'Token')).address;
  const { address, abi } = isIndexedByProof
    ? await create(anvil, 'ProofIndexedDistributor', [tokenAddress, root])
    : format === 'uniswap'
      ? await create(anvil, 'IndexedDistributor', [tokenAddress, root])
      : await create(anvil, 'MappedDistributor', [tokenAddress, root, format === 'openzeppelin']);
  const { abi: tokenAbi } = compiled('Token');
  const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [address, amount] });
  if (!(await send(anvil, { to: tokenAddress, data: mint })).isDone) throw new Error('no tokens could be made');
  return { format, address, token: tokenAddress, abi };
}

/** Claims for an account, in a block of its own. Whether the contract took it; anybody may send it, and the first does. */
export async function claim(
  anvil: Pick<Anvil, 'url'>,
  { format, address, abi }: Distributor,
  { index, account, amount, proof }: Claim,
): Promise<boolean> {
  const args = [...(format === 'uniswap' ? [index] : []), account, amount, proof];
  return (await send(anvil, { to: address, data: encodeFunctionData({ abi, functionName: 'claim', args }) })).isDone;
}

/** A contract without a tree, whose accounts and parts the caller sets. */
export async function deployInstalments(anvil: Pick<Anvil, 'url'>) {
  const { address, abi } = await create(anvil, 'InstalmentDistributor');
  const call = async (functionName: 'set' | 'claimPart', account: string, amount: bigint): Promise<void> => {
    const data = encodeFunctionData({ abi, functionName, args: [account, amount] });
    if (!(await send(anvil, { to: address, data })).isDone) throw new Error(`${functionName} failed`);
  };
  return { address, call };
}

/** Base units of a `contracts/Token.sol`. */
export async function balanceOf(anvil: Pick<Anvil, 'url'>, token: string, account: string): Promise<bigint> {
  const { abi } = compiled('Token');
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] });
  return BigInt(await rpc<string>(anvil.url, 'eth_call', { to: token, data }, 'latest'));
}

const contracts = new Map<string, CompiledContract>();

/** Compiled once: that takes longer than all else here. */
function compiled(name: string): CompiledContract {
  const contract = contracts.get(name) ?? compileContract(join(__dirname, 'contracts', `${name}.sol`));
  contracts.set(name, contract);
  return contract;
}

async function create(anvil: Pick<Anvil, 'url'>, name: string, args: readonly unknown[] = []) {
  const { abi, bytecode } = compiled(name);
  const { contract } = await send(anvil, { data: encodeDeployData({ abi, bytecode, args }) });
  if (contract === null) throw new Error(`${name} could not be created`);
  return { address: getAddress(contract), abi };
}

async function send(anvil: Pick<Anvil, 'url'>, transaction: { to?: string; data: Hex }) {
  const [from] = await rpc<string[]>(anvil.url, 'eth_accounts');
  const hash = await rpc<string>(anvil.url, 'eth_sendTransaction', { from, gas: GAS, ...transaction });
  await rpc(anvil.url, 'evm_mine');
  const receipt = await rpc<{ status: string; contractAddress: string | null }>(
    anvil.url,
    'eth_getTransactionReceipt',
    hash,
  );
  return { isDone: receipt.status === '0x1', contract: receipt.contractAddress };
}
