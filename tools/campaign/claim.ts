import { Droptrack } from '@droptrack/sdk';
import { claimFromCampaign, hasClaimed } from '../../libs/finders/test/sablier';

interface ClaimOptions {
  /** JSON-RPC URL of the test chain. */
  readonly rpc: string;
  readonly api: string;
  readonly key: string;
  readonly drop: string;
  readonly wallet: string;
}

/** Claims for a wallet with nothing but the response of `POST /v1/eligibility`. */
export async function claimAs({ rpc, api, key, drop, wallet }: ClaimOptions) {
  const client = new Droptrack({ apiKey: key, baseUrl: api });
  const { allocation, proof, claim } = await client.eligibility.check({ drop, wallet });
  const contract = claim.contract?.split(':').at(-1);
  if (allocation === null || proof === null || proof.index === null || contract === undefined) {
    throw new Error('The response has no proof, index or contract to claim with.');
  }
  const { index, proof: hashes } = proof;
  const args = { index, account: wallet, amount: BigInt(allocation.amount), proof: hashes };
  const node = { url: rpc };
  if (!(await claimFromCampaign(node, contract, args)) || !(await hasClaimed(node, contract, index))) {
    throw new Error(`The campaign ${contract} rejected the claim.`);
  }
  return { contract, index };
}
