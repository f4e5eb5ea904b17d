import type { SnapshotQuery } from '@droptrack/connectors';
import { z } from 'zod';

/** Proposals per request, with their bodies. */
export const PAGE_ITEMS = 100;

const query = `query NewProposals($from: Int, $first: Int) {
  proposals(
    first: $first, orderBy: "created", orderDirection: asc,
    where: { created_gte: $from, flagged: false }
  ) { id title body created space { id name verified flagged followersCount } }
}`;

const space = z.object({
  id: z.string(),
  name: z.string().nullish(),
  verified: z.boolean().nullish(),
  flagged: z.boolean().nullish(),
  followersCount: z.int().min(0).nullish(),
});
const data = z.object({
  proposals: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        body: z.string().nullish(),
        created: z.int().min(0),
        /** Missing for a deleted space. */
        space: space.nullish(),
      }),
    )
    .max(PAGE_ITEMS),
});

/** Proposal with its space; `created` in seconds since the epoch. */
export type NewProposal = z.infer<typeof data>['proposals'][number];
export type ProposalSpace = z.infer<typeof space>;

/** Requests the oldest proposals since an instant, in the order of their creation. */
export async function requestNewProposals(send: SnapshotQuery, fromSeconds: number): Promise<readonly NewProposal[]> {
  const { proposals } = await send(query, { from: fromSeconds, first: PAGE_ITEMS }, data);
  return proposals;
}
