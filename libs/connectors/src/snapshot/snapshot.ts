import { z } from 'zod';
import { type Connector, type Json, SourceError, SourceQueryError } from '@droptrack/sources';
import {
  requestProposals,
  type SnapshotQuery,
  type SnapshotSettings,
  requestVotes,
  PAGE_ITEMS,
  snapshotGraphql,
} from './graphql';
import { type CountedVotes, countPage, type Proposal, votesInWindow } from './votes-in-window';

const WINDOW_SECONDS = 30 * 86_400;
const SPACES_MAX = 5;
/** Pages of votes before the window in one poll; with the pages of proposals they stay within the burst. */
const VOTE_PAGES_MAX = 8;
/** Proposals with a stored count: those with the most votes that began before the window. */
const COUNTED_MAX = 200;

const space = z
  .string()
  .regex(/^(?=.{3,100}$)[^\s\p{C}/"'\\]+\.[a-z0-9]+$/iu)
  .transform((id) => id.toLowerCase());
const queryShape = z.union([
  space.transform((id) => [id]),
  z
    .array(space)
    .min(1)
    .max(SPACES_MAX)
    .transform((ids) => [...new Set(ids)]),
]);

const memoryShape = z
  .array(z.object({ id: z.string(), untilSeconds: z.int(), votes: z.int().min(0) }))
  .max(COUNTED_MAX);

/**
 * Votes of the last 30 days in one or several spaces (`governance_votes`), from Snapshot's hub.
 *
 * Each proposal has its number of votes, so reading single votes, of which large spaces have many thousands, is mostly not
 * necessary. Proposals that began within the window count in full. For those that began before it, the votes cast before
 * the window are counted and subtracted ({@link votesInWindow}). That count is stored, so the next poll adds only the votes
 * by which the window moved, with one request per proposal. If a proposal has more earlier votes than one poll can read,
 * later polls continue, and the reading is an estimate until then. A changed vote counts once, at the time of its change.
 */
export function snapshotConnector(config: SnapshotSettings): Connector<readonly string[]> {
  return {
    id: 'snapshot',
    limits: {
      intervalMs: 4 * 3_600_000,
      timeoutMs: 30_000,
      concurrency: 3,
      requestsPerMinute: 50,
      requestBurst: 10,
    },
    parseQuery: parseSnapshotQuery,
    async read({ query, memory, http, nowMs }) {
      const send = snapshotGraphql(config, http);
      const nowSeconds = Math.floor(nowMs / 1_000);
      const beginSeconds = nowSeconds - WINDOW_SECONDS;
      const { existing, proposals } = await requestProposals(send, query, beginSeconds, nowSeconds);
      const missing = query.filter((id) => !existing.has(id));
      if (missing.length > 0) throw new SourceError('not_found', `Snapshot: has no space ${missing.join(', ')}`);

      const before = await countBefore(send, proposals, readMemory(memory), beginSeconds);
      const votes = proposals.map((each) => votesInWindow(each, before.get(each.id), beginSeconds, nowSeconds));
      const value = votes.reduce((total, count) => total + count, 0);
      return {
        readings: [{ signal: 'governance_votes', value, observedAtMs: nowMs }],
        memory: [...before].map(([id, counted]) => ({ id, ...counted })),
      };
    },
  };
}

/** @throws {SourceQueryError} for a query of another form. */
export function parseSnapshotQuery(declared: unknown): readonly string[] {
  const parsed = queryShape.safeParse(declared);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError(
    `must be the id of a space, such as arbitrumfoundation.eth, or a list of up to ${SPACES_MAX}`,
  );
}

function readMemory(memory: Json | null): ReadonlyMap<string, CountedVotes> {
  const { data = [] } = memoryShape.safeParse(memory);
  return new Map(data.map(({ id, ...counted }) => [id, counted]));
}

/** Counts the votes before the window for each proposal that began before it, continuing the stored counts. */
async function countBefore(
  send: SnapshotQuery,
  proposals: readonly Proposal[],
  known: ReadonlyMap<string, CountedVotes>,
  beginSeconds: number,
): Promise<ReadonlyMap<string, CountedVotes>> {
  const early = proposals.filter(({ start, votes }) => start < beginSeconds && votes > 0);
  const counts = new Map<string, CountedVotes>();
  let pagesLeft = VOTE_PAGES_MAX;
  for (const { id, start } of early.sort((a, b) => b.votes - a.votes).slice(0, COUNTED_MAX)) {
    const last = known.get(id);
    // A count that extends into the window was made before the clock was set back.
    let counted = last === undefined || last.untilSeconds > beginSeconds ? { untilSeconds: start, votes: 0 } : last;
    while (counted.untilSeconds < beginSeconds && pagesLeft-- > 0) {
      const page = await requestVotes(send, id, counted.untilSeconds, beginSeconds);
      const next = countPage(counted, page, page.length < PAGE_ITEMS, beginSeconds);
      if (next.untilSeconds === counted.untilSeconds) break;
      counted = next;
    }
    counts.set(id, counted);
  }
  return counts;
}
