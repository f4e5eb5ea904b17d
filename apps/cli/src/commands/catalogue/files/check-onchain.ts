import { type ClaimDefinition, claimsOf, type DropDefinition } from '@droptrack/catalogue';
import { codeRequests, contractCode } from '@droptrack/claim-calls';
import { readDistributorFacts } from '@droptrack/claims';
import { distributorStyle } from '@droptrack/distributors';
import { type RpcUrls, SourceError } from '@droptrack/sources';
import { type ComparedFact, compareFact } from './compare-distributor';
import { ConfiguredNodes } from './configured-nodes';
import { type CatalogueFault, compareFaults } from './fault';
import { claimPath } from './probe-claims';
import type { CatalogueReading } from './read-catalogue';

/** A distributor with its compared facts. */
export interface CheckedDistributor {
  readonly drop: string;
  /** Name of the list; empty for the unnamed one. */
  readonly list: string;
  /** CAIP-10. */
  readonly contract: string;
  readonly style: string | null;
  readonly facts: readonly ComparedFact[];
  /** True for code that can be replaced and is not declared: no call is prepared. */
  readonly isUndeclaredProxy: boolean;
}

/** Outcome of comparing distributors with a node. */
export interface OnchainCheck {
  readonly distributors: readonly CheckedDistributor[];
  /** Distributors that no configured node could be asked about, with the reason. */
  readonly unchecked: readonly { readonly drop: string; readonly list: string; readonly reason: string }[];
  readonly faults: readonly CatalogueFault[];
}

interface OnchainDeps {
  readonly rpcUrls: RpcUrls;
  /** Root of the list in force of a drop; null if none is known. */
  readonly rootOf: (drop: string, list: string) => string | null;
  /** The only drop to check; null for all. */
  readonly drop: string | null;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Distributors asked at the same time. */
const CONCURRENCY = 4;

/**
 * Compares each distributor with its drop, by a node: whether there is a contract, its code, and its root, token and window by the
 * functions of its style. What differs is an error of the file; what no node can be asked about is named.
 */
export async function checkOnchain(
  { definitions, fault }: Pick<CatalogueReading, 'definitions' | 'fault'>,
  deps: OnchainDeps,
): Promise<OnchainCheck> {
  const nodes = new ConfiguredNodes(deps.rpcUrls);
  const declared = definitions
    .filter(({ id }) => deps.drop === null || id === deps.drop)
    .flatMap((definition) => [...claimsOf(definition)].map(([list, claim]) => ({ definition, list, claim })));
  const distributors: CheckedDistributor[] = [];
  const unchecked: OnchainCheck['unchecked'][number][] = [];
  const faults: CatalogueFault[] = [];
  let done = 0;
  const next = declared.values();
  const work = async (): Promise<void> => {
    for (const { definition, list, claim } of next) {
      const checked = await checkOne(definition, list, claim, nodes, deps).catch((error: unknown) =>
        reasonOf(claim.rpc, error),
      );
      if (typeof checked === 'string') unchecked.push({ drop: definition.id, list, reason: checked });
      else {
        distributors.push(checked);
        for (const message of differencesOf(checked)) faults.push(fault(definition.id, claimPath(list), message));
      }
      deps.onProgress?.(++done, declared.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work)).finally(() => nodes.close());
  return { distributors: inOrder(distributors), unchecked: inOrder(unchecked), faults: faults.sort(compareFaults) };
}

async function checkOne(
  definition: DropDefinition,
  list: string,
  claim: ClaimDefinition,
  nodes: ConfiguredNodes,
  { rootOf }: OnchainDeps,
): Promise<CheckedDistributor | string> {
  const { contract, rpc, distributorStyle: style = null } = claim;
  const [, chain = '', address = ''] = /^(eip155:\d+):(0x[0-9a-fA-F]{40})$/.exec(contract) ?? [];
  if (chain === '') return 'it is no EVM contract (--rpc reads it)';
  const node = await nodes.of(rpc);
  if (node === null) return `no node is configured for ${rpc}`;
  if (`eip155:${node.chainId}` !== chain) return `the node of ${rpc} serves chain ${node.chainId}`;
  const stated = await readDistributorFacts(node.chain, address, style === null ? null : distributorStyle(style));
  const there: ComparedFact = {
    name: 'contract',
    onChain: stated === null ? null : 'code',
    known: 'code',
    result: stated === null ? 'differs' : 'equal',
  };
  const known = { definition, chain, root: rootOf(definition.id, list) ?? claim.root?.value ?? null };
  const { number } = await node.chain.latest();
  const code = contractCode(await node.chain.ask(codeRequests(address, BigInt(number))));
  const facts = [
    there,
    ...(stated ?? []).map((fact) => compareFact(fact, known)),
    ...compareFirstBlock(claim, number),
    ...(stated === null ? [] : [compareCode(claim, code?.hash ?? null)]),
  ];
  const isUndeclaredProxy = code?.isProxy === true && claim.codeHash === undefined;
  return { drop: definition.id, list, contract, style, facts, isUndeclaredProxy };
}

/** The stated hash of the code beside that of the contract; the proxy of a beacon has none. */
function compareCode({ codeHash }: ClaimDefinition, onChain: string | null): ComparedFact {
  const result = codeHash === undefined ? 'not_compared' : codeHash === onChain ? 'equal' : 'differs';
  return { name: 'code_hash', onChain, known: codeHash ?? null, result };
}

/** The stated first block beside the latest one of the chain. */
function compareFirstBlock({ fromBlock }: ClaimDefinition, number: number): ComparedFact[] {
  if (fromBlock === undefined) return [];
  const result = fromBlock > number ? 'differs' : 'equal';
  return [{ name: 'from_block', onChain: `up to ${number}`, known: String(fromBlock), result }];
}

/** Messages about what differs, with the value of the chain beside the stated one. */
const differencesOf = ({ facts, contract, style }: CheckedDistributor): string[] =>
  facts.flatMap(({ name, onChain, known, result }) => {
    if (result !== 'differs') return [];
    if (name === 'contract') return [`there is no contract at ${contract}`];
    if (name === 'code_hash') return [`code_hash is ${onChain ?? 'none'} on chain, and ${known} here`];
    if (onChain === null) return [`the contract has no ${name} as "${style}" has it: it is of another style`];
    return [`${name} is ${onChain} on chain, and ${known} here`];
  });

/** Without the message of the failure, which may name the host of a node. */
function reasonOf(rpc: string, error: unknown): string {
  if (error instanceof SourceError) return `the node of ${rpc} did not respond as it should (${error.kind})`;
  throw error;
}

const inOrder = <Each extends { readonly drop: string; readonly list: string }>(all: readonly Each[]): Each[] =>
  [...all].sort((a, b) => a.drop.localeCompare(b.drop) || a.list.localeCompare(b.list));
