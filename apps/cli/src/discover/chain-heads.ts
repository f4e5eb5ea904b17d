import { createSourceHttp, HostBreakers, SourceError } from '@droptrack/connectors';
import type { CandidateView } from '@droptrack/discovery';
import { createVettedAgent } from '@droptrack/egress';
import { readConfirmations } from '@droptrack/finders';

/** Public addresses only; the nodes that the operator configured are exempt. */
const PUBLIC_ONLY = { allowInsecure: false, allow: [] } as const;
const TIMEOUT_MS = 5_000;

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
  return {
    close: () => agent.destroy(),
    confirmationsOf: async ({ sightings }) => {
      const campaign = sightings.map(({ sighting }) => sighting.campaign).find((each) => each !== null);
      const url = campaign === undefined ? undefined : rpcUrls.get(campaign.rpc);
      if (campaign === undefined || url === undefined) return null;
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const http = createSourceHttp({ hosts, signal, nowMs: () => Date.now(), dispatcher: agent });
      return readConfirmations(campaign, url, http).catch((error: unknown) => {
        if (error instanceof SourceError) return null;
        throw error;
      });
    },
  };
}
