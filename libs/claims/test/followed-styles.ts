import {
  type Abi,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem';
import { type Anvil, rpc } from '../../../tools/test/anvil';
import { requireFrom } from '../../../tools/test/packages';
import { create, createFrom } from './distributor';

/** Kinds of `contracts/FollowedStyles.sol` by style; 0 for the others, whose functions are of one style only. */
const KINDS: Readonly<Record<string, number>> = {
  linea: 1,
  'sablier-v1.3-instant': 2,
  'sablier-instant': 3,
  'sablier-linear': 4,
  'sablier-tranched': 5,
  'sablier-variable': 6,
};

interface PublishedArtifact {
  readonly abi: Abi;
  readonly bytecode: string | { readonly object: string };
}

async function createPublished(anvil: Pick<Anvil, 'url'>, path: string, args: readonly unknown[]): Promise<Hex> {
  const { abi, bytecode } = requireFrom('tools/chain')(path) as PublishedArtifact;
  const code = typeof bytecode === 'string' ? bytecode : bytecode.object;
  const artifact = { abi, bytecode: `0x${code.replace(/^0x/, '')}` as Hex };
  return (await createFrom(anvil, path, artifact, args)).address as Hex;
}

/** Deploys an ERC-20 as a package has it, all of it on the first account. */
export const deployPublishedToken = (anvil: Pick<Anvil, 'url'>, supply: bigint): Promise<Hex> =>
  createPublished(anvil, '@uniswap/merkle-distributor/build/TestERC20.json', ['Token', 'TOK', supply]);

/** Deploys a distributor whose claims have the functions and events of a style. */
export async function deployFollowedStyle(
  anvil: Pick<Anvil, 'url'>,
  { style, token }: { readonly style: string; readonly token: Hex },
): Promise<Hex> {
  return (await create(anvil, 'FollowedStyles', [token, KINDS[style] ?? 0])).address as Hex;
}

/** Deploys a campaign of Sablier v1.2 with linear streams, as its packages have them. */
export async function deployPublishedSablier(anvil: Pick<Anvil, 'url'>, token: Hex, root: Hex): Promise<Hex> {
  const [admin] = await rpc<Hex[]>(anvil.url, 'eth_accounts');
  const streams = await createPublished(anvil, '@sablier/v2-core/artifacts/SablierV2LockupLinear.json', [admin, admin]);
  const terms = { asset: token, cancelable: false, expiration: 0, initialAdmin: admin, ipfsCID: '', merkleRoot: root };
  const campaign = { ...terms, name: 'Test', transferable: true };
  const durations = { cliff: 0, total: 86_400 };
  const path = '@sablier/v2-periphery/artifacts/SablierV2MerkleLL.json';
  return createPublished(anvil, path, [campaign, streams, durations]);
}

interface SablierLeaf {
  readonly index: number;
  readonly address: Hex;
  readonly amount: bigint;
}

/** Merkle tree of a campaign of Sablier: the contract verifies its proofs. The number of leaves is a power of two. */
export function sablierTree(leaves: readonly SablierLeaf[]) {
  const levels: Hex[][] = [leaves.map(leafHash)];
  for (let level = levels[0]!; level.length > 1; levels.push(level)) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, n) => pairHash(below[2 * n]!, below[2 * n + 1]!));
  }
  return {
    root: levels.at(-1)![0]!,
    proofOf: ({ index }: Pick<SablierLeaf, 'index'>): Hex[] =>
      levels.slice(0, -1).map((level, depth) => level[(index >> depth) ^ 1]!),
  };
}

const leafHash = ({ index, address, amount }: SablierLeaf): Hex =>
  keccak256(
    keccak256(encodeAbiParameters(parseAbiParameters('uint256, address, uint128'), [BigInt(index), address, amount])),
  );
const pairHash = (a: Hex, b: Hex): Hex =>
  keccak256(
    `0x${[a, b]
      .sort()
      .map((hash) => hash.slice(2))
      .join('')}`,
  );

/** Amounts that a contract of {@link deployFollowedStyle} paid for wallets up to a block, in base units, and the last recipients. */
export async function paidStates(url: string, to: Hex, wallets: readonly { readonly address: Hex }[], block: number) {
  const view = 'function statesOf(address[]) view returns (uint256[] amounts, address[] recipients)';
  const abi = parseAbi([view]);
  const data = encodeFunctionData({ abi, args: [wallets.map(({ address }) => address)] });
  const result = await rpc<Hex>(url, 'eth_call', { to, data }, numberToHex(block));
  const [amounts, recipients] = decodeFunctionResult({ abi, data: result });
  return { amounts, recipients };
}

/** Result of a view function without its encoding, of many calls at a block, in requests of a few hundred calls. */
export async function viewAll(
  url: string,
  calls: readonly { readonly to: Hex; readonly view: string; readonly args: readonly unknown[] }[],
  block: number,
): Promise<bigint[]> {
  const requests = calls.map(({ to, view, args }) => ({
    method: 'eth_call',
    params: [
      { to, data: encodeFunctionData({ abi: parseAbi([view] as readonly string[]), args: [...args] }) },
      numberToHex(block),
    ],
  }));
  return (await rpcAll<Hex>(url, requests)).map((result) => BigInt(result));
}

/** Calls of methods, in batches. @throws the first error. */
export async function rpcAll<Result>(
  url: string,
  calls: readonly { readonly method: string; readonly params: readonly unknown[] }[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < calls.length; at += 250) {
    const body = calls.slice(at, at + 250).map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const answers = (await response.json()) as { id: number; result: Result; error?: { message: string } }[];
    for (const { result, error } of answers.sort((a, b) => a.id - b.id)) {
      if (error !== undefined) throw new Error(error.message);
      results.push(result);
    }
  }
  return results;
}
