import { z } from 'zod';
import type { AskSnapshot } from './graphql';
import type { Proposal } from './votes-in-window';

/** The most that one query gives. */
export const PAGE_ITEMS = 1_000;
/** Newer proposals come first; what lies beyond in a space that is flooded with them is not counted. */
const PROPOSAL_PAGES_MAX = 3;

const seconds = z.int().min(0);

const proposalsQuery = `query Proposals($spaces: [String], $begin: Int, $now: Int, $first: Int, $skip: Int) {
  spaces(where: { id_in: $spaces }) { id }
  proposals(
    first: $first, skip: $skip, orderBy: "created", orderDirection: desc,
    where: { space_in: $spaces, end_gte: $begin, start_lte: $now }
  ) { id start end votes }
}`;
const proposalsData = z.object({
  spaces: z.array(z.object({ id: z.string() })),
  proposals: z.array(
    z.object({
      id: z.string().max(100),
      start: seconds,
      end: seconds,
      votes: z
        .int()
        .min(0)
        .nullish()
        .transform((votes) => votes ?? 0),
    }),
  ),
});

const votesQuery = `query Votes($proposal: String, $from: Int, $before: Int, $first: Int) {
  votes(
    first: $first, orderBy: "created", orderDirection: asc,
    where: { proposal: $proposal, created_gte: $from, created_lt: $before }
  ) { created }
}`;
const votesData = z.object({ votes: z.array(z.object({ created: seconds })).max(PAGE_ITEMS) });

/** Proposals that could be voted on between two moments, and which of the spaces exist. */
export async function askProposals(
  ask: AskSnapshot,
  spaces: readonly string[],
  beginSeconds: number,
  nowSeconds: number,
): Promise<{ readonly existing: ReadonlySet<string>; readonly proposals: readonly Proposal[] }> {
  // By id: a proposal that is made meanwhile moves the others on by one.
  const proposals = new Map<string, Proposal>();
  for (let page = 0; ; page++) {
    const variables = { spaces, begin: beginSeconds, now: nowSeconds, first: PAGE_ITEMS, skip: page * PAGE_ITEMS };
    const data = await ask(proposalsQuery, variables, proposalsData);
    for (const proposal of data.proposals) proposals.set(proposal.id, proposal);
    if (data.proposals.length < PAGE_ITEMS || page + 1 === PROPOSAL_PAGES_MAX) {
      const existing = new Set(data.spaces.map(({ id }) => id.toLowerCase()));
      return { existing, proposals: [...proposals.values()] };
    }
  }
}

/** When the votes of a proposal from one moment on and before another were cast, oldest first; at most a page. */
export async function askVotes(
  ask: AskSnapshot,
  proposalId: string,
  fromSeconds: number,
  beforeSeconds: number,
): Promise<readonly number[]> {
  const variables = { proposal: proposalId, from: fromSeconds, before: beforeSeconds, first: PAGE_ITEMS };
  const { votes } = await ask(votesQuery, variables, votesData);
  return votes.map(({ created }) => created);
}
