import type { ClaimActionReasonCode } from '@droptrack/contracts';
import { numberOf, quantity } from './hex';
import { type AskNode, isRevert, type NodeRequest, type NodeResponse } from './node-requests';

/** A block of the chain. */
export interface Head {
  readonly block: bigint;
  readonly hash: string;
  readonly atSeconds: bigint;
  /** Number that contracts see as that of the block: on Arbitrum that of layer 1. */
  readonly seenBlock: bigint;
  /** Wei; null on chains without. */
  readonly baseFee: bigint | null;
}

/** Responses as of one block, with the nodes that agree on them, of which there is at least one. */
export interface AgreedReading<Asked> {
  readonly head: Head;
  readonly asked: Asked;
  readonly responses: readonly NodeResponse[];
  readonly nodes: readonly AskNode[];
}

/** Nodes that are asked, of all that are configured. */
const NODES_MAX = 3;
/** Seconds that a block can be older than the latest one of a node that agrees on it, so that no single node chooses the time. */
const BEHIND_SECONDS_MAX = 60n;

type Gap = Extract<ClaimActionReasonCode, `node${string}`>;

/**
 * Reads values as of one block. Of several nodes, two must agree on the block and on every value.
 *
 * @param nodes - nodes of the chain; the first three are asked.
 * @param askedAt - requests by the block, each of which must state it.
 * @returns a code without such a reading.
 */
export async function readAgreed<Asked extends { readonly requests: readonly NodeRequest[] }>(
  nodes: readonly AskNode[],
  chainId: number,
  askedAt: (head: Head) => Asked,
): Promise<AgreedReading<Asked> | Gap> {
  const first = nodes.slice(0, NODES_MAX);
  const needed = Math.min(2, first.length);
  if (needed === 0) return 'node_missing';
  const found = await Promise.all(first.map((node) => headOf(node, chainId)));
  const heads = found.filter((head) => typeof head !== 'string').sort((a, b) => Number(b.block - a.block));
  if (heads.length < needed) return found.find((gap) => gap === 'node_wrong_chain') ?? 'node_unavailable';
  const able = first.flatMap((node, n) => {
    const own = found[n];
    return own === undefined || typeof own === 'string' ? [] : [{ node, own }];
  });
  let gap: Gap = 'node_unavailable';
  // Of several nodes, the highest block that two of them may have. One node alone must not prevent that two agree on a lower one.
  for (const [key, head] of new Map(heads.slice(needed - 1).map((each) => [keyOf(each), each]))) {
    const asked = askedAt(head);
    const block = { method: 'eth_getBlockByNumber', params: [quantity(head.block), false] };
    const requests = [block, ...asked.requests];
    const near = able.filter(({ own }) => own.atSeconds - head.atSeconds <= BEHIND_SECONDS_MAX);
    const read = (await Promise.all(near.map(({ node }) => responsesOf(node, requests)))).flatMap((each) => each ?? []);
    const [agreed] = read
      .map(({ all }) => read.filter((each) => each.block === key && each.all === all))
      .filter((each) => each.length >= needed);
    const [sample] = agreed ?? [];
    if (agreed !== undefined && sample !== undefined)
      return { head, asked, responses: sample.responses, nodes: agreed.map(({ node }) => node) };
    if (near.length < needed || read.length >= needed) gap = 'nodes_disagree';
  }
  return gap;
}

async function headOf(node: AskNode, chainId: number): Promise<Head | Gap> {
  const requests = [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ];
  const [id, block] = await node(requests).catch(() => []);
  const head = block === undefined ? null : blockOf(block);
  if (id === undefined || 'error' in id || head === null) return 'node_unavailable';
  return numberOf(id.result) === BigInt(chainId) ? head : 'node_wrong_chain';
}

function blockOf(response: NodeResponse): Head | null {
  if ('error' in response || typeof response.result !== 'object' || response.result === null) return null;
  const { number, hash, timestamp, baseFeePerGas, l1BlockNumber } = response.result as Record<string, unknown>;
  const [block, atSeconds] = [numberOf(number), numberOf(timestamp)];
  if (block === null || atSeconds === null || typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) return null;
  return {
    block,
    hash: hash.toLowerCase(),
    atSeconds,
    seenBlock: numberOf(l1BlockNumber) ?? block,
    baseFee: numberOf(baseFeePerGas),
  };
}

/** Every value of a block: a node can state the true hash with a false time. */
const keyOf = (head: Head): string => Object.values(head).join();

/** Responses of a node with texts that are equal for equal values; null if it does not have the block, or none of the values. */
async function responsesOf(node: AskNode, requests: readonly NodeRequest[]) {
  const [first, ...responses] = await node(requests).catch(() => []);
  const head = first === undefined ? null : blockOf(first);
  if (head === null || responses.length !== requests.length - 1) return null;
  // An error of the node, such as its rate limit, says nothing about the contract.
  if (responses.some((response) => 'error' in response && !isRevert(response))) return null;
  const block = keyOf(head);
  const results = responses.map((response) => ('error' in response ? 'reverted' : response.result));
  return { block, all: JSON.stringify([block, ...results]), responses, node };
}
