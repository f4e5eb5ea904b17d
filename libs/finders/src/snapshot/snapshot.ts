import type { Json, Finder } from '@droptrack/sources';
import { snapshotGraphql, type SnapshotQuery, type SnapshotSettings } from '@droptrack/connectors';
import { cleanName, NO_FACTS, type Sighting } from '@droptrack/discovery';
import { z } from 'zod';
import { announcesDrop } from '../announcements/announces-drop';
import { type NewProposal, PAGE_ITEMS, type ProposalSpace, requestNewProposals } from './graphql';

/** Age of the oldest proposals that the first run reads. */
const LOOKBACK_SECONDS = 30 * 86_400;
/** A proposal is dated by its author's signature and may appear at the hub later. */
const OVERLAP_SECONDS = 3_600;
const PAGES_MAX = 30;
/** 100 bodies of up to 40 000 characters, mostly far shorter. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;
/** Followers from which a space counts that is not verified. */
const FOLLOWERS_MIN = 10_000;

const PROPOSAL_ID = /^(0x[0-9a-f]{64}|Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{56})$/;
const SPACE_ID = /^(?=.{3,100}$)[^\s\p{C}/"'\\]+\.[a-z0-9]+$/iu;

/** Start of the next run, in seconds since the epoch. */
const memoryShape = z.object({ fromSeconds: z.int().min(0) });

/**
 * Announcements of drops in proposals at Snapshot.
 *
 * Any account can create a space, so only proposals of spaces count that Snapshot has verified, or that have many followers,
 * and that it has not flagged. Proposals are read in the order of their creation, from where the last run ended.
 */
export function snapshotFinder(config: SnapshotSettings): Finder {
  return {
    id: 'snapshot',
    source: 'snapshot',
    // The connector has 50 of the 100 requests a minute that the hub accepts without a key.
    limits: { intervalMs: 3_600_000, timeoutMs: 180_000, requestsPerMinute: 30, requestsMax: PAGES_MAX },
    origins: [new URL(config.url).origin],
    async read({ sinceMs, memory, http, nowMs }) {
      const send = snapshotGraphql(config, http, { bodyBytesMax: BODY_BYTES_MAX });
      const nowSeconds = Math.floor(nowMs / 1_000);
      const from = startSeconds(memory, sinceMs, nowSeconds);
      const { proposals, nextSeconds } = await readProposals(send, from, nowSeconds);
      return { sightings: proposals.flatMap(sightingOf), gone: [], memory: { fromSeconds: nextSeconds } };
    },
  };
}

function startSeconds(memory: Json | null, sinceMs: number | null, nowSeconds: number): number {
  const { data } = memoryShape.safeParse(memory);
  if (data !== undefined) return Math.min(data.fromSeconds, nowSeconds - OVERLAP_SECONDS);
  return sinceMs === null ? nowSeconds - LOOKBACK_SECONDS : Math.floor(sinceMs / 1_000) - OVERLAP_SECONDS;
}

/** Reads proposals page by page; a run that ends before the newest one is continued by the next run. */
async function readProposals(
  send: SnapshotQuery,
  startSeconds: number,
  nowSeconds: number,
): Promise<{ readonly proposals: readonly NewProposal[]; readonly nextSeconds: number }> {
  // By id, because the last second of a page is read again.
  const proposals = new Map<string, NewProposal>();
  let from = startSeconds;
  for (let page = 0; page < PAGES_MAX; page++) {
    const next = await requestNewProposals(send, from);
    for (const proposal of next) proposals.set(proposal.id, proposal);
    if (next.length < PAGE_ITEMS) {
      from = nowSeconds - OVERLAP_SECONDS;
      break;
    }
    // A second with more proposals than a page cannot be read further.
    from = Math.max(from + 1, next.at(-1)?.created ?? 0);
  }
  return { proposals: [...proposals.values()], nextSeconds: from };
}

/** Empty for a proposal that announces no drop, or whose space is unknown or does not count. */
function sightingOf({ id, title, body, space }: NewProposal): Sighting[] {
  if (!space || !counts(space) || !announcesDrop(title, body ?? '')) return [];
  const name = cleanName(titled(space, title));
  if (name === null || !PROPOSAL_ID.test(id) || !SPACE_ID.test(space.id)) return [];
  return [
    {
      externalId: id,
      kind: 'announcement',
      name,
      url: `https://snapshot.box/#/s:${encodeURIComponent(space.id)}/proposal/${id}`,
      identity: { token: null, contract: null, defillama: null, market: null },
      facts: NO_FACTS,
      campaign: null,
      market: null,
    },
  ];
}

const counts = ({ verified, flagged, followersCount }: ProposalSpace): boolean =>
  flagged !== true && (verified === true || (followersCount ?? 0) >= FOLLOWERS_MIN);

/** Titles mostly leave out the project. */
const titled = ({ id, name }: ProposalSpace, title: string): string => `${cleanName(name ?? '') ?? id}: ${title}`;
