import { createSourceHttp, HostBreakers, respondingNode, type RpcUrls, SourceError } from '@droptrack/sources';
import type { CampaignState, CandidateView } from '@droptrack/discovery';
import { createVettedAgent } from '@droptrack/egress';
import { readCampaignState } from '@droptrack/finders';

/** Public addresses only; the nodes that the operator configured are exempt. */
const PUBLIC_ONLY = { allowInsecure: false, allow: [] } as const;
const TIMEOUT_MS = 5_000;

/** States of campaigns on their chains. */
export interface CampaignStates {
  /**
   * State of a candidate's campaign. Null without a campaign, without a node of its chain, if
   * the node does not respond, and if its chain has another block there.
   */
  readonly stateOf: (candidate: Pick<CandidateView, 'sightings'>) => Promise<CampaignState | null>;
  readonly close: () => Promise<void>;
}

export function createCampaignStates(rpcUrls: RpcUrls): CampaignStates {
  const agent = createVettedAgent(PUBLIC_ONLY, {
    origins: [...rpcUrls.values()].flat().map((url) => new URL(url).origin),
  });
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  return {
    close: () => agent.destroy(),
    stateOf: async ({ sightings }) => {
      const campaign = sightings.map(({ sighting }) => sighting.campaign).find((each) => each !== null);
      const urls = campaign === undefined ? undefined : rpcUrls.get(campaign.rpc);
      if (campaign === undefined || urls === undefined) return null;
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const http = createSourceHttp({ hosts, signal, nowMs: () => Date.now(), dispatcher: agent });
      const url = await respondingNode(http, urls, campaign.rpc);
      return readCampaignState(campaign, url, http).catch((error: unknown) => {
        if (error instanceof SourceError) return null;
        throw error;
      });
    },
  };
}
