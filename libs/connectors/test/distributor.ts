import { join } from 'node:path';
import { type Abi, encodeDeployData, encodeFunctionData, getAddress, type Hex, numberToHex } from 'viem';
import { type Anvil, rpc } from './anvil';
import { compileContract } from './compile';

/** Which leaves a distributor's tree has: `indexed` as Uniswap's, `mapped` as OpenZeppelin's. */
export type DistributorKind = 'indexed' | 'mapped';

export interface DistributorOptions {
  /** `indexed` when not given. */
  readonly kind?: DistributorKind;
  readonly root: string;
  /** Of a `contracts/Token.sol`; a new one when not given. */
  readonly token?: string;
  /** What it can give out, base units. */
  readonly amount: bigint;
}

/** A distributor that lives on a chain and has its tokens. */
export interface Distributor {
  readonly kind: DistributorKind;
  /** EIP-55. */
  readonly address: string;
  readonly token: string;
  readonly abi: Abi;
}

export interface Claim {
  /** Null where the tree has none. */
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
  { kind = 'indexed', root, token, amount }: DistributorOptions,
): Promise<Distributor> {
  const tokenAddress = token ?? (await create(anvil, 'Token')).address;
  const name = { indexed: 'IndexedDistributor', mapped: 'MappedDistributor' }[kind];
  const { address, abi } = await create(anvil, name, [tokenAddress, root]);
  const { abi: tokenAbi } = compileContract(pathOf('Token'));
  const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [address, amount] });
  if (!(await send(anvil, { to: tokenAddress, data: mint })).isDone) throw new Error('no tokens could be made');
  return { kind, address, token: tokenAddress, abi };
}

/** Claims for an account, in a block of its own. Whether the contract took it; anybody may send it, and the first does. */
export async function claim(
  anvil: Pick<Anvil, 'url'>,
  { kind, address, abi }: Distributor,
  { index, account, amount, proof }: Claim,
): Promise<boolean> {
  const args = [...(kind === 'indexed' ? [index] : []), account, amount, proof];
  return (await send(anvil, { to: address, data: encodeFunctionData({ abi, functionName: 'claim', args }) })).isDone;
}

/** Base units of a `contracts/Token.sol`. */
export async function balanceOf(anvil: Pick<Anvil, 'url'>, token: string, account: string): Promise<bigint> {
  const { abi } = compileContract(pathOf('Token'));
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] });
  return BigInt(await rpc<string>(anvil.url, 'eth_call', { to: token, data }, 'latest'));
}

const pathOf = (name: string): string => join(__dirname, 'contracts', `${name}.sol`);

async function create(anvil: Pick<Anvil, 'url'>, name: string, args: readonly unknown[] = []) {
  const { abi, bytecode } = compileContract(pathOf(name));
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
