import { z } from 'zod';
import { type Connector, type Json, SourceError, SourceQueryError } from '../port';
import type { SourcesConfig } from '../sources-config';
import { askProposals, type AskSnapshot, askVotes, PAGE_ITEMS, snapshotGraphql } from './graphql';
import { type CountedVotes, countPage, type Proposal, votesInWindow } from './votes-in-window';

const WINDOW_SECONDS = 30 * 86_400;
const SPACES_MAX = 5;
/** Of votes before the window, over all proposals of one poll: with the proposals it stays within the burst. */
const VOTE_PAGES_MAX = 8;
/** Proposals that began before the window, those with the most votes; of the others no count is kept. */
const COUNTED_MAX = 200;

const space = z
  .string()
  .regex(/^(?=.{3,100}$)[^\s\p{C}/"'\\]+\.[a-z0-9]+$/iu)
  .transform((id) => id.toLowerCase());
const stated = z.union([
  space.transform((id) => [id]),
  z
    .array(space)
    .min(1)
    .max(SPACES_MAX)
    .transform((ids) => [...new Set(ids)]),
]);

const remembered = z.array(z.object({ id: z.string(), untilSeconds: z.int(), votes: z.int().min(0) })).max(COUNTED_MAX);

/**
 * Votes of the last 30 days in one or several spaces (`governance_votes`), from Snapshot's hub.
 *
 * Single votes come a thousand at a time, which large spaces have many times over in 30 days, but each proposal tells
 * how many it has: those that began within the window count whole, and only of the few that began before it the votes
 * cast before the window are counted one by one and taken off ({@link votesInWindow}). That count is kept, so that the
 * next poll only adds the votes by which the window moved on: one request for each such proposal. Where a proposal has
 * more votes before the window than one poll may ask for, the polls after it go on, and the figure is an estimate until
 * they are through. A vote that is changed stays one vote, at the time of its change.
 */
export function snapshotConnector(config: SourcesConfig['snapshot']): Connector<readonly string[]> {
  return {
    id: 'snapshot',
    limits: {
      intervalMs: 4 * 3_600_000,
      pollTimeoutMs: 30_000,
      concurrency: 3,
      requestsPerMinute: 50,
      requestBurst: 10,
    },
    parseQuery,
    async collect({ query, memory, http, nowMs }) {
      const ask = snapshotGraphql(config, http);
      const nowSeconds = Math.floor(nowMs / 1_000);
      const beginSeconds = nowSeconds - WINDOW_SECONDS;
      const { existing, proposals } = await askProposals(ask, query, beginSeconds, nowSeconds);
      const missing = query.filter((id) => !existing.has(id));
      if (missing.length > 0) throw new SourceError('not_found', `Snapshot: has no space ${missing.join(', ')}`);

      const before = await countBefore(ask, proposals, readMemory(memory), beginSeconds);
      const votes = proposals.map((each) => votesInWindow(each, before.get(each.id), beginSeconds, nowSeconds));
      const value = votes.reduce((total, count) => total + count, 0);
      return {
        readings: [{ signal: 'governance_votes', value, observedAtMs: nowMs }],
        memory: [...before].map(([id, counted]) => ({ id, ...counted })),
      };
    },
  };
}

function parseQuery(value: unknown): readonly string[] {
  const parsed = stated.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError(`must be a space's id, such as arbitrumfoundation.eth, or a list of up to ${SPACES_MAX}`);
}

function readMemory(memory: Json | null): ReadonlyMap<string, CountedVotes> {
  const { data = [] } = remembered.safeParse(memory);
  return new Map(data.map(({ id, ...counted }) => [id, counted]));
}

/** Counts on from what is known: the votes before the window, of each proposal that began before it. */
async function countBefore(
  ask: AskSnapshot,
  proposals: readonly Proposal[],
  known: ReadonlyMap<string, CountedVotes>,
  beginSeconds: number,
): Promise<ReadonlyMap<string, CountedVotes>> {
  const early = proposals.filter(({ start, votes }) => start < beginSeconds && votes > 0);
  const counts = new Map<string, CountedVotes>();
  let pagesLeft = VOTE_PAGES_MAX;
  for (const { id, start } of early.sort((a, b) => b.votes - a.votes).slice(0, COUNTED_MAX)) {
    const last = known.get(id);
    // A count that reaches into the window is of a clock that was set back since.
    let counted = last === undefined || last.untilSeconds > beginSeconds ? { untilSeconds: start, votes: 0 } : last;
    while (counted.untilSeconds < beginSeconds && pagesLeft-- > 0) {
      const page = await askVotes(ask, id, counted.untilSeconds, beginSeconds);
      const next = countPage(counted, page, page.length < PAGE_ITEMS, beginSeconds);
      if (next.untilSeconds === counted.untilSeconds) break;
      counted = next;
    }
    counts.set(id, counted);
  }
  return counts;
}
