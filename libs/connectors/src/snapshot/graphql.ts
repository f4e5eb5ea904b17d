import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import { type Json, SourceError } from '../port';
import type { SourcesConfig } from '../sources-config';
import type { Proposal } from './votes-in-window';

/** Asks one GraphQL query and gives its `data`, checked. @throws {SourceError} */
export type AskSnapshot = <Data>(query: string, variables: Json, shape: z.ZodType<Data>) => Promise<Data>;

const envelope = z.object({
  /** Missing where the query was refused as a whole. */
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
});

/** Posts to Snapshot's hub, with the key where there is one. GraphQL tells failures with status 200 as well. */
export function snapshotGraphql({ url, apiKey }: SourcesConfig['snapshot'], http: SourceHttp): AskSnapshot {
  const headers = apiKey === null ? {} : { 'x-api-key': apiKey };
  return async (query, variables, shape) => {
    const answer = await http.json(`${url}/graphql`, { headers, json: { query, variables } });
    const { data, errors } = understood(envelope, answer.kind === 'answer' ? answer.body : null);
    const fault = errors?.[0]?.message;
    if (fault !== undefined) throw refusal(apiKey === null ? fault : fault.replaceAll(apiKey, '…'));
    return understood(shape, data);
  };
}

function refusal(fault: string): SourceError {
  if (/rate.?limit|too many requests/i.test(fault)) {
    return new SourceError('rate_limited', 'Snapshot: too many requests');
  }
  return new SourceError('status', `Snapshot: refused the query: ${JSON.stringify(fault.slice(0, 200))}`);
}

function understood<Shape>(shape: z.ZodType<Shape>, value: unknown): Shape {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SourceError('wrong_shape', 'Snapshot: not what was asked for', null, { cause: parsed.error });
}

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
