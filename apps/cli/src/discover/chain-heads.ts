import { createSourceHttp, HostBreakers, type Json, type JsonRpc, jsonRpc, SourceError } from '@droptrack/connectors';
import type { Campaign, CandidateView } from '@droptrack/discovery';
import { createVettedAgent } from '@droptrack/egress';
import { z } from 'zod';

/** Public addresses only; the nodes that the operator configured are exempt. */
const PUBLIC_ONLY = { allowInsecure: false, allow: [] } as const;
const TIMEOUT_MS = 5_000;

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,12}$/)
  .transform(Number);
const blockShape = z.object({ hash: z.string() });

/** Depth of campaigns below the heads of their chains. */
export interface ChainHeads {
  /**
   * Number of blocks above the creation of a candidate's campaign. Null without a campaign, without a node of its chain, if
   * the node does not respond, and if its chain has another block there.
   */
  readonly confirmationsOf: (candidate: Pick<CandidateView, 'sightings'>) => Promise<number | null>;
  readonly close: () => Promise<void>;
}

/** @param rpcUrls - JSON-RPC URLs by the name of the chain. */
export function createChainHeads(rpcUrls: ReadonlyMap<string, string>): ChainHeads {
  const agent = createVettedAgent(PUBLIC_ONLY, { origins: [...rpcUrls.values()].map((url) => new URL(url).origin) });
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  const callTo = (url: string, rpc: string): JsonRpc => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return jsonRpc(createSourceHttp({ hosts, signal, nowMs: () => Date.now(), dispatcher: agent }), url, rpc);
  };
  return {
    close: () => agent.destroy(),
    confirmationsOf: async ({ sightings }) => {
      const campaign = sightings.map(({ sighting }) => sighting.campaign).find((each) => each !== null);
      const url = campaign === undefined ? undefined : rpcUrls.get(campaign.rpc);
      return campaign === undefined || url === undefined ? null : depthOf(campaign, callTo(url, campaign.rpc));
    },
  };
}

/** Blocks above the creation; null if the node does not have exactly that block. */
async function depthOf({ blockNumber, blockHash }: Campaign, call: JsonRpc): Promise<number | null> {
  try {
    const number: Json = `0x${blockNumber.toString(16)}`;
    const block = blockShape.safeParse(await call('eth_getBlockByNumber', [number, false]));
    const head = quantity.safeParse(await call('eth_blockNumber', []));
    if (!block.success || !head.success || block.data.hash.toLowerCase() !== blockHash) return null;
    return Math.max(0, head.data - blockNumber);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
