import type { ProofFormat } from '@droptrack/contracts';
import { join } from 'node:path';
import { type Abi, encodeDeployData, encodeFunctionData, getAddress, type Hex, numberToHex } from 'viem';
import { type Anvil, rpc } from '../../../tools/test/anvil';
import { compileContract, type CompiledContract, TOKEN_FILE } from '../../../tools/test/compile';
import { requireFrom } from '../../../tools/test/packages';

/** Leaf format of a distributor's tree; `openzeppelin` without an index. */
export type DistributorFormat = Extract<ProofFormat, 'uniswap' | 'openzeppelin' | 'ens'>;

export interface DistributorOptions {
  /** `uniswap` by default. */
  readonly format?: DistributorFormat;
  readonly root: string;
  /** Address of a `tools/test/contracts/Token.sol`; a new one by default. */
  readonly token?: string;
  /** Funds of the distributor in base units. */
  readonly amount: bigint;
  /** For `ens`: stores a bit per index that follows from the proof, as ENS does; a mapping by default. */
  readonly isIndexedByProof?: boolean;
}

/** Deployed distributor with its tokens. */
export interface Distributor {
  readonly format: DistributorFormat;
  /** EIP-55. */
  readonly address: string;
  readonly token: string;
  readonly abi: Abi;
}

export interface Claim {
  /** Null except for `uniswap`. */
  readonly index: number | bigint | null;
  readonly account: string;
  /** Base units. */
  readonly amount: bigint;
  readonly proof: readonly string[];
}

const GAS = numberToHex(8_000_000);
/** Limit of a block of anvil. */
const GAS_OF_A_BLOCK = numberToHex(30_000_000);

/** Deploys a distributor with its tokens, in separate blocks. */
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

/** Claims for an account in a separate block, sent by the first account. True if the contract accepted it. */
export async function claim(
  anvil: Pick<Anvil, 'url'>,
  { format, address, abi }: Distributor,
  { index, account, amount, proof }: Claim,
): Promise<boolean> {
  const args = [...(format === 'uniswap' ? [index] : []), account, amount, proof];
  return (await send(anvil, { to: address, data: encodeFunctionData({ abi, functionName: 'claim', args }) })).isDone;
}

/** Deploys a contract without a tree, whose accounts and parts the caller sets. */
export const deployInstalments = (anvil: Pick<Anvil, 'url'>) => deployCallable(anvil, 'InstalmentDistributor');

/** Deploys Uniswap's contract as its package has it. */
export async function deployPublishedUniswap(anvil: Pick<Anvil, 'url'>, token: string, root: string): Promise<string> {
  const path = '@uniswap/merkle-distributor/build/MerkleDistributor.json';
  const { abi, bytecode } = requireFrom('tools/chain')(path) as { abi: Abi; bytecode: string };
  const code: Hex = `0x${bytecode.replace(/^0x/, '')}`;
  return (await createFrom(anvil, 'MerkleDistributor', { abi, bytecode: code }, [token, root])).address;
}

/** Deploys a contract that states what distributors of several styles do. @param window - seconds since the epoch. */
export async function deployStatedFacts(
  anvil: Pick<Anvil, 'url'>,
  {
    token,
    root,
    window,
  }: { readonly token: string; readonly root: string; readonly window: readonly [number, number] },
): Promise<string> {
  return (await create(anvil, 'StatedFacts', [token, root, ...window])).address;
}

/** Deploys a token without any. */
export const deployToken = async (anvil: Pick<Anvil, 'url'>): Promise<string> => (await create(anvil, 'Token')).address;

/**
 * Deploys one of `contracts/`, whose functions the caller calls, each in a block of its own.
 *
 * @param args - of the constructor.
 */
export async function deployCallable(anvil: Pick<Anvil, 'url'>, name: string, args?: readonly unknown[]) {
  const { address, abi } = await create(anvil, name, args);
  const call = async (functionName: string, ...values: readonly unknown[]): Promise<void> => {
    const data = encodeFunctionData({ abi, functionName, args: values });
    if (!(await send(anvil, { to: address, data, gas: GAS_OF_A_BLOCK })).isDone)
      throw new Error(`${functionName} failed`);
  };
  return { address, call };
}

/** Contract that records claims of leaves with other fields than wallet and amount. */
export interface FieldsDistributor {
  /** Claims in a separate block. True if the contract accepted it. */
  claim(
    method: 'claimReward' | 'claimTyped' | 'claimCumulative' | 'claimTwice' | 'claimPlaced',
    args: readonly unknown[],
  ): Promise<boolean>;
}

/** Deploys a contract of several styles of leaves, without tokens. */
export async function deployFieldsDistributor(anvil: Pick<Anvil, 'url'>, root: string): Promise<FieldsDistributor> {
  const { address, abi } = await create(anvil, 'FieldsDistributor', [root]);
  return {
    claim: async (functionName, args) =>
      (await send(anvil, { to: address, data: encodeFunctionData({ abi, functionName, args }) })).isDone,
  };
}

/** Base units of a `tools/test/contracts/Token.sol`. */
export async function balanceOf(anvil: Pick<Anvil, 'url'>, token: string, account: string): Promise<bigint> {
  const { abi } = compiled('Token');
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] });
  return BigInt(await rpc<string>(anvil.url, 'eth_call', { to: token, data }, 'latest'));
}

const contracts = new Map<string, CompiledContract>();

const fileOf = (name: string) => (name === 'Token' ? TOKEN_FILE : join(__dirname, 'contracts', `${name}.sol`));

/** Compiled contract, cached because compiling is slow. */
function compiled(name: string): CompiledContract {
  const contract = contracts.get(name) ?? compileContract(fileOf(name));
  contracts.set(name, contract);
  return contract;
}

export const create = (anvil: Pick<Anvil, 'url'>, name: string, args: readonly unknown[] = []) =>
  createFrom(anvil, name, compiled(name), args);

export async function createFrom(
  anvil: Pick<Anvil, 'url'>,
  name: string,
  { abi, bytecode }: CompiledContract,
  args: readonly unknown[],
) {
  const { isDone, contract } = await send(anvil, { data: encodeDeployData({ abi, bytecode, args }) });
  if (!isDone || contract === null) throw new Error(`${name} could not be created`);
  return { address: getAddress(contract), abi };
}

async function send(anvil: Pick<Anvil, 'url'>, transaction: { to?: string; data: Hex; gas?: Hex }) {
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
