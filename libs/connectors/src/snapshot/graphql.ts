import { z } from 'zod';
import { type RequestOptions, type SourceHttp, type Json, SourceError } from '@droptrack/sources';
import type { Proposal } from './votes-in-window';

/** URL of the hub without a trailing slash, and a key that raises its limits. */
export interface SnapshotSettings {
  readonly url: string;
  readonly apiKey: string | null;
}

/** Sends a GraphQL query and returns its validated `data`. @throws {SourceError} */
export type SnapshotQuery = <Data>(query: string, variables: Json, shape: z.ZodType<Data>) => Promise<Data>;

const envelope = z.object({
  /** Missing if the whole query failed. */
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
});

/**
 * Creates the query function for Snapshot's hub. GraphQL reports errors also with status 200.
 *
 * @param limits - size limit of a response, by default that of the HTTP client.
 */
export function snapshotGraphql(
  { url, apiKey }: SnapshotSettings,
  http: SourceHttp,
  limits: Pick<RequestOptions, 'bodyBytesMax'> = {},
): SnapshotQuery {
  const headers = apiKey === null ? {} : { 'x-api-key': apiKey };
  return async (query, variables, shape) => {
    const response = await http.json(`${url}/graphql`, { ...limits, headers, json: { query, variables } });
    const { data, errors } = validated(envelope, response.kind === 'response' ? response.body : null);
    const error = errors?.[0]?.message;
    if (error !== undefined) throw queryError(apiKey === null ? error : error.replaceAll(apiKey, '…'));
    return validated(shape, data);
  };
}

function queryError(message: string): SourceError {
  if (/rate.?limit|too many requests/i.test(message)) {
    return new SourceError('rate_limited', 'Snapshot: too many requests');
  }
  return new SourceError('status', `Snapshot: the query failed: ${JSON.stringify(message.slice(0, 200))}`);
}

function validated<Shape>(shape: z.ZodType<Shape>, value: unknown): Shape {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new SourceError('wrong_shape', `Snapshot: unexpected response at "${path}"`, null, { cause: parsed.error });
}

/** Maximum number of items per query. */
export const PAGE_ITEMS = 1_000;
/** Newest proposals first. Older ones in a space with more are not counted. */
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

/** Requests the proposals that were open between two instants, and the existing spaces. */
export async function requestProposals(
  query: SnapshotQuery,
  spaces: readonly string[],
  beginSeconds: number,
  nowSeconds: number,
): Promise<{ readonly existing: ReadonlySet<string>; readonly proposals: readonly Proposal[] }> {
  // By id, because a new proposal moves the others by one position while pages are read.
  const proposals = new Map<string, Proposal>();
  for (let page = 0; ; page++) {
    const variables = { spaces, begin: beginSeconds, now: nowSeconds, first: PAGE_ITEMS, skip: page * PAGE_ITEMS };
    const data = await query(proposalsQuery, variables, proposalsData);
    for (const proposal of data.proposals) proposals.set(proposal.id, proposal);
    if (data.proposals.length < PAGE_ITEMS || page + 1 === PROPOSAL_PAGES_MAX) {
      const existing = new Set(data.spaces.map(({ id }) => id.toLowerCase()));
      return { existing, proposals: [...proposals.values()] };
    }
  }
}

/** Requests one page of the times of votes on a proposal, oldest first, from one instant until before another. */
export async function requestVotes(
  query: SnapshotQuery,
  proposalId: string,
  fromSeconds: number,
  beforeSeconds: number,
): Promise<readonly number[]> {
  const variables = { proposal: proposalId, from: fromSeconds, before: beforeSeconds, first: PAGE_ITEMS };
  const { votes } = await query(votesQuery, variables, votesData);
  return votes.map(({ created }) => created);
}
